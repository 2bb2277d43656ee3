/** Parts of a charge that the provider has taken on and not carried out: news of one is no news of the others. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId, providerEventSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, paidCharge, startRefund, workflowOf } from '../support/disbursements.ts'
import { readNow, timesRead } from '../support/readings.ts'
import { storeWebhook } from '../support/webhooks.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const AMOUNT = 10_000

let stack: ChargeStack
const accounts: Record<string, string> = {}
beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['ONZ', 'FLOW2PAY', 'GATYWAY']) {
    accounts[provider] = await stack.addAccount(provider)
    await stack.control('PUT', `/faults/${provider}/*`, { fault: 'refundInProgress', times: 0 })
    await stack.control('PUT', `/webhook-addresses/${provider}`, { url: 'http://127.0.0.1:1/' })
  }
})
afterAll(() => stack?.close())

const becomes = (chargeId: string, expected: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(expected), PATIENCE)

async function told(provider: string, chargeId: string, body: object): Promise<void> {
  const eventId = await storeWebhook(stack, accounts[provider] ?? '', body, 'sharedSecret')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
}

async function begun(chargeId: string, amount: number) {
  const { row, answer } = await startRefund(stack, chargeId, { amount, timing: HASTY })
  expect(await answer).toEqual({ outcome: 'created' })
  return row
}

test('one of two that went back leaves the charge paid, and the other waits until it is told of itself', async () => {
  const chargeId = await paidCharge(stack, accounts.ONZ ?? '', AMOUNT)
  const first = await begun(chargeId, 3_000)
  const second = await begun(chargeId, 7_000)
  const { transactionId: txId } = await stack.charge(chargeId)
  const data = { txId, status: 'LIQUIDATED', payment: { amount: '30.00', currency: 'BRL' }, refunds: [] }
  await stack.control('POST', `/refunds/ONZ/${txId}/settle`)
  await told('ONZ', chargeId, { type: 'REFUND', data })
  expect(await workflowOf(stack, first).result()).toEqual({ status: 'APPROVED' })
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 3_000 })
  expect(await disbursementOf(stack, second.id)).toMatchObject({ status: 'PENDING' })
  await stack.control('POST', `/refunds/ONZ/${txId}/deny`)
  expect(await workflowOf(stack, second).result()).toEqual({ status: 'REJECTED' })
  await becomes(chargeId, { status: 'APPROVED', refundedAmount: 3_000 })
})

test('news of a part where the provider cannot be asked ends, and does not ask for ever', async () => {
  const { chargeId, creation } = await stack.start([accounts.FLOW2PAY ?? ''], { amount: AMOUNT })
  await creation
  const { transactionId: txid } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/FLOW2PAY/${txid}/pay`)
  const { data } = await stack.control<{ data: { body: string }[] }>(
    'GET',
    `/webhooks?provider=FLOW2PAY&transaction=${txid}`,
  )
  const paid = await storeWebhook(stack, accounts.FLOW2PAY ?? '', JSON.parse(data[0]?.body ?? '{}'), 'sharedSecret')
  const workflow = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  await workflow.signal(providerEventSignal, { eventId: paid })
  expect(await workflow.result()).toEqual({ status: 'APPROVED' })
  await begun(chargeId, 3_000)
  await told('FLOW2PAY', chargeId, { ...JSON.parse(data[0]?.body ?? '{}'), evento: 'PixInReversal', valor: 30 })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
})

test('what went back in the dashboard before is not taken for a part that is still under way', async () => {
  const chargeId = await paidCharge(stack, accounts.GATYWAY ?? '', AMOUNT)
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/GATYWAY/${transactionId}/refund`, { amount: 3_000 })
  const row = await begun(chargeId, 3_000)
  for (const reads of [2, 3]) {
    await readNow(stack, row.id)
    await vi.waitFor(async () => expect(await timesRead(stack, row.id)).toBeGreaterThanOrEqual(reads), PATIENCE)
  }
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING' })
})
