/** What happens to a receiver on its way to approval, and afterwards. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { answeredBy, type Decided, decisionEvent, isDoubt } from '../../../domain/decision.ts'
import {
  canReceiverBeRevised,
  canReceiverMove,
  RECEIVER_STATUSES,
  type ReceiverAttention,
  type ReceiverStatus,
} from '../../../domain/receiver.ts'
import type { Database } from '../../client.ts'
import { receivers } from '../../schema/index.ts'
import { appendReceiverEvents, movedTo } from './events.ts'

/**
 * Moves the receiver if its life allows it.
 * @param change `revises`: news of one that is settled.
 * @returns its status now.
 */
export async function moveReceiver(
  db: Database,
  id: string,
  change: { to: ReceiverStatus; cause: EventCause; key: string; by?: string; revises?: true },
): Promise<ReceiverStatus | undefined> {
  const { to, cause, key, by, revises } = change
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
      .set({ status: to, creation: 'answered', attention: null, updatedAt: sql`now()` })
      .where(eq(receivers.id, id))
    await appendReceiverEvents(tx, id, [movedTo(to, before.status, key, cause, by)])
    return to
  })
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
