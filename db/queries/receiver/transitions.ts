/** What happens to a receiver on its way to approval, and afterwards. */
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
import { receivers } from '../../schema/index.ts'
import { askAbout, writeDecision } from '../movement/asking.ts'
import { hasReason } from '../movement/attention-reasons.ts'
import { RECEIVERS } from '../movement/tables.ts'
import { appendReceiverEvents, movedTo, type OperatorsWord } from './events.ts'

/**
 * Moves the receiver if its life allows it.
 * @param change `revises`: news of one that is settled.
 * @returns its status now.
 */
export async function moveReceiver(
  db: Database,
  id: string,
  change: { to: ReceiverStatus; cause: EventCause; key: string; revises?: true } & OperatorsWord,
): Promise<ReceiverStatus | undefined> {
  const { to, cause, key, revises, ...word } = change
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
      .set({ status: to, creation: 'answered', attentionReasons: [], updatedAt: sql`now()` })
      .where(eq(receivers.id, id))
    await appendReceiverEvents(tx, id, [movedTo(to, before.status, key, cause, word)])
    return to
  })
}

export async function updateBalance(db: Database, id: string, balance: number): Promise<void> {
  await db.update(receivers).set({ balance }).where(eq(receivers.id, id))
}

/** Asks for a person, unless it does already. */
export async function flagReceiver(db: Database, id: string, reason: ReceiverAttention): Promise<void> {
  const isTroubled = or(
    hasReason(receivers.attentionReasons, 'workflowLost'),
    hasReason(receivers.attentionReasons, 'workflowStuck'),
  )
  await askAbout(db, RECEIVERS, id, reason, {
    instead: isDoubt(reason) ? DOUBTS : [],
    only: and(
      eq(receivers.status, 'PENDING'),
      isDoubt(reason) ? sql`NOT (${isTroubled})` : isNull(receivers.attention),
    ),
  })
}

/**
 * Writes down what became of a decision.
 * @returns whether a person is still asked for.
 */
export async function recordReceiverDecision(db: Database, id: string, decided: Decided): Promise<boolean> {
  return writeDecision(db, RECEIVERS, id, decided, answeredBy(decided))
}
