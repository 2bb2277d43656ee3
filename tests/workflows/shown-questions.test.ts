/** What Temporal shows of a question that the workflow did not ask itself, and what it cannot show. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { charges, disbursements } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId, SEARCH_ATTRIBUTES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { startWithdrawal, untilAttention, workflowOf } from '../support/disbursements.ts'
import { type OneWordProvider, startOneWordProvider } from '../support/one-word-provider.ts'
import { readNow } from '../support/readings.ts'
import { storeNotice } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000 }
const UNREAD = { pollFirstMs: 3_600_000 }

let stack: ChargeStack
let hunterpay: OneWordProvider
beforeAll(async () => {
  hunterpay = await startOneWordProvider()
  stack = await startChargeStack()
})
afterAll(async () => {
  await stack?.close()
  hunterpay?.close()
})

const shownOf = async (workflowId: string) =>
  (await stack.temporal.workflow.getHandle(workflowId).describe()).typedSearchAttributes.get(
    SEARCH_ATTRIBUTES.needsAttention,
  ) ?? false
const shows = (workflowId: string, needsAttention: boolean) =>
  expect.poll(() => shownOf(workflowId), PATIENCE).toBe(needsAttention)
const asks = (chargeId: string, reason: string | null) =>
  vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe(reason), PATIENCE)

async function created(accountId: string, timing: { longestLifeMs?: number; graceMs?: number } = {}) {
  const { chargeId, creation } = await stack.start([accountId], { timing: { ...UNREAD, ...timing } })
  expect(await creation).toEqual({ outcome: 'created' })
  const { provider, transactionId } = await stack.charge(chargeId)
  const pay = () => stack.control('POST', `/transactions/${provider}/${transactionId}/pay`)
  return { chargeId, transactionId: transactionId ?? '', pay, workflowId: chargeWorkflowId(chargeId) }
}
/** From now on what its provider has is another amount. */
const worthLess = (chargeId: string) =>
  stack.database.writer.update(charges).set({ amount: 4900 }).where(eq(charges.id, chargeId))

test('another amount that a reading finds is shown on the running workflow', async () => {
  const { chargeId, pay, workflowId } = await created(await stack.addAccount('PAGUESAFE'))
  await worthLess(chargeId)
  await pay()
  await readNow(stack, chargeId)
  await asks(chargeId, 'amountMismatch')
  await shows(workflowId, true)
})

test('so is one that a notice brings', async () => {
  const accountId = await stack.addAccount('PAGUESAFE')
  const { chargeId, transactionId, pay, workflowId } = await created(accountId)
  await worthLess(chargeId)
  await pay()
  const eventId = await storeNotice(stack, { accountId, transactionId, status: 'paid', proof: 'token' })
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await asks(chargeId, 'amountMismatch')
  await shows(workflowId, true)
})

test('a word that no table knows is shown until a known one comes', async () => {
  const { chargeId, workflowId } = await created(await stack.addAccount('HUNTERPAY', { baseUrl: hunterpay.baseUrl }))
  for (const [said, asked] of [
    ['settled', true],
    ['waiting_payment', false],
    ['settled', true],
  ] as const) {
    hunterpay.word = said
    await readNow(stack, chargeId)
    await asks(chargeId, asked ? 'unmappedStatus' : null)
    await shows(workflowId, asked)
  }
})

test('another amount of a withdrawal is shown', async () => {
  const { row, answer } = await startWithdrawal(stack, [await stack.addAccount('ZENDRY')], { amount: 2500, timing: {} })
  expect(await answer).toEqual({ outcome: 'created' })
  await stack.database.writer.update(disbursements).set({ amount: 2400 }).where(eq(disbursements.id, row.id))
  await readNow(stack, row.id)
  expect(await untilAttention(stack, row.id)).toBe('amountMismatch')
  await shows(workflowOf(stack, row).workflowId, true)
})

test('what a reading finds after the end is in the list alone; a notice shows it on its own workflow', async () => {
  const accountId = await stack.addAccount('PAGUESAFE')
  const end = { longestLifeMs: 1_000, graceMs: 100 }
  const [read, told] = [await created(accountId, end), await created(accountId, end)]
  for (const { workflowId } of [read, told]) {
    expect(await stack.temporal.workflow.getHandle(workflowId).result()).toEqual({ status: 'REJECTED' })
  }
  await read.pay()
  await readNow(stack, read.chargeId)
  await asks(read.chargeId, 'latePayment')
  expect(await shownOf(read.workflowId)).toBe(false)

  await worthLess(told.chargeId)
  await told.pay()
  const { transactionId } = told
  const eventId = await storeNotice(stack, { accountId, transactionId, status: 'paid', proof: 'token' })
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  const late = `${told.workflowId}/event/${eventId}`
  await stack.temporal.workflow.getHandle(late).result()
  await asks(told.chargeId, 'amountMismatch')
  expect(await shownOf(late)).toBe(true)
  expect(await shownOf(told.workflowId)).toBe(false)
})
