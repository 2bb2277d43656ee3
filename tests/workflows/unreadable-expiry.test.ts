/** How a charge ends that is not paid, at providers that cannot be read: only notices tell of them. */
import { and, eq, like, or, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAgain } from '../../api/movement/start.ts'
import { replayWebhookEvent } from '../../db/queries/webhook/events.ts'
import { chargeEvents, charges, platforms, webhookEvents } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import {
  type ChargeInput,
  chargeEventWorkflowId,
  chargeWorkflowId,
  decideUpdate,
  FORGOTTEN,
  providerEventSignal,
  SEARCH_ATTRIBUTES,
  statusQuery,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { type Proof, storeWebhook } from '../support/webhooks.ts'

const AMOUNT = 10_000
/** That the provider cannot be read is waited for as long as it takes: one that is only slow would be asked about. */
const timing = { pollFirstMs: 200, pollMaxMs: 400, longestLifeMs: 1_000, unknownMs: 60_000 }

let stack: ChargeStack
const accounts: Record<string, string> = {}
beforeAll(async () => {
  stack = await startChargeStack()
  for (const provider of ['FLOW2PAY', 'FIREBANK']) accounts[provider] = await stack.addAccount(provider)
})
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const keep = (chargeId: string, name: string) => stack.keepHistory(chargeWorkflowId(chargeId), name)

async function created(provider: string, graceMs: number): Promise<string> {
  const { chargeId, creation } = await stack.start([accounts[provider] ?? ''], {
    amount: AMOUNT,
    timing: { ...timing, graceMs },
  })
  expect(await creation).toEqual({ outcome: 'created' })
  return chargeId
}

async function paid(chargeId: string, valor: number, proof: Proof = 'sharedSecret'): Promise<string> {
  const { transactionId: txid } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, accounts.FLOW2PAY ?? '', { evento: 'PixIn', txid, valor }, proof)
  return deliverWebhookEvent(stack, eventId)
}

test.each(['FLOW2PAY', 'FIREBANK'])('%s: is given up after the grace, and no operator is asked', async (provider) => {
  const chargeId = await created(provider, 300)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REJECTED', attention: null })
  const events = await stack.events(chargeId)
  expect(events.filter(({ type }) => type === 'needsAttention')).toEqual([])
  const [event] = events.filter(({ type }) => type === 'statusChanged')
  expect(event).toMatchObject({ cause: 'timer', detail: { rawStatus: 'expired' } })
  await keep(chargeId, `expired-unread-${provider.toLowerCase()}`)
})

test('a payment that is told of in the grace is one in time, and one after it is matched as a late one', async () => {
  const inTime = await created('FLOW2PAY', 600_000)
  const late = await created('FLOW2PAY', 300)
  expect(await handleOf(late).result()).toEqual({ status: 'REJECTED' })
  for (const chargeId of [inTime, late]) expect(await paid(chargeId, AMOUNT)).toBe('delivered')
  expect(await handleOf(inTime).result()).toEqual({ status: 'APPROVED' })
  await vi.waitFor(
    async () => expect(await stack.charge(late)).toMatchObject({ status: 'APPROVED', attention: 'latePayment' }),
    60_000,
  )
  expect(await stack.charge(inTime)).toMatchObject({ status: 'APPROVED', attention: null })
})

test.each([
  { when: 'before the charge was given up', waited: '1 hour', by: 'us', attention: null },
  { when: 'after it', waited: '0', by: 'us', attention: 'latePayment' },
  { when: 'before the charge was given up', waited: '1 hour', by: 'an operator', attention: null },
  { when: 'after it', waited: '0', by: 'an operator', attention: 'latePayment' },
])('a payment whose notice came $when, and was delivered afterwards by $by: $attention', async (row) => {
  const { waited, by, attention } = row
  const chargeId = await created('FLOW2PAY', 300)
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
  const { transactionId: txid } = await stack.charge(chargeId)
  const eventId = await storeWebhook(stack, accounts.FLOW2PAY ?? '', { evento: 'PixIn', txid, valor: AMOUNT })
  const receivedAt = sql`received_at - ${waited}::interval`
  const { writer } = stack.database
  await writer.update(webhookEvents).set({ receivedAt }).where(eq(webhookEvents.id, eventId))
  const isOperators = by === 'an operator'
  if (isOperators) await replayWebhookEvent(writer, stack.platformId, eventId)
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  const eventKey = isOperators ? `${eventId}.1` : eventId
  await stack.temporal.workflow.getHandle(chargeEventWorkflowId(chargeId, eventKey)).result()
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention })
})

/** Before its end, while an operator is asked about a notice that it was paid, of another amount or without a proof. */
async function asked(attention: 'amountMismatch' | 'unconfirmedNotice', graceMs = 30_000): Promise<string> {
  const isOurs = eq(platforms.id, stack.platformId)
  await stack.database.writer.update(platforms).set({ maxUnprovedAmount: 0 }).where(isOurs)
  const chargeId = await created('FLOW2PAY', graceMs)
  if (attention === 'amountMismatch') expect(await paid(chargeId, AMOUNT - 1)).toBe('failed')
  else expect(await paid(chargeId, AMOUNT, 'token')).toBe('delivered')
  await isAsked(chargeId, attention)
  await hasApplied(chargeId)
  return chargeId
}

/** Its workflow has applied the notice. */
const hasApplied = (chargeId: string) =>
  vi.waitFor(async () => {
    const { typedSearchAttributes } = await handleOf(chargeId).describe()
    expect(typedSearchAttributes.get(SEARCH_ATTRIBUTES.needsAttention)).toBe(true)
  }, 60_000)

const isAsked = (chargeId: string, attention: string) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention }), 200_000)

