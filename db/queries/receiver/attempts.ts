/** A receiver's creation: claimed before the request is sent, answered once. Later answers: late-answers.ts. */
import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { ourMessage } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import { isReceiverSettled, type ReceiverStatus } from '../../../domain/receiver.ts'
import type { Database } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { platforms, providerAccounts, receivers } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import { attemptHasAnswer, attemptIsUncertain, attemptIsUnclaimed, receiverWaits } from '../movement/statuses.ts'
import { appendReceiverEvents, type EventDraft, movedTo, type OperatorsWord } from './events.ts'
import type { ReceiverRow } from './read.ts'

export interface ReceiverSnapshot {
  receiver: ReceiverRow
  account: ProviderAccountRow
  platform: PlatformRow
}

/** Undefined if the receiver was removed because it was never started. */
export async function loadReceiver(db: Database, id: string): Promise<ReceiverSnapshot | undefined> {
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
 * @returns false if another run has already done so: do not send then.
 */
export async function claimReceiver(db: Database, id: string, run: string): Promise<boolean> {
  const rows = await db
    .update(receivers)
    .set({ creation: 'sending', claimedBy: run })
    .where(and(eq(receivers.id, id), attemptIsUnclaimed(receivers.creation)))
    .returning({ id: receivers.id })
  return rows.length === 1
}

/** `run`: undefined for one that has not claimed the creation. */
const isOfRun = (run: string | undefined) =>
  run === undefined
    ? attemptIsUnclaimed(receivers.creation)
    : and(attemptIsUncertain(receivers.creation), eq(receivers.claimedBy, run))

export async function saveReceiverJournal(db: Database, id: string, run: string, sealedJournal: string): Promise<void> {
  await db
    .update(receivers)
    .set({ sealedJournal })
    .where(and(eq(receivers.id, id), isOfRun(run)))
}

/**
 * Stores the exchange so far for operators. `again`: the creation may be repeated, from the answers it already has. Only the run that
 * claimed the creation may release it or mark its outcome as unknown.
 */
export async function recordReceiverTrouble(
  db: Database,
  id: string,
  trouble: {
    again: boolean
    run: string | undefined
    sealedJournal: string | null
    exchange: ExchangeEntry[]
    failureMessage: string
  },
): Promise<void> {
  const { again, run, ...columns } = trouble
  await db
    .update(receivers)
    .set({ ...columns, ...defined({ creation: again ? 'created' : undefined }), updatedAt: sql`now()` })
    .where(and(eq(receivers.id, id), isOfRun(run)))
  if (again || run === undefined) return
  await appendReceiverEvents(db, id, [
    { key: 'unknownOutcome', type: 'unknownOutcome', cause: 'provider', detail: { message: trouble.failureMessage } },
  ])
}

export interface CreatedReceiver {
  receiverId: string
  sealedReceiverToken: string | null
  status: ReceiverStatus
  balance: number | null
  /** The exchange of the run that was answered. */
  exchange?: ExchangeEntry[]
  workflowRunId?: string
}

/**
 * Records that the provider has the receiver, in its row and its history in one transaction. False if it was answered before.
 * @param word set if an operator says so about a provider that cannot be asked.
 * @throws ProviderError Mismatch if the id belongs to another receiver.
 */
export async function recordReceiverCreated(
  db: Database,
  id: string,
  { status, ...made }: CreatedReceiver,
  word?: OperatorsWord,
): Promise<boolean> {
  const answered = { ...made, sealedJournal: null, failureMessage: null, attentionReasons: [] }
  return answerCreation(db, { id }, { ...answered, status }, [
    {
      key: 'created',
      type: 'created',
      cause: word ? 'operator' : 'provider',
      detail: { receiverId: made.receiverId, ...word },
    },
    ...(isReceiverSettled(status) ? [movedTo(status, 'PENDING', 'created', 'provider')] : []),
  ]).catch((error: unknown) => {
    throw isUniqueViolation(error) ? anothers(made.receiverId) : error
  })
}

export const anothers = (receiverId: string) =>
  new ProviderError('Mismatch', ourMessage('idOfOtherReceiver', { id: receiverId }))

/** Records that the provider refused the receiver. False if another run is sending, or it was answered before. */
export async function recordReceiverRefused(
  db: Database,
  id: string,
  {
    message,
    run,
    ...kept
  }: { message: string; run: string | undefined; exchange: ExchangeEntry[]; workflowRunId: string },
): Promise<boolean> {
  const refused = {
    ...kept,
    status: 'REJECTED' as const,
    failureMessage: message,
    sealedJournal: null,
    attentionReasons: [],
  }
  return answerCreation(db, { id, only: isOfRun(run) }, refused, [
    { key: 'refused', type: 'refused', cause: 'provider', detail: { message } },
    movedTo('REJECTED', 'PENDING', 'refused', 'provider'),
  ])
}

async function answerCreation(
  db: Database,
  { id, only }: { id: string; only?: SQL | undefined },
  columns: Partial<ReceiverRow>,
  events: readonly EventDraft[],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(receivers)
      .set({ ...columns, creation: 'answered', updatedAt: sql`now()` })
      .where(and(eq(receivers.id, id), not(attemptHasAnswer(receivers.creation)), only))
      .returning({ id: receivers.id })
    if (rows.length === 0) return false
    await appendReceiverEvents(tx, id, events)
    return true
  })
}

/**
 * After an operator's decision: allows the creation to be sent again, as if it had never been sent. @param goesOn from what its provider
 * has answered so far.
 */
export async function reopenReceiver(db: Database, id: string, goesOn = false): Promise<void> {
  await db
    .update(receivers)
    .set({
      creation: 'created',
      attentionReasons: [],
      updatedAt: sql`now()`,
      ...(goesOn ? {} : { sealedJournal: null }),
    })
    .where(and(eq(receivers.id, id), receiverWaits(receivers.status), isNull(receivers.receiverId)))
}
