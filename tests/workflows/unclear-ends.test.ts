/** A charge's time ends, or it is given up, while its provider's last word is one that no table knows. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sellerEvents } from '../../db/schema/index.ts'
import { chargeWorkflowId, type Decision, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { type OneWordProvider, startOneWordProvider } from '../support/one-word-provider.ts'
import { readNow } from '../support/readings.ts'

let stack: ChargeStack
let provider: OneWordProvider
let account: string
beforeAll(async () => {
  provider = await startOneWordProvider()
  stack = await startChargeStack()
  account = await stack.addAccount('HUNTERPAY', { baseUrl: provider.baseUrl })
})
afterAll(async () => {
  await stack?.close()
  provider?.close()
})

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const decide = (chargeId: string, decision: Decision) =>
  handleOf(chargeId).executeUpdate(decideUpdate, { args: [decision] })
const becomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), 60_000)

async function waiting(timing: { longestLifeMs?: number; graceMs?: number }): Promise<string> {
  provider.word = 'waiting_payment'
  const { chargeId, creation } = await stack.start([account], {
    timing: { pollFirstMs: 3_600_000, ...timing },
    webhookUrl: 'http://127.0.0.1:9/',
  })
  expect(await creation).toEqual({ outcome: 'created' })
  return chargeId
}
const saidOf = async (chargeId: string) => {
  const said = await stack.database.writer.select().from(sellerEvents).where(eq(sellerEvents.subjectId, chargeId))
  return said.map(({ type }) => type)
}

test('its time is over: the question stays, its seller is told of no end, and what comes is not late', async () => {
  const chargeId = await waiting({ longestLifeMs: 10_000, graceMs: 200 })
  provider.word = 'settled'
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  await becomes(chargeId, { status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
  expect(await saidOf(chargeId)).not.toContain('charge.rejected')
  await stack.keepHistory(chargeWorkflowId(chargeId), 'expired-with-an-unknown-word')
})

test('a known word that comes after it is the last one: its end is an ordinary one', async () => {
  const chargeId = await waiting({ longestLifeMs: 30_000, graceMs: 200 })
  provider.word = 'settled'
  await readNow(stack, chargeId)
  await becomes(chargeId, { statusUnmapped: true, attention: 'unmappedStatus' })
  provider.word = 'waiting_payment'
  await readNow(stack, chargeId)
  await becomes(chargeId, { status: 'PENDING', statusUnmapped: false, attention: null })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  await becomes(chargeId, { status: 'REJECTED', statusUnmapped: false, attention: null })
  expect(await saidOf(chargeId)).toContain('charge.rejected')
})

test('the same word again, after a known one, is a question again', async () => {
  const chargeId = await waiting({ longestLifeMs: 40_000, graceMs: 200 })
  for (const [said, statusUnmapped] of [
    ['settled', true],
    ['waiting_payment', false],
    ['settled', true],
  ] as const) {
    provider.word = said
    await readNow(stack, chargeId)
    await becomes(chargeId, { status: 'PENDING', statusUnmapped, attention: statusUnmapped ? 'unmappedStatus' : null })
  }
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  await becomes(chargeId, { status: 'REJECTED', statusUnmapped: true, attention: 'unmappedStatus' })
  expect(await saidOf(chargeId)).not.toContain('charge.rejected')
})

test.each([
  ['an operator who saw no question', { kind: 'cancel', by: 'ana' }],
  [
    'an operator who was shown another one',
    { kind: 'resolve', outcome: 'notCreated', by: 'ana', about: 'workflowStuck' },
  ],
] as const)('it is not given up by %s, but by one who was shown the word', async (_, decision) => {
  const chargeId = await waiting({})
  provider.word = 'settled'
  expect(await decide(chargeId, decision)).toEqual({ became: 'void', why: 'mayBePaid' })
  await becomes(chargeId, { status: 'PENDING', attention: 'unmappedStatus' })
  expect(await decide(chargeId, { ...decision, about: 'unmappedStatus' })).toEqual({ became: 'carriedOut' })
  await becomes(chargeId, { status: 'REJECTED', statusUnmapped: false, attention: null })
  await stack.keepHistory(chargeWorkflowId(chargeId), `unknown-word-kept-${decision.kind}`)
})
