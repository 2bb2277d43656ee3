/** CASHTIME and REFLOWPAY post the same body of charges and withdrawals: the order's id alone tells which of them is meant. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { disbursements, webhookEvents } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, startWithdrawal, untilAttention } from '../support/disbursements.ts'
import { storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
const accounts: Record<string, string> = {}

beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['CASHTIME', 'REFLOWPAY']) accounts[provider] = await stack.addAccount(provider)
})
afterAll(() => stack?.close())

/** The reader does not ask the provider of its own accord. */
const UNASKED = { ...HASTY, pollFirstMs: 60_000, pollMaxMs: 60_000, confirmMs: 1_000 }

/** @returns what the stored notice has become. */
async function tell(provider: string, orderId: string, status: string) {
  const body = { transactionId: 'f'.repeat(24), orderId, status, endToEndId: 'E1', value: 2500 }
  const eventId = await storeWebhook(stack, accounts[provider] ?? '', body, 'token')
  await deliverWebhookEvent(stack, eventId)
  const [stored] = await stack.database.writer.select().from(webhookEvents).where(eq(webhookEvents.id, eventId))
  return stored
}

async function taken(provider: string) {
  const { row, answer } = await startWithdrawal(stack, [accounts[provider] ?? ''], { timing: UNASKED })
  expect(await answer).toEqual({ outcome: 'created' })
  const { externalId } = await disbursementOf(stack, row.id)
  return { id: row.id, externalId: externalId ?? '' }
}

async function charged(provider: string) {
  const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], { amount: 5000 })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  return { chargeId, transactionId: transactionId ?? '' }
}

const becomes = (id: string, row: object) =>
  vi.waitFor(async () => expect(await disbursementOf(stack, id)).toMatchObject(row), 60_000)

describe("a withdrawal's id", () => {
  test('has the withdrawal read before anything is believed, where it can be', async () => {
    const { id, externalId } = await taken('REFLOWPAY')
    await tell('REFLOWPAY', externalId, 'paid')
    expect(await untilAttention(stack, id)).toBe('unconfirmedNotice')
    await stack.control('POST', `/withdrawals/REFLOWPAY/${externalId}/settle`)
    const notice = { type: 'WITHDRAW', state: 'delivered', withdrawalId: id, chargeId: null, status: 'APPROVED' }
    expect(await tell('REFLOWPAY', externalId, 'paid')).toMatchObject(notice)
    await becomes(id, { status: 'APPROVED', attention: null })
  })

  test.each([
    ['paid', { status: 'APPROVED', attention: null }],
    ['failed', { status: 'PENDING', attentionReasons: expect.arrayContaining(['unconfirmedNotice']) }],
  ])('is believed where nothing can be read, unless it failed: %s', async (word, row) => {
    const { id, externalId } = await taken('CASHTIME')
    expect(await tell('CASHTIME', externalId, 'created')).toMatchObject({ state: 'delivered', status: 'PENDING' })
    await tell('CASHTIME', externalId, word)
    await becomes(id, row)
  })
})

test("a charge's id is a charge's", async () => {
  const { chargeId, transactionId } = await charged('REFLOWPAY')
  const notice = { type: 'TRANSACTION', state: 'delivered', chargeId, withdrawalId: null, status: 'APPROVED' }
  expect(await tell('REFLOWPAY', transactionId, 'paid')).toMatchObject(notice)
})

test('an id of nothing waits, as one that is not known yet', async () => {
  expect(await tell('REFLOWPAY', 'a'.repeat(24), 'paid')).toMatchObject({ state: 'pending', type: 'TRANSACTION' })
})

test('an id of both is set aside, and not guessed at', async () => {
  const { chargeId, transactionId } = await charged('CASHTIME')
  const { id } = await taken('CASHTIME')
  await stack.database.writer.update(disbursements).set({ externalId: transactionId }).where(eq(disbursements.id, id))
  const notice = {
    state: 'failed',
    chargeId: null,
    withdrawalId: null,
    detail: expect.stringContaining('a withdrawal'),
  }
  expect(await tell('CASHTIME', transactionId, 'paid')).toMatchObject(notice)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING' })
  expect(await disbursementOf(stack, id)).toMatchObject({ status: 'PENDING' })
})
