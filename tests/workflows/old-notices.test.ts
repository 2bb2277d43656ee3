/** Unproved notices that arrive after their provider has gone on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

test('one that the provider has left behind is no news, and asks nobody', async () => {
  const accountId = await stack.addAccount('PAGUESAFE')
  const { chargeId, creation } = await stack.start([accountId], { timing: { pollFirstMs: 200, pollMaxMs: 400 } })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  const act = (action: string) => stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/${action}`)
  await act('pay')
  await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
  await act('refund')
  for (const status of ['refunded', 'paid']) {
    const notice = { accountId, transactionId: transactionId ?? '', status, proof: 'token' as const }
    const eventId = await storeNotice(stack, notice)
    await deliverWebhookEvent(stack, eventId)
    await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
  }
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', attention: null })
})
