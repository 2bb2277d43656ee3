/** A provider's id that was kept with an attempt while another one might have paid. */
import { and, eq, isNull, ne, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ANSWERED_BY_DISBURSEMENT_NEWS } from '../../../domain/disbursement.ts'
import type { Queryable } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'

type AttemptRow = typeof disbursementAttempts.$inferSelect

/** As the index `disbursement_attempts_paid_once` has it. */
export const mayHavePaid = ({ state, outcome }: AttemptRow): boolean => state === 'sending' || outcome === 'created'

/**
 * Takes the kept id as the disbursement's once no attempt may have paid but its own, so that it is read and nothing more is sent. The
 * caller's transaction has locked the disbursement's row.
 * @returns whether there was one.
 */
export async function takeKeptId(tx: Queryable, disbursementId: string): Promise<boolean> {
  const tries = await tx
    .select()
    .from(disbursementAttempts)
    .where(eq(disbursementAttempts.disbursementId, disbursementId))
    .orderBy(disbursementAttempts.number)
  const kept = tries.find(({ externalId }) => externalId !== null)
  if (kept === undefined || tries.some(mayHavePaid)) return false
  const { providerAccountId, provider, externalId } = kept
  await tx
    .update(disbursements)
    .set({
      provider,
      providerAccountId,
      attentionReasons: withoutReasons(disbursements.attentionReasons, ANSWERED_BY_DISBURSEMENT_NEWS),
      failureMessage: null,
      updatedAt: sql`now()`,
    })
    .where(eq(disbursements.id, disbursementId))
  const other = alias(disbursements, 'other')
  const isOfOther = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        ne(other.id, disbursementId),
        eq(other.kind, disbursements.kind),
        eq(other.providerAccountId, providerAccountId),
        eq(other.externalId, externalId ?? ''),
      ),
    )
  // Without the id nothing is read, and the operator who was asked decides.
  await tx
    .update(disbursements)
    .set({ externalId })
    .where(and(eq(disbursements.id, disbursementId), isNull(disbursements.externalId), notExists(isOfOther)))
  await tx
    .update(disbursementAttempts)
    .set({ state: 'answered', outcome: 'created', errorKind: null, errorMessage: null, answeredAt: sql`now()` })
    .where(eq(disbursementAttempts.id, kept.id))
  return true
}
