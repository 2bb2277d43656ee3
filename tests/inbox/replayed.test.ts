/** An operator replays a notice while it is being delivered: the replay is delivered too. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayWebhookEvent } from '../../db/queries/webhook/events.ts'
import { loadWebhookEvent } from '../../db/queries/webhook/inbox.ts'
import { deliverStored, deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
})
afterAll(() => stack?.close())

test('a delivery that began before the replay does not mark the replay as delivered', async () => {
  const { writer } = stack.database
  const { chargeId, creation } = await stack.start([asaas])
  await creation
  const { transactionId } = await stack.charge(chargeId)
  const id = await storeNotice(stack, { accountId: asaas, transactionId: transactionId ?? '', status: 'PENDING' })
  const begun = await loadWebhookEvent(writer, id)
  if (!begun) throw new Error('No such notice')
  await replayWebhookEvent(writer, stack.platformId, id)
  expect(await deliverStored(stack, begun)).toBe('delivered')
  expect(await loadWebhookEvent(writer, id)).toMatchObject({ state: 'pending', replays: 1, attempts: 0 })
  expect(await deliverWebhookEvent(stack, id)).toBe('delivered')
  expect(await loadWebhookEvent(writer, id)).toMatchObject({ state: 'delivered', replays: 1 })
})
