/** Notices that arrive after their provider has gone on. */
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

const LATER = [
  ['token', 'refund', 'refunded', 'REFUNDED'],
  ['signature', 'refund', 'refunded', 'REFUNDED'],
  ['token', 'chargeback', 'chargedback', 'CHARGEBACK'],
  ['signature', 'chargeback', 'chargedback', 'CHARGEBACK'],
] as const

test.each(LATER)(
  'proved by %s, of a payment before its %s: no news, and nobody is asked',
  async (proof, act, word, status) => {
    const accountId = await stack.addAccount('PAGUESAFE')
    const { chargeId, creation } = await stack.start([accountId], { timing: { pollFirstMs: 200, pollMaxMs: 400 } })
    await creation
    const { transactionId } = await stack.charge(chargeId)
    const play = (action: string) => stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/${action}`)
    await play('pay')
    await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
    await play(act)
    for (const said of [word, 'paid']) {
      const notice = { accountId, transactionId: transactionId ?? '', status: said, proof }
      const eventId = await storeNotice(stack, notice)
      await deliverWebhookEvent(stack, eventId)
      await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
    }
    expect(await stack.charge(chargeId)).toMatchObject({ status, attention: null })
  },
)
