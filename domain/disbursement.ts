/**
 * Money that leaves: a refund goes back to a buyer, a withdrawal out to a seller. Both follow the same rules, because neither may ever
 * be paid twice.
 */
import { DECISION_EVENT_TYPES } from './decision.ts'
import { ATTEMPT_EVENTS, allows } from './lifecycle.ts'
import type { WithdrawalStatus } from './withdrawal.ts'

export const DISBURSEMENT_KINDS = ['refund', 'withdrawal'] as const
export type DisbursementKind = (typeof DISBURSEMENT_KINDS)[number]

/** A refund uses the first three; only a withdrawal can be CANCELED. */
export type DisbursementStatus = WithdrawalStatus

export const REFUND_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A final status changes only by a reversal, or if it was only the default for a provider's word that no table maps. */
const MOVES = {
  PENDING: ['APPROVED', 'REJECTED', 'CANCELED'],
  APPROVED: [],
  REJECTED: [],
  CANCELED: [],
} as const satisfies Record<DisbursementStatus, readonly DisbursementStatus[]>

/**
 * How a provider may change what has ended: a bank returns the money days later, or the money left after all. Null: the
 * change is normal, and the seller is told. Otherwise, why it needs an operator.
 */
const REVERSALS = {
  PENDING: {},
  APPROVED: { REJECTED: null, CANCELED: null },
  REJECTED: { APPROVED: 'contradicted' },
  CANCELED: { APPROVED: 'contradicted' },
} as const satisfies Record<DisbursementStatus, Partial<Record<DisbursementStatus, DisbursementAttention | null>>>

/** @returns undefined if it is no reversal: the status is outdated, or it is a refund that was made, whose money the buyer keeps. */
export function reversalOf(
  kind: DisbursementKind,
  from: DisbursementStatus,
  to: DisbursementStatus,
): { attention: DisbursementAttention | null } | undefined {
  const attention = (REVERSALS[from] as Partial<Record<DisbursementStatus, DisbursementAttention | null>>)[to]
  const isKept = kind === 'refund' && isPaidOut(from)
  return isKept || attention === undefined ? undefined : { attention }
}

/** The status as far as it is known: that of a word that no table maps is only a default. */
export function knownStatus({
  status,
  statusUnmapped,
}: {
  status: DisbursementStatus
  statusUnmapped: boolean
}): DisbursementStatus {
  return statusUnmapped ? 'PENDING' : status
}

/** @param unmapped the present status came from a word that no table maps, so a later status may correct it. */
export function canDisbursementMove(from: DisbursementStatus, to: DisbursementStatus, unmapped: boolean): boolean {
  return allows(MOVES, knownStatus({ status: from, statusUnmapped: unmapped }), to)
}

/** Every kind of row in a refund's or withdrawal's history. */
export const DISBURSEMENT_EVENT_TYPES = [
  'requested',
  'sent',
  'answered',
  ...ATTEMPT_EVENTS,
  ...DECISION_EVENT_TYPES,
] as const
export type DisbursementEventType = (typeof DISBURSEMENT_EVENT_TYPES)[number]

/** Why an operator must look at a refund or a withdrawal, the most serious first. */
export const DISBURSEMENT_ATTENTION_REASONS = [
  /** The provider reports another amount, or another movement, than was requested. */
  'amountMismatch',
  'unknownOutcome',
  'workflowLost',
  'workflowStuck',
  'providerUnreachable',
  /** Its amount needs a second person's approval: nothing was sent. */
  'awaitsApproval',
  /** The provider accepted it, and cannot be asked for its status or has not confirmed it for a long time. */
  'noConfirmation',
  /** The provider contradicts the final status. */
  'contradicted',
  /** A notice that the provider's reading does not confirm, or that only the secret webhook URL proves. */
  'unconfirmedNotice',
  'unmappedStatus',
] as const
export type DisbursementAttention = (typeof DISBURSEMENT_ATTENTION_REASONS)[number]

/** Reasons for which the request was sent, so the provider may have paid it. */
const SENT_REASONS: readonly DisbursementAttention[] = ['unknownOutcome', 'amountMismatch', 'noConfirmation']

export function mayHaveLeft(reasons: readonly DisbursementAttention[]): boolean {
  return reasons.some((reason) => SENT_REASONS.includes(reason))
}

/** Whether the provider may have paid it: then it is resolved, never cancelled. @param externalId null while none is known. */
export const mayBePaid = (of: {
  externalId: string | null
  attentionReasons: readonly DisbursementAttention[]
}): boolean => of.externalId !== null || mayHaveLeft(of.attentionReasons)

/** Reasons that are news of a movement that may have ended. Each stays until an operator has seen it. */
export const DISBURSEMENT_NEWS = [
  'contradicted',
  'unconfirmedNotice',
] as const satisfies readonly DisbursementAttention[]

/** A possible double payment: no later status clears it, because only an operator can look at the other movement. */
const ASKED_WHATEVER_COMES: readonly DisbursementAttention[] = ['contradicted']

/** The reasons that the provider's answer, or the final status, clears. */
export const ANSWERED_BY_DISBURSEMENT_NEWS = DISBURSEMENT_ATTENTION_REASONS.filter(
  (reason) => !ASKED_WHATEVER_COMES.includes(reason),
)

/** The properties of each status. A new status must define all of them. */
const MEANINGS = {
  PENDING: { isSettled: false, isPaidOut: false, isRefused: false, ofRefund: 'PENDING' },
  APPROVED: { isSettled: true, isPaidOut: true, isRefused: false, ofRefund: 'APPROVED' },
  REJECTED: { isSettled: true, isPaidOut: false, isRefused: true, ofRefund: 'REJECTED' },
  CANCELED: { isSettled: true, isPaidOut: false, isRefused: false, ofRefund: 'REJECTED' },
} as const satisfies Record<DisbursementStatus, { ofRefund: RefundState } & Record<`is${string}`, boolean>>

export function isDisbursementSettled(status: DisbursementStatus): status is Exclude<DisbursementStatus, 'PENDING'> {
  return MEANINGS[status].isSettled
}

/** The money has left. */
export function isPaidOut(status: DisbursementStatus): boolean {
  return MEANINGS[status].isPaidOut
}

/** The provider refused to pay it, or could not. */
export function isDisbursementRefused(status: DisbursementStatus): boolean {
  return MEANINGS[status].isRefused
}

/** A cancelled refund counts as REJECTED. */
export function refundStateOf(status: DisbursementStatus): RefundState {
  return MEANINGS[status].ofRefund
}

/** It has ended, and no money left. */
export function isDisbursementFailed(status: DisbursementStatus): boolean {
  return isDisbursementSettled(status) && !isPaidOut(status)
}
