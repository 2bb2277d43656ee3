/** Records a second person's approval of a withdrawal, under the database's own checks. */
import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { APPROVING_ROLES, isAwaited } from '../../../domain/approval.ts'
import { decisionKey } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import { isDisbursementSettled } from '../../../domain/disbursement.ts'
import type { Database } from '../../client.ts'
import { disbursements, memberships, platforms, users } from '../../schema/index.ts'
import { homeOf, roleThere } from '../access/memberships.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'
import { appendDisbursementEvents } from './events.ts'

export interface Approval {
  disbursementId: string
  /** The person who approves. */
  personId: string
  /** The name shown in the history. */
  by?: string
  /** The decision's id. */
  id: string
}

/** `over`: the withdrawal has ended, was already approved, was removed, or its approval time is over. */
export type ApprovalOutcome = 'given' | 'notAllowed' | 'over'

/**
 * Records the approval with its row in the history, once. The person must be an operator of the platform now and must not have requested
 * the withdrawal. A repeated decision gets the same answer.
 */
export async function giveApproval(
  db: Database,
  { disbursementId, personId, by, id }: Approval,
): Promise<{ outcome: ApprovalOutcome; needsAttention: boolean }> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({
        disbursement: disbursements,
        // By the clock that said when its time is over, which a worker's may differ from.
        isLate: sql<boolean>`coalesce(${disbursements.approvalDueAt} <= now(), false)`,
      })
      .from(disbursements)
      .where(eq(disbursements.id, disbursementId))
      .for('no key update')
    if (!found) return { outcome: 'over', needsAttention: false }
    const { disbursement, isLate } = found
    const needsAttention = disbursement.attention !== null
    const isGiven = disbursement.approval === 'given' && disbursement.approvedBy === personId
    if (isGiven && !isDisbursementSettled(disbursement.status)) return { outcome: 'given', needsAttention }
    if (!isAwaited(disbursement.approval) || isDisbursementSettled(disbursement.status) || isLate)
      return { outcome: 'over', needsAttention }
    const operator = tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(platforms, eq(platforms.id, disbursement.platformId))
      .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.platformId, homeOf)))
      .where(and(eq(users.id, personId), eq(users.disabled, false), inArray(roleThere, APPROVING_ROLES)))
    const [approved] = await tx
      .update(disbursements)
      .set({
        approval: 'given',
        approvedBy: personId,
        attentionReasons: withoutReasons(disbursements.attentionReasons, [
          'awaitsApproval',
          'workflowLost',
          'workflowStuck',
        ]),
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(disbursements.id, disbursementId),
          sql`${disbursements.requestedBy} IS DISTINCT FROM ${personId}`,
          exists(operator),
        ),
      )
      .returning({ attention: disbursements.attention })
    if (!approved) return { outcome: 'notAllowed', needsAttention }
    const detail = defined({ by })
    await appendDisbursementEvents(tx, disbursementId, [
      { key: decisionKey(id), type: 'operatorApproved', cause: 'operator', detail },
    ])
    return { outcome: 'given', needsAttention: approved.attention !== null }
  })
}
