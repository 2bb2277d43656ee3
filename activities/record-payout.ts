/** Writes to the read model of payouts. They run as local activities: quick, idempotent, no event of their own in Temporal Web. */
import { ApplicationFailure } from '@temporalio/common'
import { type Approval, type ApprovalOutcome, giveApproval } from '../db/queries/payout/approval.ts'
import {
  applyPayoutTransition,
  flagPayoutAttention,
  type PayoutTransition,
  recordPayoutDecision as writeDecision,
} from '../db/queries/payout/transitions.ts'
import type { Decided } from '../domain/decision.ts'
import type { PayoutAttention } from '../domain/payout.ts'
import type { ActivityDependencies } from './context.ts'
import type { PayoutNews } from './read-payout.ts'

/** Moves the payout if its life allows it. */
export function recordPayoutTransition(dependencies: ActivityDependencies) {
  return async (transition: PayoutTransition): Promise<PayoutNews> => {
    const outcome = await applyPayoutTransition(dependencies.database.writer, transition)
    if (!outcome) throw ApplicationFailure.nonRetryable(`No payout ${transition.payoutId}`, 'NoPayout')
    const { status, statusUnmapped: unmapped, needsAttention } = outcome
    return { status, unmapped, needsAttention }
  }
}

export function recordPayoutAttention({ database }: ActivityDependencies) {
  return async ({ payoutId, reason }: { payoutId: string; reason: PayoutAttention }): Promise<void> => {
    await flagPayoutAttention(database.writer, payoutId, reason)
  }
}

export function recordPayoutDecision({ database }: ActivityDependencies) {
  return async ({
    payoutId,
    decided,
  }: {
    payoutId: string
    decided: Decided
  }): Promise<{ needsAttention: boolean }> => ({
    needsAttention: await writeDecision(database.writer, payoutId, decided),
  })
}

export function recordPayoutApproval({ database }: ActivityDependencies) {
  return (approval: Approval): Promise<{ outcome: ApprovalOutcome; needsAttention: boolean }> =>
    giveApproval(database.writer, approval)
}
