/** Writes to the read model of disbursements. These run as local activities: quick, idempotent, and not shown as events in Temporal Web. */
import { ApplicationFailure } from '@temporalio/common'
import { type Approval, type ApprovalOutcome, giveApproval } from '../db/queries/disbursement/approval.ts'
import {
  applyDisbursementTransition,
  type DisbursementTransition,
  flagDisbursementAttention,
  recordDisbursementDecision as writeDecision,
} from '../db/queries/disbursement/transitions.ts'
import type { Decided } from '../domain/decision.ts'
import type { DisbursementAttention } from '../domain/disbursement.ts'
import type { ActivityDependencies } from './context.ts'
import { type DisbursementNews, newsOfOutcome } from './disbursement-news.ts'

/** Moves the disbursement if the transition is allowed. */
export function recordDisbursementTransition(dependencies: ActivityDependencies) {
  return async (transition: DisbursementTransition): Promise<DisbursementNews> => {
    const outcome = await applyDisbursementTransition(dependencies.database.writer, transition)
    if (!outcome)
      throw ApplicationFailure.nonRetryable(`No disbursement ${transition.disbursementId}`, 'NoDisbursement')
    return newsOfOutcome(outcome)
  }
}

export function recordDisbursementAttention({ database }: ActivityDependencies) {
  return async ({
    disbursementId,
    reason,
  }: {
    disbursementId: string
    reason: DisbursementAttention
  }): Promise<void> => {
    await flagDisbursementAttention(database.writer, disbursementId, reason)
  }
}

export function recordDisbursementDecision({ database }: ActivityDependencies) {
  return async ({
    disbursementId,
    decided,
  }: {
    disbursementId: string
    decided: Decided
  }): Promise<{ needsAttention: boolean }> => ({
    needsAttention: await writeDecision(database.writer, disbursementId, decided),
  })
}

export function recordDisbursementApproval({ database }: ActivityDependencies) {
  return (approval: Approval): Promise<{ outcome: ApprovalOutcome; needsAttention: boolean }> =>
    giveApproval(database.writer, approval)
}
