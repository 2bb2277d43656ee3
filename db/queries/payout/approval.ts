/** A second person's approval of a withdrawal: what the database itself holds to. */

import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { APPROVING_ROLES, isAwaited } from '../../../domain/approval.ts'
import { decisionKey } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import { isPayoutSettled } from '../../../domain/payout.ts'
import type { Database } from '../../client.ts'
import { payouts, users } from '../../schema/index.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'
import { appendPayoutEvents } from './transitions.ts'

export interface Approval {
  payoutId: string
  /** The person who approves. */
  personId: string
  /** As the history names them. */
  by?: string
  /** The decision's id. */
  id: string
}

/** `over`: it has ended, was approved already, is gone, or its time is. */
export type ApprovalOutcome = 'given' | 'notAllowed' | 'over'

/**
 * Writes the approval down with its row in the history, once: by somebody who is an operator of the platform at this moment and
 * did not ask for it. The same decision again is answered as before.
 */
export async function giveApproval(
  db: Database,
  { payoutId, personId, by, id }: Approval,
): Promise<{ outcome: ApprovalOutcome; needsAttention: boolean }> {
  return db.transaction(async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('no key update')
    if (!payout) return { outcome: 'over', needsAttention: false }
    const needsAttention = payout.attention !== null
    const isLate = payout.approvalDueAt !== null && Date.parse(payout.approvalDueAt) <= Date.now()
    const isGiven = payout.approval === 'given' && payout.approvedBy === personId
    if (isGiven && !isPayoutSettled(payout.status)) return { outcome: 'given', needsAttention }
    if (!isAwaited(payout.approval) || isPayoutSettled(payout.status) || isLate)
      return { outcome: 'over', needsAttention }
    const operator = tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, personId),
          eq(users.platformId, payout.platformId),
          eq(users.disabled, false),
          inArray(users.role, APPROVING_ROLES),
        ),
      )
    const [approved] = await tx
      .update(payouts)
      .set({
        approval: 'given',
        approvedBy: personId,
        attentionReasons: withoutReasons(payouts.attentionReasons, ['awaitsApproval', 'workflowLost', 'workflowStuck']),
        updatedAt: sql`now()`,
      })
      .where(and(eq(payouts.id, payoutId), sql`${payouts.requestedBy} IS DISTINCT FROM ${personId}`, exists(operator)))
      .returning({ attention: payouts.attention })
    if (!approved) return { outcome: 'notAllowed', needsAttention }
    const detail = defined({ by })
    await appendPayoutEvents(tx, payoutId, [
      { key: decisionKey(id), type: 'operatorApproved', cause: 'operator', detail },
    ])
    return { outcome: 'given', needsAttention: approved.attention !== null }
  })
}
