/** Money that goes back at FLOW2PAY, which cannot be read: each of its notices states one return, a refund of ours or the bank's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayWebhookEvent } from '../../db/queries/webhook/events.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeEventWorkflowId, chargeWorkflowId, decideUpdate } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { startRefund, workflowOf } from '../support/disbursements.ts'
import { storeWebhook } from '../support/webhooks.ts'

const AMOUNT = 10_000

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('FLOW2PAY')
  await stack.control('PUT', '/webhook-addresses/FLOW2PAY', { url: 'http://127.0.0.1:1/' })
})
afterAll(() => stack?.close())

async function told(chargeId: string, said: object): Promise<string> {
  const { transactionId: txid } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, account, { txid, ...said }, 'sharedSecret')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  return eventId
}

async function paid(): Promise<string> {
  const { chargeId, creation } = await stack.start([account], { amount: AMOUNT })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/FLOW2PAY/${transactionId}/pay`)
  await told(chargeId, { evento: 'PixIn', valor: AMOUNT })
  expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  return chargeId
}

const heard = (chargeId: string, event: string) =>
  stack.temporal.workflow.getHandle(chargeEventWorkflowId(chargeId, event)).result()

async function reversed(chargeId: string, codigoTransacao: string, valor?: number): Promise<string> {
  const eventId = await told(chargeId, { evento: 'PixInReversal', codigoTransacao, valor })
  await heard(chargeId, eventId)
  return eventId
}

const questions = async (chargeId: string) =>
  (await stack.events(chargeId)).flatMap(({ type, detail }) =>
    type === 'needsAttention' ? [[detail?.reason, detail?.returned]] : [],
  )
const returnsIn = async (chargeId: string) =>
  (await stack.events(chargeId)).flatMap(({ type, detail }) => (type === 'eventIgnored' ? [detail?.returned] : []))

test('what the bank takes beside a refund of ours that was as much is asked about', async () => {
  const chargeId = await paid()
  const { row, answer } = await startRefund(stack, chargeId, { amount: 5_000 })
  expect(await answer).toEqual({ outcome: 'created' })
  await reversed(chargeId, 'ours', 5_000)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: null })
  const done = workflowOf(stack, row).executeUpdate(decideUpdate, { args: [{ kind: 'resolve', outcome: 'created' }] })
  expect(await done).toEqual({ became: 'carriedOut' })

  await reversed(chargeId, "the bank's", 5_000)
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'returnedInPart' })
  expect(await returnsIn(chargeId)).toEqual([5_000, 5_000])
  expect(await questions(chargeId)).toEqual([['returnedInPart', 10_000]])
})

test('each of two equal returns is asked about, and a notice that is delivered again is not', async () => {
  const chargeId = await paid()
  await reversed(chargeId, 'first', 3_000)
  expect(await questions(chargeId)).toEqual([['returnedInPart', 3_000]])
  const second = await reversed(chargeId, 'second', 3_000)
  await replayWebhookEvent(stack.database.writer, stack.platformId, second)
  expect(await deliverWebhookEvent(stack, second)).toBe('delivered')
  await heard(chargeId, `${second}.1`)
  expect(await questions(chargeId)).toEqual([
    ['returnedInPart', 3_000],
    ['returnedInPart', 6_000],
  ])
  expect(await returnsIn(chargeId)).toEqual([3_000, 3_000])
})

test('a return that states no amount, beside a refund of ours, is asked about each time', async () => {
  const chargeId = await paid()
  const { answer } = await startRefund(stack, chargeId, { amount: 5_000 })
  expect(await answer).toEqual({ outcome: 'created' })
  for (const codigoTransacao of ['first', 'second']) await reversed(chargeId, codigoTransacao)
  expect((await questions(chargeId)).map(([reason]) => reason)).toEqual(['refundAndChargeback', 'refundAndChargeback'])
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'refundAndChargeback' })
})
