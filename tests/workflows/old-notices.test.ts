/** Notices that are applied after their provider, or we, have gone on. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges, webhookEvents } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeEventWorkflowId, chargeWorkflowId, providerEventSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { untilAwaited } from '../support/locks.ts'
import { readNow } from '../support/readings.ts'
import { storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(() => stack?.close())

type Waiting = Awaited<ReturnType<typeof waiting>>

const LATER = [
  ['token', 'refund', 'refunded', 'REFUNDED'],
  ['signature', 'refund', 'refunded', 'REFUNDED'],
  ['token', 'chargeback', 'chargedback', 'CHARGEBACK'],
  ['signature', 'chargeback', 'chargedback', 'CHARGEBACK'],
] as const

test.each(LATER)(
  'proved by %s, of a payment before its %s: no news, and no operator is asked',
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

test('a payment’s notice that the demand of its bank overtakes on the way is no news: the provider is read, and no operator is asked', async () => {
  const accountId = await stack.addAccount('ASAAS')
  const { chargeId, creation } = await stack.start([accountId], { timing: { pollFirstMs: 600_000 } })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  const play = (action: string) => stack.control('POST', `/transactions/ASAAS/${transactionId}/${action}`)
  await stack.control('PUT', '/webhook-addresses/ASAAS', { url: 'http://127.0.0.1:1/' })
  await play('pay')
  await play('chargeback')
  const proof = 'sharedSecret'
  const eventId = await storeNotice(stack, { accountId, transactionId: transactionId ?? '', status: 'RECEIVED', proof })
  const workflow = stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
  await stack.database.writer.transaction(async (tx) => {
    await tx.select().from(charges).where(eq(charges.id, chargeId)).for('update')
    await workflow.signal(providerEventSignal, { eventId })
    await untilAwaited(tx, stack.database)
    await applyTransition(tx, { chargeId, to: 'CHARGEBACK', cause: 'webhook', key: 'webhook/demand' })
  })
  await workflow.result()
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'CHARGEBACK', attention: null })
})

/** One that came an hour before we gave the charge up, and waits here; the buyer has paid. */
async function waiting(status: string) {
  const { writer } = stack.database
  const accountId = await stack.addAccount('PAGUESAFE')
  const { chargeId, creation } = await stack.start([accountId], { timing: { pollFirstMs: 600_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  const store = (said: string) =>
    storeNotice(stack, { accountId, transactionId: transactionId ?? '', status: said, proof: 'token' })
  const eventId = await store(status)
  const receivedAt = sql`received_at - interval '1 hour'`
  await writer.update(webhookEvents).set({ receivedAt }).where(eq(webhookEvents.id, eventId))
  await applyTransition(writer, { chargeId, to: 'REJECTED', cause: 'timer', key: 'timer/expired', givesUp: true })
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  const end = () => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()
  return { chargeId, eventId, store, end }
}

const deliver = async (eventId: string) => expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')

test.each([
  { status: 'waiting_payment', attention: 'latePayment' },
  { status: 'paid', attention: null },
])('one that said $status before we gave up the charge, which is read as paid now: $attention', async (row) => {
  const { chargeId, eventId, end } = await waiting(row.status)
  await deliver(eventId)
  expect(await end()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: row.attention })
})

describe.each([
  { overtakes: 'a reading', take: ({ chargeId }: Waiting) => readNow(stack, chargeId) },
  { overtakes: 'a notice that came late', take: async ({ store }: Waiting) => deliver(await store('paid')) },
])('one that $overtakes overtakes', ({ take }) => {
  test.each([
    { status: 'waiting_payment', attention: 'latePayment' },
    { status: 'paid', attention: null },
  ])('and that says $status: $attention', async ({ status, attention }) => {
    const notice = await waiting(status)
    await take(notice)
    expect(await notice.end()).toEqual({ status: 'APPROVED' })
    await deliver(notice.eventId)
    await stack.temporal.workflow.getHandle(chargeEventWorkflowId(notice.chargeId, notice.eventId)).result()
    expect(await stack.charge(notice.chargeId)).toMatchObject({ status: 'APPROVED', attention })
  })
})
