/** Changes of a receiver's status, before and after its approval. */
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { answeredBy, type Decided, DOUBTS, isDoubt } from '../../../domain/decision.ts'
import {
  canReceiverBeRevised,
  canReceiverMove,
  RECEIVER_STATUSES,
  type ReceiverAttention,
  type ReceiverStatus,
} from '../../../domain/receiver.ts'
import type { Database } from '../../client.ts'
import { readings, receiverEvents, receivers } from '../../schema/index.ts'
import { askAbout, askOnce, unmappedWord, writeDecision } from '../movement/asking.ts'
import { hasReason } from '../movement/attention-reasons.ts'
import { receiverWaits } from '../movement/statuses.ts'
import { RECEIVERS } from '../movement/tables.ts'
import { appendReceiverEvents, movedTo, type OperatorsWord } from './events.ts'

/**
 * Moves the receiver if the transition is allowed.
 * @param change `revises`: a change of a settled receiver. `asks`: why an operator must look at the new status.
 * @returns the receiver's status now.
 */
export async function moveReceiver(
  db: Database,
  id: string,
  change: {
    to: ReceiverStatus
    cause: EventCause
    key: string
    revises?: true
    asks?: ReceiverAttention
  } & OperatorsWord,
): Promise<ReceiverStatus | undefined> {
  const { to, cause, key, revises, asks, ...word } = change
  const isAllowed = revises ? canReceiverBeRevised : canReceiverMove
  const from = RECEIVER_STATUSES.filter((status) => isAllowed(status, to))
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ status: receivers.status })
      .from(receivers)
      .where(eq(receivers.id, id))
      .for('update')
    if (!before || !from.includes(before.status)) return before?.status
    await tx
      .update(receivers)
      .set({ status: to, creation: 'answered', attentionReasons: asks ? [asks] : [], updatedAt: sql`now()` })
      .where(eq(receivers.id, id))
    await appendReceiverEvents(tx, id, [movedTo(to, before.status, key, cause, word)])
    return to
  })
}

export async function updateBalance(db: Database, id: string, balance: number): Promise<void> {
  await db.update(receivers).set({ balance }).where(eq(receivers.id, id))
}

/** It was settled before, so its workflow is over, and its account's reader alone follows it. */
const isReadAlone = sql`EXISTS (SELECT FROM ${receiverEvents} WHERE receiver_id = ${receivers.id} AND type = 'statusChanged')
  AND EXISTS (SELECT FROM ${readings} WHERE kind = 'receiver' AND ${readings.id} = ${receivers.id} AND next_read_at IS NOT NULL)`

/** Asks for an operator, unless the receiver already does. */
export async function flagReceiver(db: Database, id: string, reason: ReceiverAttention): Promise<void> {
  const isTroubled = or(
    hasReason(receivers.attentionReasons, 'workflowLost'),
    hasReason(receivers.attentionReasons, 'workflowStuck'),
  )
  await askAbout(db, RECEIVERS, id, reason, {
    instead: isDoubt(reason) ? DOUBTS : [],
    only: and(
      receiverWaits(receivers.status),
      isDoubt(reason) ? sql`NOT (${isTroubled})` : isNull(receivers.attention),
      reason === 'workflowLost' ? sql`NOT (${isReadAlone})` : undefined,
    ),
  })
}

/**
 * Records a word that no table maps, and asks an operator about a PENDING receiver. Of a settled one its move to PENDING asks.
 * @returns false if this receiver already had the word.
 */
export const noteReceiverWord = (db: Database, id: string, rawStatus: string): Promise<boolean> =>
  askOnce(db, RECEIVERS, id, { ...unmappedWord(rawStatus), cause: 'provider', asks: receiverWaits(receivers.status) })

/**
 * Records a decision's result. A decision also clears the attention about an unmapped word.
 * @returns whether an operator is still needed.
 */
export async function recordReceiverDecision(db: Database, id: string, decided: Decided): Promise<boolean> {
  const seen = decided.became === 'void' ? [] : ['unmappedStatus']
  return writeDecision(db, RECEIVERS, id, decided, [...answeredBy(decided), ...seen])
}
