/** A refund that a seller makes in the provider's dashboard: found by reading, or by a notice, beside refunds of ours. */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { payouts, readings } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { paidCharge, payoutEventsOf, payoutOf, refundsAtProvider, startRefund, workflowOf } from '../support/payouts.ts'
import { makeDue } from '../support/readings.ts'
import { startQuickSweep } from '../support/sweeps.ts'
import { storeWebhook } from '../support/webhooks.ts'

const PATIENCE = { timeout: 20_000, interval: 50 }
const AMOUNT = 5000

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('PAGUESAFE')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const becomes = (chargeId: string, expected: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(expected), PATIENCE)
const found = (chargeId: string) =>
  db()
    .select()
    .from(payouts)
    .where(and(eq(payouts.chargeId, chargeId), eq(payouts.external, true)))

async function inDashboard(chargeId: string, amount: number): Promise<void> {
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/refund`, { amount })
}
/** Its charge is read once more. */
async function readAgain(chargeId: string): Promise<void> {
  await makeDue(stack, chargeId)
  await vi.waitFor(async () => {
    const [row] = await db().select().from(readings).where(eq(readings.id, chargeId))
    expect(Date.parse(row?.nextReadAt ?? '')).toBeGreaterThan(Date.now() + 60_000)
  }, PATIENCE)
}

test('a part, and then the rest, is found by reading, and nobody is asked', async () => {
  const chargeId = await paidCharge(stack, account, AMOUNT)
  await inDashboard(chargeId, 1500)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 1500, attention: null })
  const [part] = await found(chargeId)
  expect(part).toMatchObject({ amount: 1500, status: 'APPROVED', providerAccountId: account, provider: 'PAGUESAFE' })
  expect(part?.paymentId).not.toBeNull()
  expect(await payoutEventsOf(stack, part?.id ?? '')).toEqual(['statusChanged APPROVED'])
  await readAgain(chargeId)
  expect(await found(chargeId)).toHaveLength(1)

  await inDashboard(chargeId, AMOUNT - 1500)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'REFUNDED', refundedAmount: AMOUNT, attention: null })
  expect((await found(chargeId)).map(({ amount }) => amount).toSorted()).toEqual([1500, 3500])
})

test('beside one of ours is told from it by the sum', async () => {
  const chargeId = await paidCharge(stack, account, AMOUNT)
  const ours = await startRefund(stack, chargeId, { amount: 1000 })
  expect(await ours.answer).toEqual({ outcome: 'created' })
  expect(await workflowOf(stack, ours.payout).result()).toEqual({ status: 'APPROVED' })
  await readAgain(chargeId)
  expect(await found(chargeId)).toEqual([])
  await inDashboard(chargeId, 700)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 1700, attention: null })
  expect((await found(chargeId)).map(({ amount }) => amount)).toEqual([700])
})

test('never takes the place of one of ours whose answer was lost: that one is settled first', async () => {
  await stack.control('PUT', '/faults/PAGUESAFE/refund', { fault: 'commitThenDrop', times: 1 })
  const chargeId = await paidCharge(stack, account, AMOUNT)
  const ours = await startRefund(stack, chargeId, { amount: 1000, timing: { unknownMs: 30_000 } })
  await readAgain(chargeId)
  await ours.answer
  expect(await payoutOf(stack, ours.payout.id)).toMatchObject({ status: 'APPROVED', attention: null })
  await readAgain(chargeId)
  expect(await found(chargeId)).toEqual([])
  expect(await stack.charge(chargeId)).toMatchObject({ refundedAmount: 1000, status: 'APPROVED' })
  expect(await refundsAtProvider(stack, chargeId)).toMatchObject({ committed: 1 })
})

test('all of it is found by reading, at the charge’s own word', async () => {
  const chargeId = await paidCharge(stack, account, AMOUNT)
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/refund`)
  await readAgain(chargeId)
  await becomes(chargeId, { status: 'REFUNDED', refundedAmount: AMOUNT, attention: null })
  expect((await found(chargeId)).map(({ amount }) => amount)).toEqual([AMOUNT])
})

describe('by a notice', () => {
  test('that is proved, of a bank that has one word for every return: an operator is asked too', async () => {
    const onz = await stack.addAccount('ONZ')
    await stack.control('PUT', '/webhook-addresses/ONZ', { url: 'http://127.0.0.1:1/' })
    const chargeId = await paidCharge(stack, onz, AMOUNT)
    const { transactionId: txId } = await stack.charge(chargeId)
    const data = { txId, status: 'LIQUIDATED', payment: { amount: '15.00', currency: 'BRL' }, refunds: [] }
    for (const _ of [1, 2]) {
      const eventId = await storeWebhook(stack, onz, { type: 'REFUND', data }, 'sharedSecret')
      expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
      await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
    }
    expect(await stack.charge(chargeId)).toMatchObject({ refundedAmount: 1500, attention: 'returnedInPart' })
    expect((await found(chargeId)).map(({ amount }) => amount)).toEqual([1500])
  })
})
