/** Refunds of which a provider says otherwise later: that did not go back after all, or did. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyDisbursementTransition, recordDisbursementDecision } from '../../db/queries/disbursement/transitions.ts'
import { disbursementEvents, disbursements, reconciliationItems } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, paidCharge, startRefund, startWithdrawal } from '../support/disbursements.ts'
import { readAgain, readNow } from '../support/readings.ts'

let stack: ChargeStack
const PROVIDERS = ['IUGU', 'IUGUBAAS', 'ASAAS', 'MERCADOPAGO', 'ONZ', 'TRANSFEERA'] as const
type Code = (typeof PROVIDERS)[number]
const accounts = {} as Record<Code, string>

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of PROVIDERS) accounts[provider] = await stack.addAccount(provider)
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const timing = { ...HASTY, pollFirstMs: 60_000 }

const read = (id: string) => readAgain(stack, id)

/** The provider takes it on, and has not carried it out. */
async function inProgress(provider: Code) {
  const chargeId = await paidCharge(stack, accounts[provider])
  await stack.control('PUT', `/faults/${provider}/refund`, { fault: 'refundInProgress', times: 1 })
  const { row, answer } = await startRefund(stack, chargeId, { timing })
  expect(await answer).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  const end = (how: 'settle' | 'deny') => stack.control('POST', `/refunds/${provider}/${transactionId}/${how}`)
  return { chargeId, refundId: row.id, end }
}

const anHourAgo = (refundId: string) =>
  db().update(disbursements).set({ approvedAt: sql`now() - interval '1 hour'` }).where(eq(disbursements.id, refundId))
const differencesOf = (chargeId: string) =>
  db().select().from(reconciliationItems).where(eq(reconciliationItems.chargeId, chargeId))

test.each(['IUGU', 'IUGUBAAS'] as const)(
  'what %s still calls paid an hour after its answer is asked about, once, and is a difference until it has gone back',
  async (provider) => {
    const { chargeId, refundId, end } = await inProgress(provider)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null })
    await read(chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ attention: null })

    await anHourAgo(refundId)
    await read(chargeId)
    await read(chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attentionReasons: ['contradicted'] })
    const asked = (await stack.events(chargeId)).filter(({ detail }) => detail?.reason === 'contradicted')
    expect(asked).toMatchObject([{ type: 'needsAttention', cause: 'poll', detail: { status: 'APPROVED' } }])
    expect(await differencesOf(chargeId)).toMatchObject([{ kind: 'status', state: 'open' }])

    await end('settle')
    await read(chargeId)
    expect(await differencesOf(chargeId)).toMatchObject([{ kind: 'status', state: 'resolvedAutomatically' }])
  },
)

describe('at TRANSFEERA, whose code stays paid and where only the sum tells that it has gone back', () => {
  test('what has gone back is no difference, and nothing to ask about', async () => {
    const chargeId = await paidCharge(stack, accounts.TRANSFEERA)
    const { row, answer } = await startRefund(stack, chargeId, { timing })
    expect(await answer).toEqual({ outcome: 'created' })
    await readNow(stack, row.id)
    await vi.waitFor(
      async () => expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'APPROVED' }),
      60_000,
    )
    await anHourAgo(row.id)
    await read(chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null })
    expect(await differencesOf(chargeId)).toEqual([])
  })

  test('what has not is asked about, as soon as the sum can be read', async () => {
    const { chargeId, refundId, end } = await inProgress('TRANSFEERA')
    const said = { disbursementId: refundId, to: 'APPROVED', cause: 'operator', key: 'decided' } as const
    expect(await applyDisbursementTransition(db(), said)).toMatchObject({ moved: true })
    await anHourAgo(refundId)
    await stack.control('PUT', '/faults/TRANSFEERA/readRefund', { fault: 'serverError', times: 0 })
    await read(chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null })

    await stack.control('DELETE', '/faults')
    await read(chargeId)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attentionReasons: ['contradicted'] })
    expect(await differencesOf(chargeId)).toMatchObject([{ kind: 'status', state: 'open' }])

    await stack.control('PUT', '/faults/TRANSFEERA/readRefund', { fault: 'serverError', times: 0 })
    await read(chargeId)
    expect(await differencesOf(chargeId)).toMatchObject([{ state: 'open' }])
    await stack.control('DELETE', '/faults')
    await end('settle')
    await read(chargeId)
    expect(await differencesOf(chargeId)).toMatchObject([{ state: 'resolvedAutomatically' }])
  })
})

