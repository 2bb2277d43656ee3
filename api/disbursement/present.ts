/** Refunds and withdrawals as the contract shows them; what is not named here does not leave. */
import type {
  DisbursementAttemptRow,
  DisbursementEventRow,
  DisbursementRow,
} from '../../db/queries/disbursement/read.ts'
import type { Proved } from '../../db/queries/movement/proof.ts'
import { shownCause } from '../../domain/cause.ts'
import { decisionIn } from '../../domain/decision.ts'
import type { DisbursementEventType } from '../../domain/disbursement.ts'
import { isPaidOut, refundStateOf } from '../../domain/disbursement.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { isLive } from '../../domain/mode.ts'
import { attemptIn } from '../../domain/proof.ts'
import { refundKindOf } from '../../domain/refund.ts'
import { withoutAddress } from '../../domain/requester.ts'
import { disbursementWorkflowId } from '../../workflows/messages.ts'
import type { ChargeAttempt } from '../schemas/charge.ts'
import type { DisbursementEvent } from '../schemas/disbursement.ts'
import type { Refund } from '../schemas/refund.ts'
import type { Withdrawal } from '../schemas/withdrawal.ts'
import { iso, isoOrNull } from '../time.ts'

export function presentRefund(row: DisbursementRow): Refund {
  return {
    id: row.id,
    refundId: row.externalId,
    chargeId: row.chargeId ?? '',
    paymentId: row.paymentId,
    kind: refundKindOf(row),
    policy: row.policy,
    status: isPaidOut(row.status),
    state: refundStateOf(row.status),
    ...common(row),
  }
}

export function presentWithdrawal(row: DisbursementRow): Withdrawal {
  return {
    id: row.id,
    withdrawId: row.externalId,
    status: row.status,
    statusUnmapped: row.statusUnmapped,
    paymentMethod: row.method ?? 'PIX',
    destination: row.destination ?? {},
    description: row.description ?? MESSAGES.defaultWithdrawDescription,
    withdrawReference: row.reference,
    approval: presentApproval(row),
    ...common(row),
  }
}

function presentApproval({
  approval: state,
  approvalDueAt,
  requestedBy,
  approvedBy,
}: DisbursementRow): Withdrawal['approval'] {
  return state && { state, dueAt: iso(approvalDueAt ?? ''), requestedBy, approvedBy }
}

function common(row: DisbursementRow) {
  return {
    livemode: isLive(row.platformId),
    needsAttention: row.attention !== null,
    attention: row.attention,
    attentionReasons: row.attentionReasons,
    amount: row.amount,
    currency: row.currency,
    metadata: row.metadata,
    provider: row.provider,
    providerAccountId: row.providerAccountId,
    failureMessage: row.failureMessage,
    approvedAt: isoOrNull(row.approvedAt),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    workflow: { workflowId: disbursementWorkflowId(row.kind, row.id), runId: row.workflowRunId },
  }
}

export function presentDisbursementEvent(row: Proved<DisbursementEventRow>): DisbursementEvent {
  const { id, key, at, type, from, to, cause, provider, detail, notice } = row
  return {
    id,
    at: iso(at),
    type: type as DisbursementEventType,
    from,
    to,
    cause: shownCause(cause),
    provider,
    detail: withoutAddress(detail),
    notice,
    attempt: attemptIn(key),
    decisionId: decisionIn(key),
  }
}

/** In the shape of a charge's attempts: a page shows both alike. */
export function presentDisbursementAttempt(row: DisbursementAttemptRow): ChargeAttempt {
  const { id, number, provider, providerAccountId, state, outcome, externalId: transactionId } = row
  const { errorKind, errorMessage, exchange } = row
  const at = { createdAt: iso(row.createdAt), answeredAt: isoOrNull(row.answeredAt) }
  return {
    id,
    number,
    provider,
    providerAccountId,
    state,
    outcome,
    transactionId,
    errorKind,
    errorMessage,
    exchange,
    ...at,
  }
}
