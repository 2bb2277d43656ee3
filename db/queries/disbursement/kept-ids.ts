/** A provider's id that was kept with an attempt while another one might have paid. */
import { eq, sql } from 'drizzle-orm'
import { isMade, isUncertain } from '../../../domain/attempt.ts'
import { defined } from '../../../domain/defined.ts'
import { ANSWERED_BY_DISBURSEMENT_NEWS } from '../../../domain/disbursement.ts'
import type { Queryable } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'
import { isOtherDisbursements } from './known-ids.ts'

type AttemptRow = typeof disbursementAttempts.$inferSelect

/** As the index `disbursement_attempts_paid_once` has it. */
export const mayHavePaid = ({ state, outcome }: AttemptRow): boolean => isUncertain(state) || isMade(outcome)

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
  const { id, kind, externalId: known } = disbursements
  const [row] = await tx.select({ id, kind, known }).from(disbursements).where(eq(id, disbursementId))
  // Without the id nothing is read, and the operator who was asked decides.
  const isFree =
    row?.known === null && !(await isOtherDisbursements(tx, { ...row, providerAccountId }, externalId ?? ''))
  await tx
    .update(disbursements)
    .set({
      provider,
      providerAccountId,
      ...defined({ externalId: isFree ? externalId : undefined }),
      attentionReasons: withoutReasons(disbursements.attentionReasons, ANSWERED_BY_DISBURSEMENT_NEWS),
      failureMessage: null,
      updatedAt: sql`now()`,
    })
    .where(eq(id, disbursementId))
  await tx
    .update(disbursementAttempts)
    .set({ state: 'answered', outcome: 'created', errorKind: null, errorMessage: null, answeredAt: sql`now()` })
    .where(eq(disbursementAttempts.id, kept.id))
  return true
}
