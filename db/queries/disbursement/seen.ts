/** What is noted of a refund or withdrawal that moves nothing, and that an operator has seen it. */
import { and, eq, sql } from 'drizzle-orm'
import type { Decided } from '../../../domain/decision.ts'
import type { DisbursementAttention } from '../../../domain/disbursement.ts'
import type { Database, Queryable } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { hasReason, withoutReasons } from '../movement/attention-reasons.ts'
import { attemptIsUncertain } from '../movement/statuses.ts'
import { appendDisbursementEvents, type DisbursementEventDraft } from './events.ts'
import type { DisbursementRow } from './read.ts'
import { flagDisbursementAttention, recordDisbursementDecision } from './transitions.ts'

/** Both or neither. @param reason why an operator is asked about it. */
export async function noteNews(
  db: Database,
  disbursementId: string,
  event: DisbursementEventDraft,
  reason?: DisbursementAttention,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await appendDisbursementEvents(tx, disbursementId, [event])
    if (!reason) return
    await flagDisbursementAttention(tx, disbursementId, reason)
    // Also if the reason stands already: an operator who was shown the row before has not seen this.
    if (isNew)
      await tx
        .update(disbursements)
        .set({ updatedAt: sql`clock_timestamp()` })
        .where(eq(disbursements.id, disbursementId))
  })
}

/**
 * Records that an operator has seen what an ended one asks.
 * @param shown the row as they were shown it.
 * @param alongside writes more in the same transaction.
 * @returns false if it has changed since: then nothing is written.
 */
export async function recordDisbursementSeen(
  db: Database,
  { id, attentionReasons, updatedAt }: Pick<DisbursementRow, 'id' | 'attentionReasons' | 'updatedAt'>,
  decided: Decided,
  alongside: (tx: Queryable) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = tx.select({ updatedAt: disbursements.updatedAt }).from(disbursements)
    const [now] = await rows.where(eq(disbursements.id, id)).for('no key update')
    if (now?.updatedAt !== updatedAt) return false
    await recordDisbursementDecision(tx, id, decided, attentionReasons)
    await alongside(tx)
    return true
  })
}

/** How it was answered is known: whether it was sent is no question any more. */
export async function answerSendingDoubt(db: Queryable, disbursementId: string): Promise<void> {
  const { id, attentionReasons } = disbursements
  await db
    .update(disbursements)
    .set({ attentionReasons: withoutReasons(attentionReasons, ['unknownOutcome']), updatedAt: sql`now()` })
    .where(
      and(
        eq(id, disbursementId),
        hasReason(attentionReasons, 'unknownOutcome'),
        sql`NOT EXISTS (SELECT FROM ${disbursementAttempts} AS later
          WHERE later.disbursement_id = ${id} AND ${attemptIsUncertain(sql`later.state`)})`,
      ),
    )
}
