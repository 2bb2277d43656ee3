/** What happens to a receiver: its creation, claimed before the bytes leave, and its way to approval. */
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/charge-events.ts'
import { answeredBy, type Decided, decisionEvent, isDoubt } from '../../../domain/decision.ts'
import { RECEIVER_STATUSES, type ReceiverStatus } from '../../../domain/receiver.ts'
import { canReceiverMove, type ReceiverAttention, type ReceiverEventType } from '../../../domain/receiver-events.ts'
import type { Database, Queryable } from '../../client.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { platforms, providerAccounts, receiverEvents, receivers } from '../../schema/index.ts'
import type { AccountRow, PlatformRow } from '../charge/attempts.ts'
import type { ReceiverRow } from './read.ts'

export interface ReceiverScene {
  receiver: ReceiverRow
  account: AccountRow
  platform: PlatformRow
}

/** Undefined when the receiver is gone: it was never begun. */
export async function loadReceiver(db: Database, id: string): Promise<ReceiverScene | undefined> {
  const [row] = await db
    .select({ receiver: receivers, account: providerAccounts, platform: platforms })
    .from(receivers)
    .innerJoin(platforms, eq(platforms.id, receivers.platformId))
    .innerJoin(providerAccounts, eq(providerAccounts.id, receivers.providerAccountId))
    .where(eq(receivers.id, id))
  return row
}

/**
 * Commits that the creation is about to be sent.
 * @returns false when another run has done so before: do not send.
 */
export async function claimReceiver(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(receivers)
    .set({ creation: 'sending' })
    .where(and(eq(receivers.id, id), eq(receivers.creation, 'created')))
    .returning({ id: receivers.id })
  return rows.length === 1
}

export async function saveReceiverJournal(db: Database, id: string, sealedJournal: string): Promise<void> {
  await db.update(receivers).set({ sealedJournal }).where(eq(receivers.id, id))
}

/**
 * What was seen so far is kept for a person; `again`: the creation may be begun anew, from the answers that it has. Only the
 * run that claimed the creation may take it back, or say that its outcome is unknown.
 */
export async function recordReceiverTrouble(
  db: Database,
  id: string,
  trouble: {
    again: boolean
    claimed: boolean
    sealedJournal: string | null
    exchange: ExchangeEntry[]
    failureMessage: string
  },
): Promise<void> {
  const { again, claimed, ...columns } = trouble
  await db
    .update(receivers)
    .set({ ...columns, ...(again ? { creation: 'created' } : {}), updatedAt: sql`now()` })
    .where(and(eq(receivers.id, id), eq(receivers.creation, claimed ? 'sending' : 'created')))
  if (again || !claimed) return
  await appendReceiverEvents(db, id, [
    { key: 'unknownOutcome', type: 'unknownOutcome', cause: 'provider', detail: { message: trouble.failureMessage } },
  ])
}

export interface CreatedReceiver {
  receiverId: string
  sealedReceiverToken: string | null
  status: ReceiverStatus
  balance: number | null
  exchange: ExchangeEntry[]
  workflowRunId: string
}

/** The provider has it: row and history in one transaction. False when it had been answered before. */
export async function recordReceiverCreated(
  db: Database,
  id: string,
  { status, ...made }: CreatedReceiver,
): Promise<boolean> {
  const answered = { ...made, sealedJournal: null, failureMessage: null, attention: null }
  return answerCreation(db, id, { ...answered, status }, [
    { key: 'created', type: 'created', cause: 'provider', detail: { receiverId: made.receiverId } },
    ...(status === 'PENDING' ? [] : [movedTo(status, 'PENDING', 'created', 'provider')]),
  ])
}

/** The provider refused it: nobody will be paid by it. */
export async function recordReceiverRefused(
  db: Database,
  id: string,
  { message, ...kept }: { message: string; exchange: ExchangeEntry[]; workflowRunId: string },
): Promise<boolean> {
  const refused = {
    ...kept,
    status: 'REJECTED' as const,
    failureMessage: message,
    sealedJournal: null,
    attention: null,
  }
  return answerCreation(db, id, refused, [
    { key: 'refused', type: 'refused', cause: 'provider', detail: { message } },
    movedTo('REJECTED', 'PENDING', 'refused', 'provider'),
  ])
}

async function answerCreation(
  db: Database,
  id: string,
  columns: Partial<ReceiverRow>,
  events: readonly EventDraft[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(receivers)
      .set({ ...columns, creation: 'answered', updatedAt: sql`now()` })
      .where(and(eq(receivers.id, id), sql`${receivers.creation} <> 'answered'`))
      .returning({ id: receivers.id })
    if (rows.length === 0) return false
    await appendReceiverEvents(tx, id, events)
    return true
  })
}