async function askedAtItsEnd(): Promise<string> {
  const chargeId = await asked('amountMismatch')
  // It loads its row once the provider has said that it has no reading.
  await vi.waitFor(async () => {
    const { events } = await handleOf(chargeId).fetchHistory()
    const end = events?.findIndex((event) => event.activityTaskFailedEventAttributes) ?? -1
    expect(end).toBeGreaterThan(0)
    expect(events?.slice(end).some((event) => event.markerRecordedEventAttributes)).toBe(true)
  }, 60_000)
  return chargeId
}

test('one of which a notice says that it was paid is not given up: an operator decides', async () => {
  const chargeId = await askedAtItsEnd()
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention: 'amountMismatch' })
  const taken = handleOf(chargeId).executeUpdate(decideUpdate, {
    args: [{ kind: 'resolve', outcome: 'created', about: 'amountMismatch', by: 'ana' }],
  })
  expect(await taken).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  await keep(chargeId, 'expired-unread-and-asked')
})

/** A database failover loses the question, and perhaps the notice too. */
async function loseQuestion(chargeId: string, lost = 'the question'): Promise<void> {
  const { transactionId } = await stack.charge(chargeId)
  const isQuestion = or(
    ...['mismatch/%', 'unconfirmed/%', 'needsAttention/%'].map((key) => like(chargeEvents.key, key)),
  )
  await stack.database.writer.transaction(async (tx) => {
    // A failover keeps to no trigger.
    await tx.execute(sql`SET LOCAL session_replication_role = 'replica'`)
    await tx.delete(chargeEvents).where(and(eq(chargeEvents.chargeId, chargeId), isQuestion))
    await tx.update(charges).set({ attentionReasons: [] }).where(eq(charges.id, chargeId))
    if (lost === 'the question') return
    await tx.delete(webhookEvents).where(like(webhookEvents.body, `%${transactionId}%`))
  })
  expect((await stack.charge(chargeId)).attention).toBeNull()
}

/** Its row asks again, and an operator's answer ends it. */
async function isAskedAgain(chargeId: string, attention: string): Promise<void> {
  await isAsked(chargeId, attention)
  const given = { kind: 'cancel', about: attention, by: 'ana' } as const
  expect(await handleOf(chargeId).executeUpdate(decideUpdate, { args: [given] })).toEqual({ became: 'carriedOut' })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'REJECTED' })
}

test('a question that a failover has lost before the end is asked again at the end', async () => {
  const ways = [
    { about: 'unconfirmedNotice', lost: 'the question', again: 'unconfirmedNotice', name: 'lost-question-sought' },
    { about: 'amountMismatch', lost: 'the question', again: 'amountMismatch' },
    // Nothing says any more what was paid.
    { about: 'unconfirmedNotice', lost: 'the question and its notice', again: 'unconfirmedNotice' },
    {
      about: 'amountMismatch',
      lost: 'the question and its notice',
      again: 'unconfirmedNotice',
      name: 'lost-question-and-notice-sought',
    },
  ] as const
  const lostOnes = ways.map(async (way) => {
    const chargeId = await asked(way.about, 75_000)
    await loseQuestion(chargeId, way.lost)
    return { ...way, chargeId }
  })
  for (const { chargeId, again, ...way } of await Promise.all(lostOnes)) {
    await isAskedAgain(chargeId, again)
    if ('name' in way) await keep(chargeId, way.name)
  }
}, 300_000)

test.each(['the question', 'the question and its notice'])(
  '%s that a failover has lost is asked again',
  async (lost) => {
    const chargeId = await askedAtItsEnd()
    await loseQuestion(chargeId, lost)
    await handleOf(chargeId).signal(providerEventSignal, { eventId: FORGOTTEN })
    await isAskedAgain(chargeId, 'amountMismatch')
    if (lost !== 'the question') await keep(chargeId, 'lost-question-asked-again')
  },
)

/** Another run takes the place of one that was lost. It knows the notices only from its rows. */
async function recovered(chargeId: string): Promise<void> {
  await handleOf(chargeId).terminate('lost')
  const provider = 'FLOW2PAY'
  await startAgain(stack.temporal, {
    workflowType: WORKFLOW_TYPES.charge,
    workflowId: chargeWorkflowId(chargeId),
    provider,
    input: {
      chargeId,
      platformId: stack.platformId,
      candidates: [{ accountId: accounts[provider] ?? '', provider }],
      timing: { ...timing, graceMs: 15_000 },
      recovery: { attempt: 1, stands: 'created' },
    } as ChargeInput,
    isOpen: async () => true,
  })
  await hasApplied(chargeId)
  await vi.waitFor(async () => expect(await handleOf(chargeId).query(statusQuery)).toMatchObject(ENDING), 60_000)
}
const ENDING = { phase: 'expiring' }

test('a question that a failover has lost is asked again by a run that takes the place of a lost one', async () => {
  const ways = [
    { about: 'unconfirmedNotice', lost: 'the question', again: 'unconfirmedNotice', name: 'loaded-notice-sought' },
    { about: 'amountMismatch', lost: 'the question', again: 'amountMismatch' },
    { about: 'amountMismatch', lost: 'the question and its notice', again: 'unconfirmedNotice' },
  ] as const
  const lostOnes = ways.map(async (way) => {
    const chargeId = await asked(way.about, 600_000)
    await recovered(chargeId)
    await loseQuestion(chargeId, way.lost)
    // Should it wait for an operator already, as the sweep would tell it.
    await handleOf(chargeId).signal(providerEventSignal, { eventId: FORGOTTEN })
    return { ...way, chargeId }
  })
  for (const { chargeId, again, ...way } of await Promise.all(lostOnes)) {
    await isAskedAgain(chargeId, again)
    if ('name' in way) await keep(chargeId, way.name)
  }
}, 300_000)
