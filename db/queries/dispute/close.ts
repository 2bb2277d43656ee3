/** Records how a dispute ended. */
import { and, eq, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { type ClosedDisputeState, canClose, isWonDispute } from '../../../domain/dispute.ts'
import type { DisputeReading } from '../../../domain/transaction.ts'
import type { Database } from '../../client.ts'
import { charges, disputes } from '../../schema/index.ts'
import { applyTransition } from '../charge/transitions.ts'
import { disputeIsOpen } from '../movement/statuses.ts'
import type { DisputeRow } from './read.ts'

export interface Judgement {
  state: ClosedDisputeState
  note: string
  by: string
}

/**
 * Closes a dispute. A won dispute restores its charge's payment in the same transaction.
 * @returns undefined if its state does not allow it.
 */
export async function closeDispute(
  db: Database,
  {
    id,
    chargeId,
    transactionId,
    providerAccountId: accountId,
  }: Pick<DisputeRow, 'id' | 'chargeId' | 'transactionId' | 'providerAccountId'>,
  { state, note, by }: Judgement,
): Promise<DisputeRow | undefined> {
  return db.transaction(async (tx) => {
    // The charge's row is locked first, as everywhere.
    const [charge] = await tx
      .select({ transactionId: charges.transactionId })
      .from(charges)
      .where(eq(charges.id, chargeId))
      .for('no key update')
    const [standing] = await tx.select().from(disputes).where(eq(disputes.id, id)).for('no key update')
    if (!standing || !canClose(standing.state, state)) return undefined
    if (isWonDispute(state)) {
      // The move closes the dispute and tells sellers of it, with these words.
      await tx.update(disputes).set({ note, closedBy: by }).where(eq(disputes.id, id))
      const isOwn = transactionId === null || transactionId === charge?.transactionId
      const of = isOwn || accountId === null ? undefined : { transactionId, accountId }
      await applyTransition(tx, {
        chargeId,
        to: 'APPROVED',
        cause: 'operator',
        key: `dispute/${id}/won`,
        by,
        ...defined({ of }),
      })
    }
    const [closed] = await tx
      .update(disputes)
      .set({ state, note, closedBy: by, closedAt: sql`coalesce(${disputes.closedAt}, now())` })
      .where(eq(disputes.id, id))
      .returning()
    return closed
  })
}

/** Records what the provider states about a payment's open dispute: the deadline for evidence, and whether it was lost. */
export async function noteDispute(
  db: Database,
  { chargeId, transactionId }: { chargeId: string; transactionId: string },
  { dueAt, isLost }: DisputeReading,
): Promise<void> {
  if (dueAt === undefined && !isLost) return
  await db
    .update(disputes)
    .set({
      ...defined({ dueAt }),
      ...(isLost ? { state: 'LOST' as const, closedAt: sql`now()` } : {}),
    })
    .where(
      and(
        eq(disputes.chargeId, chargeId),
        disputeIsOpen(disputes.state),
        sql`coalesce(${disputes.transactionId}, ${transactionId}) = ${transactionId}`,
      ),
    )
}
