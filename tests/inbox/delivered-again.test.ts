/** A notice is delivered again, and no operator asked for it: a failover has lost what it became, or its word means something else now. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDispute } from '../../db/queries/dispute/close.ts'
import { replayWebhookEvent, reviveWebhookEvent } from '../../db/queries/webhook/events.ts'
import { chargeEvents, charges, disputes, platforms, webhookEvents } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { retranslate } from '../../inbox/retranslate.ts'
import { chargeEventWorkflowId, chargeWorkflowId, withdrawalEventWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementEventsOf, disbursementOf, HASTY, startWithdrawal, workflowOf } from '../support/disbursements.ts'
import { type Proof, storeWebhook } from '../support/webhooks.ts'

/** Neither can be read. */
let firebank: string
let flow2pay: string
let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack()
  firebank = await stack.addAccount('FIREBANK')
  flow2pay = await stack.addAccount('FLOW2PAY')
})
afterAll(() => stack?.close())

const until = (check: () => Promise<void>) => vi.waitFor(check, 60_000)

async function tell(accountId: string, said: object, proof: Proof): Promise<string> {
  const eventId = await storeWebhook(stack, accountId, said, proof)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  return eventId
}

const believe = (maxUnprovedAmount: number) =>
  stack.database.writer.update(platforms).set({ maxUnprovedAmount }).where(eq(platforms.id, stack.platformId))

test('what a failover has lost of a notice is applied again', async () => {
  await believe(0)
  const { chargeId, creation } = await stack.start([flow2pay], { amount: 12_345 })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId: txid } = await stack.charge(chargeId)
  await tell(flow2pay, { txid, evento: 'PixIn', valor: 12_345 }, 'sharedSecret')
  expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  const eventId = await tell(flow2pay, { txid, evento: 'PixInReversal', valor: 12_345 }, 'token')
  await stack.temporal.workflow.getHandle(chargeEventWorkflowId(chargeId, eventId)).result()
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention: 'unconfirmedNotice' })

  const { type, chargeId: of } = chargeEvents
  await stack.database.writer.transaction(async (tx) => {
    // A failover keeps to no trigger.
    await tx.execute(sql`SET LOCAL session_replication_role = 'replica'`)
    await tx.delete(chargeEvents).where(and(eq(of, chargeId), inArray(type, ['eventIgnored', 'needsAttention'])))
    await tx.update(charges).set({ attentionReasons: [] }).where(eq(charges.id, chargeId))
    await tx.update(webhookEvents).set({ state: 'pending' }).where(eq(webhookEvents.id, eventId))
  })
  expect(await stack.charge(chargeId)).toMatchObject({ attention: null })
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await until(async () => expect(await stack.charge(chargeId)).toMatchObject({ attention: 'unconfirmedNotice' }))
})

test('a new translation is no operator who confirms that a withdrawal failed', async () => {
  await believe(50_000)
  const { row, answer } = await startWithdrawal(stack, [firebank], { amount: 40_000, timing: HASTY })
  expect(await answer).toEqual({ outcome: 'created' })
  const is = (wanted: object) => until(async () => expect(await disbursementOf(stack, row.id)).toMatchObject(wanted))
  const ignored = (count: number) =>
    until(async () => {
      const types = await disbursementEventsOf(stack, row.id)
      expect(types.filter((type) => type === 'eventIgnored')).toHaveLength(count)
    })
  const { externalId: transactionId } = await disbursementOf(stack, row.id)
  const said = { transactionId, movementType: 'DEBIT', status: 'ERROR', value: 40_000 }
  const eventId = await tell(firebank, said, 'token')
  await ignored(1)
  // As a table had it that took the word for one of a withdrawal under way.
  const { writer } = stack.database
  await writer.update(webhookEvents).set({ status: 'PENDING' }).where(eq(webhookEvents.id, eventId))

  const unheard = { onFound: () => {}, onProgress: () => {} }
  expect(await retranslate(stack, { apply: true, ...unheard })).toBe(1)
  await ignored(2)
  await is({ status: 'PENDING', attentionReasons: expect.arrayContaining(['unconfirmedNotice']) })

  await replayWebhookEvent(writer, stack.platformId, eventId)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await is({ status: 'REJECTED' })
})

const AGAIN = [
  { who: 'a new translation', again: reviveWebhookEvent, isNews: false },
  { who: 'an operator', again: replayWebhookEvent, isNews: true },
]