/** Moves the receiver if its life allows it. @returns its status now. */
export async function moveReceiver(
  db: Database,
  id: string,
  { to, cause, key, by }: { to: ReceiverStatus; cause: EventCause; key: string; by?: string },
): Promise<ReceiverStatus | undefined> {
  const from = RECEIVER_STATUSES.filter((status) => canReceiverMove(status, to))
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ status: receivers.status })
      .from(receivers)
      .where(eq(receivers.id, id))
      .for('update')
    if (!before || !from.includes(before.status)) return before?.status
    await tx
      .update(receivers)
      .set({ status: to, creation: 'answered', attention: null, updatedAt: sql`now()` })
      .where(eq(receivers.id, id))
    await appendReceiverEvents(tx, id, [movedTo(to, before.status, key, cause, by)])
    return to
  })
}

/** A person has decided: the creation is begun anew, as if it had never been sent. */
export async function reopenReceiver(db: Database, id: string): Promise<void> {
  await db
    .update(receivers)
    .set({ creation: 'created', sealedJournal: null, attention: null, updatedAt: sql`now()` })
    .where(and(eq(receivers.id, id), eq(receivers.status, 'PENDING'), isNull(receivers.receiverId)))
}

export async function updateBalance(db: Database, id: string, balance: number): Promise<void> {
  await db.update(receivers).set({ balance }).where(eq(receivers.id, id))
}

/** Asks for a person, unless it does already. */
export async function flagReceiver(db: Database, id: string, reason: ReceiverAttention): Promise<void> {
  const rows = await db
    .update(receivers)
    .set({ attention: reason, updatedAt: sql`now()` })
    .where(
      and(
        eq(receivers.id, id),
        eq(receivers.status, 'PENDING'),
        isDoubt(reason)
          ? sql`${receivers.attention} IS DISTINCT FROM ${reason} AND coalesce(${receivers.attention}, '') NOT IN ('workflowLost', 'workflowStuck')`
          : isNull(receivers.attention),
      ),
    )
    .returning({ at: receivers.updatedAt })
  const at = rows[0]?.at
  if (at === undefined) return
  await appendReceiverEvents(db, id, [
    { key: `needsAttention/${at}`, type: 'needsAttention', cause: 'timer', detail: { reason } },
  ])
}

/**
 * Writes down what became of a decision.
 * @returns whether a person is still asked for.
 */
export async function recordReceiverDecision(db: Database, id: string, decided: Decided): Promise<boolean> {
  const answered = sql`${receivers.attention} = ANY(${sql.param([...answeredBy(decided)])}::text[])`
  const [row] = await db
    .update(receivers)
    .set({ attention: sql`CASE WHEN ${answered} THEN NULL ELSE ${receivers.attention} END`, updatedAt: sql`now()` })
    .where(eq(receivers.id, id))
    .returning({ attention: receivers.attention })
  await appendReceiverEvents(db, id, [decisionEvent(decided)])
  return row !== undefined && row.attention !== null
}

/** Receivers whose request died before their workflow began: nothing was sent anywhere. */
export async function unstartedReceivers(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: receivers.id })
    .from(receivers)
    .where(
      and(
        eq(receivers.status, 'PENDING'),
        eq(receivers.creation, 'created'),
        isNull(receivers.attention),
        lt(receivers.createdAt, sql`now() - interval '2 minutes'`),
      ),
    )
    .orderBy(receivers.createdAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Removes a receiver of which nothing was sent. @returns whether it is gone. */
export async function abandonReceiver(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .delete(receivers)
    .where(and(eq(receivers.id, id), inArray(receivers.creation, ['created']), isNull(receivers.sealedJournal)))
    .returning({ id: receivers.id })
  return rows.length === 1
}

interface EventDraft {
  key: string
  type: ReceiverEventType
  cause: EventCause
  from?: ReceiverStatus
  to?: ReceiverStatus
  detail?: Record<string, string | number | boolean>
}

function movedTo(to: ReceiverStatus, from: ReceiverStatus, key: string, cause: EventCause, by?: string): EventDraft {
  return {
    key: `status/${key}`,
    type: 'statusChanged',
    cause,
    from,
    to,
    ...(by === undefined ? {} : { detail: { by } }),
  }
}

async function appendReceiverEvents(db: Queryable, receiverId: string, events: readonly EventDraft[]): Promise<void> {
  await db
    .insert(receiverEvents)
    .values(events.map((event) => ({ id: uuidv7(), receiverId, ...event })))
    .onConflictDoNothing()
}
