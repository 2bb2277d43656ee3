/** A notice becomes due again while it is being delivered, as an operator replays it or names its transaction: it is delivered once more. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attemptId } from '../../db/attempt-ids.ts'
import { replayWebhookEvent } from '../../db/queries/webhook/events.ts'
import { loadWebhookEvent } from '../../db/queries/webhook/inbox.ts'
import { chargeAttempts, webhookEvents } from '../../db/schema/index.ts'
import { deliverStored, deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { untilAwaited } from '../support/locks.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack({}, HASTE, { sweeps: false })
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

test('the last try of a delivery does not give up what is named meanwhile', async () => {
  const { writer } = stack.database
  const { chargeId, creation } = await stack.start([asaas])
  await creation
  const transactionId = `unnamed${chargeId}`
  const id = await storeNotice(stack, { accountId: asaas, transactionId, status: 'PENDING' })
  const isNotice = eq(webhookEvents.id, id)
  expect(await deliverWebhookEvent(stack, id)).toBe('pending')
  await writer.update(webhookEvents).set({ attempts: 59 }).where(isNotice)
  const lastTry = await writer.transaction(async (tx) => {
    await tx.select().from(webhookEvents).where(isNotice).for('update')
    const delivery = deliverWebhookEvent(stack, id)
    await untilAwaited(tx, stack.database)
    const attempt = {
      id: attemptId(chargeId, 7),
      chargeId,
      number: 7,
      state: 'answered',
      outcome: 'superseded',
    } as const
    await tx.insert(chargeAttempts).values({ ...attempt, providerAccountId: asaas, provider: 'ASAAS', transactionId })
    return { delivery }
  })
  await lastTry.delivery
  expect(await loadWebhookEvent(writer, id)).toMatchObject({ state: 'pending', attempts: 0, chargeId: null })
  expect(await deliverWebhookEvent(stack, id)).toBe('delivered')
  expect(await loadWebhookEvent(writer, id)).toMatchObject({ state: 'delivered', chargeId })
})
