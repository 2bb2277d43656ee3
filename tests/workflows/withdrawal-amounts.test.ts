/** A provider that takes a withdrawal without saying of how much, and states another amount when it is read. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { disbursements } from '../../db/schema/index.ts'
import { type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import {
  disbursementEventsOf,
  disbursementOf,
  type Started,
  startWithdrawal,
  untilAttention,
  workflowOf,
} from '../support/disbursements.ts'
import { readAgain, readNow, timesRead } from '../support/readings.ts'

let stack: ChargeStack
let account: string
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('ZENDRY')
  asaas = await stack.addAccount('ASAAS')
})
afterAll(() => stack?.close())

const db = () => stack.database.writer
const decide = ({ row: disbursement }: Started, decision: Decision) =>
  workflowOf(stack, disbursement).executeUpdate(decideUpdate, { args: [decision] })

/** What was asked for here is less than what the provider has. */
async function withAnotherAmount(at = account): Promise<Started> {
  const started = await startWithdrawal(stack, [at], { amount: 2500, timing: {} })
  expect(await started.answer).toEqual({ outcome: 'created' })
  await db().update(disbursements).set({ amount: 2400 }).where(eq(disbursements.id, started.row.id))
  await readNow(stack, started.row.id)
  return started
}

const SHOWN = { by: 'ana', about: 'amountMismatch' } as const

test('an operator is asked once, and says how it ended', async () => {
  const started = await withAnotherAmount()
  const { id } = started.row
  expect(await untilAttention(stack, id)).toBe('amountMismatch')
  await readNow(stack, id)
  await vi.waitFor(async () => expect(await timesRead(stack, id)).toBeGreaterThan(1), 60_000)
  const isAsked = async () => (await disbursementEventsOf(stack, id)).filter((type) => type === 'needsAttention')
  expect(await isAsked()).toEqual(['needsAttention'])

  for (const decision of [
    { kind: 'cancel', ...SHOWN },
    { kind: 'resolve', outcome: 'notCreated', ...SHOWN },
    { kind: 'resolve', outcome: 'created', ...SHOWN },
    { kind: 'resolve', outcome: 'created', externalId: 'another', status: 'APPROVED', ...SHOWN },
    { kind: 'resolve', outcome: 'created', status: 'APPROVED', by: 'ana', about: 'unmappedStatus' },
  ] as const) {
    expect(await decide(started, decision)).toEqual({ became: 'void', why: 'mayBePaid' })
  }
  expect(await disbursementOf(stack, id)).toMatchObject({ status: 'PENDING', attentionReasons: ['amountMismatch'] })

  const taken = { kind: 'resolve', outcome: 'created', status: 'APPROVED', ...SHOWN } as const
  expect(await decide(started, taken)).toEqual({ became: 'carriedOut' })
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  expect(await disbursementOf(stack, id)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('the right amount answers it, and the provider has the word again', async () => {
  const started = await withAnotherAmount()
  const { id } = started.row
  expect(await untilAttention(stack, id)).toBe('amountMismatch')
  await db().update(disbursements).set({ amount: 2500 }).where(eq(disbursements.id, id))
  const { externalId } = await disbursementOf(stack, id)
  await stack.control('POST', `/withdrawals/ZENDRY/${externalId}/settle`)
  await readNow(stack, id)
  expect(await workflowOf(stack, started.row).result()).toEqual({ status: 'APPROVED' })
  expect(await disbursementOf(stack, id)).toMatchObject({ status: 'APPROVED', attention: null })
})

describe('when an operator has said how it ended', () => {
  test.each([
    { said: 'APPROVED', bank: ['settle', 'return'], asked: ['contradicted'] },
    { said: 'REJECTED', bank: ['settle'], asked: ['contradicted'] },
    { said: 'APPROVED', bank: ['settle'], asked: [] },
    { said: 'REJECTED', bank: ['reject'], asked: [] },
  ] as const)('as $said, and the bank has done $bank, $asked is asked once', async ({ said, bank, asked }) => {
    const started = await withAnotherAmount(asaas)
    const { id } = started.row
    expect(await untilAttention(stack, id)).toBe('amountMismatch')
    const taken = { kind: 'resolve', outcome: 'created', status: said, ...SHOWN } as const
    expect(await decide(started, taken)).toEqual({ became: 'carriedOut' })
    expect(await workflowOf(stack, started.row).result()).toEqual({ status: said })
    const { externalId } = await disbursementOf(stack, id)
    for (const action of bank) await stack.control('POST', `/withdrawals/ASAAS/${externalId}/${action}`)

    await readAgain(stack, id)
    await readAgain(stack, id)
    expect(await disbursementOf(stack, id)).toMatchObject({ status: said, attentionReasons: asked })
    // The operator has seen it.
    await db().update(disbursements).set({ attentionReasons: [] }).where(eq(disbursements.id, id))
    await readAgain(stack, id)
    expect(await disbursementOf(stack, id)).toMatchObject({ status: said, attention: null })
  })
})