test.each(AGAIN)(
  'a failure from before a withdrawal was paid is its return, if $who says so: $isNews',
  async ({ again, isNews }) => {
    const { row, answer } = await startWithdrawal(stack, [flow2pay], { timing: HASTY })
    expect(await answer).toEqual({ outcome: 'created' })
    const { externalId, amount } = await disbursementOf(stack, row.id)
    const say = (status: string) =>
      tell(flow2pay, { evento: 'PixOut', codigoTransacao: externalId, valor: -amount, status }, 'sharedSecret')
    const before = await say('Em processamento')
    await say('Sucesso')
    expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
    // As if the table had taken the word of a failure for one of a withdrawal under way.
    const { writer } = stack.database
    const body = sql`replace(${webhookEvents.body}, 'Em processamento', 'Falha')`
    await writer.update(webhookEvents).set({ body }).where(eq(webhookEvents.id, before))
    await again(writer, stack.platformId, before)
    expect(await deliverWebhookEvent(stack, before)).toBe('delivered')
    await stack.temporal.workflow.getHandle(withdrawalEventWorkflowId(row.id, `${before}.1`)).result()
    const stays = { status: 'APPROVED', attentionReasons: ['contradicted'] }
    const comesBack = { status: 'REJECTED', attentionReasons: [] }
    expect(await disbursementOf(stack, row.id)).toMatchObject(isNews ? comesBack : stays)
  },
)

test.each([
  { words: ['Falha', 'Sucesso'], order: [1, 0], ends: { status: 'APPROVED', attentionReasons: ['contradicted'] } },
  { words: ['Sucesso', 'Falha'], order: [0, 1], ends: { status: 'REJECTED', attentionReasons: [] } },
])('withdrawal notices that waited here count by when they came: $words', async ({ words, order, ends }) => {
  const { row, answer } = await startWithdrawal(stack, [flow2pay], { timing: HASTY })
  expect(await answer).toEqual({ outcome: 'created' })
  const { externalId: codigoTransacao, amount } = await disbursementOf(stack, row.id)
  const waiting: string[] = []
  for (const [place, status] of words.entries()) {
    const said = { evento: 'PixOut', codigoTransacao, valor: -amount, status }
    const eventId = await storeWebhook(stack, flow2pay, said, 'sharedSecret')
    const receivedAt = sql`now() - make_interval(mins => ${words.length - place})`
    await stack.database.writer.update(webhookEvents).set({ receivedAt }).where(eq(webhookEvents.id, eventId))
    waiting.push(eventId)
  }
  const [first = '', second = ''] = order.map((place) => waiting[place])
  expect(await deliverWebhookEvent(stack, first)).toBe('delivered')
  expect(await workflowOf(stack, row).result()).toEqual({ status: 'APPROVED' })
  expect(await deliverWebhookEvent(stack, second)).toBe('delivered')
  await stack.temporal.workflow.getHandle(withdrawalEventWorkflowId(row.id, second)).result()
  expect(await disbursementOf(stack, row.id)).toMatchObject(ends)
})

test.each(AGAIN)(
  'a demand from before a dispute was won is another one, if $who says so: $isNews',
  async ({ again, isNews }) => {
    const { chargeId, creation } = await stack.start([flow2pay])
    expect(await creation).toEqual({ outcome: 'created' })
    const { transactionId: txid, amount: valor } = await stack.charge(chargeId)
    const say = (evento: string, more: object = {}) => tell(flow2pay, { ...more, txid, evento, valor }, 'sharedSecret')
    const heard = (eventId: string) =>
      stack.temporal.workflow.getHandle(chargeEventWorkflowId(chargeId, eventId)).result()
    await say('PixIn')
    expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
    await heard(await say('PixInReversal'))
    const before = await say('PixInReversal', { codigoTransacao: 'E2' })
    await heard(before)
    const { writer } = stack.database
    const [dispute] = await writer.select().from(disputes).where(eq(disputes.chargeId, chargeId))
    if (!dispute) throw new Error('No dispute')
    await closeDispute(writer, dispute, { state: 'WON', note: 'It says so in the dashboard', by: 'ana' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED' })
    await again(writer, stack.platformId, before)
    expect(await deliverWebhookEvent(stack, before)).toBe('delivered')
    await heard(`${before}.1`)
    expect(await stack.charge(chargeId)).toMatchObject({ status: isNews ? 'CHARGEBACK' : 'APPROVED' })
  },
)