describe.each(['ASAAS', 'MERCADOPAGO'] as const)('a refund that %s tells of by itself', (provider) => {
  async function made() {
    const found = await inProgress(provider)
    const said = { disbursementId: found.refundId, to: 'APPROVED', cause: 'operator', key: 'decided' } as const
    expect(await applyDisbursementTransition(db(), said)).toMatchObject({ moved: true })
    return found
  }

  test('and gave up later is asked about, and kept in its history', async () => {
    const { refundId, end } = await made()
    await end('deny')
    await read(refundId)
    await read(refundId)
    expect(await disbursementOf(stack, refundId)).toMatchObject({
      status: 'APPROVED',
      attentionReasons: ['contradicted'],
    })
    const events = await db().select().from(disbursementEvents).where(eq(disbursementEvents.disbursementId, refundId))
    expect(events.filter(({ type }) => type === 'eventIgnored')).toMatchObject([
      { cause: 'poll', detail: { status: 'REJECTED', reason: 'contradicted' } },
    ])
  })

  test('and made after it had been given up is in the sums of its charge, and asked about', async () => {
    const { chargeId, refundId, end } = await inProgress(provider)
    const said = { disbursementId: refundId, to: 'REJECTED', cause: 'operator', key: 'decided' } as const
    expect(await applyDisbursementTransition(db(), said)).toMatchObject({ moved: true })
    await read(refundId)
    expect(await disbursementOf(stack, refundId)).toMatchObject({ status: 'REJECTED', attention: null })
    await end('settle')
    await readNow(stack, refundId)
    const made = { status: 'APPROVED', attentionReasons: ['contradicted'] }
    await vi.waitFor(async () => expect(await disbursementOf(stack, refundId)).toMatchObject(made), 60_000)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })

  test('and carried out is nothing to ask about', async () => {
    const { refundId, end } = await made()
    await end('settle')
    await read(refundId)
    expect(await disbursementOf(stack, refundId)).toMatchObject({ status: 'APPROVED', attention: null })
  })
})

describe('another amount that a reading names after the end', () => {
  const resolved = { became: 'carriedOut', id: 'seen', kind: 'resolve', by: 'ana' } as const

  test('of a refund is asked about, once', async () => {
    const chargeId = await paidCharge(stack, accounts.ONZ)
    const { row, answer } = await startRefund(stack, chargeId, { timing })
    expect(await answer).toEqual({ outcome: 'created' })
    await vi.waitFor(
      async () => expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'APPROVED' }),
      60_000,
    )
    await db().update(disbursements).set({ amount: 4999 }).where(eq(disbursements.id, row.id))
    await isAskedAboutOnce(row.id)
  })

  test('of a withdrawal is asked about, once', async () => {
    const { row, answer } = await startWithdrawal(stack, [accounts.ASAAS], { timing })
    expect(await answer).toEqual({ outcome: 'created' })
    const said = { disbursementId: row.id, to: 'APPROVED', cause: 'operator', key: 'decided' } as const
    expect(await applyDisbursementTransition(db(), said)).toMatchObject({ moved: true })
    await stack.control('PUT', '/faults/ASAAS/readWithdraw', { fault: 'wrongAmount', times: 0 })
    await isAskedAboutOnce(row.id)
  })

  async function isAskedAboutOnce(id: string): Promise<void> {
    await read(id)
    const asked = { status: 'APPROVED', attentionReasons: ['amountMismatch'] }
    expect(await disbursementOf(stack, id)).toMatchObject(asked)
    expect(await recordDisbursementDecision(db(), id, resolved, ['amountMismatch'])).toBe(false)
    await read(id)
    expect(await disbursementOf(stack, id)).toMatchObject({ status: 'APPROVED', attentionReasons: [] })
  }
})

test('what the life of a withdrawal does not allow is written down once', async () => {
  const { row, answer } = await startWithdrawal(stack, [accounts.ASAAS], { timing })
  expect(await answer).toEqual({ outcome: 'created' })
  const move = (to: 'APPROVED' | 'REJECTED') =>
    applyDisbursementTransition(db(), { disbursementId: row.id, to, cause: 'poll', key: `poll/${to}` })
  await move('APPROVED')
  await move('REJECTED')
  await move('REJECTED')
  for (let twice = 0; twice < 2; twice += 1) expect(await move('APPROVED')).toMatchObject({ moved: false })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'REJECTED' })
  const events = await db().select().from(disbursementEvents).where(eq(disbursementEvents.disbursementId, row.id))
  expect(events.filter(({ type }) => type === 'eventIgnored')).toMatchObject([{ detail: { status: 'APPROVED' } }])
})
