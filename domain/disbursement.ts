/**
 * Money that leaves: a refund goes back to a buyer, a withdrawal out to a seller. Both live by the same rules, because the
 * same thing must never happen to either: being paid twice.
 */
import { DECISION_EVENT_TYPES } from './decision.ts'
import { allows } from './lifecycle.ts'
import type { WithdrawalStatus } from './withdrawal.ts'

export const DISBURSEMENT_KINDS = ['refund', 'withdrawal'] as const
export type DisbursementKind = (typeof DISBURSEMENT_KINDS)[number]

/** A refund uses the first three; only a withdrawal can be taken back. */
export type DisbursementStatus = WithdrawalStatus

export const REFUND_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A final status changes only by a reversal, or when it was only a provider's default for a word that no table knows. */
const MOVES = {
  PENDING: ['APPROVED', 'REJECTED', 'CANCELED'],
  APPROVED: [],
  REJECTED: [],
  CANCELED: [],
} as const satisfies Record<DisbursementStatus, readonly DisbursementStatus[]>

/**
 * What a provider may say of a withdrawal that has come to its end: a bank sends the money back days after it arrived, or the
 * money has left after all. Null: that is in order, and the seller is told. Else it needs an operator, and why.
 */
const REVERSALS = {
  PENDING: {},
  APPROVED: { REJECTED: null, CANCELED: null },
  REJECTED: { APPROVED: 'contradicted' },
  CANCELED: { APPROVED: 'contradicted' },
} as const satisfies Record<DisbursementStatus, Partial<Record<DisbursementStatus, DisbursementAttention | null>>>

/** @returns undefined when it is none: old news, or a refund's, whose money the buyer has. */
export function reversalOf(
  kind: DisbursementKind,
  from: DisbursementStatus,
  to: DisbursementStatus,
): { attention: DisbursementAttention | null } | undefined {
  const attention = (REVERSALS[from] as Partial<Record<DisbursementStatus, DisbursementAttention | null>>)[to]
  return kind === 'refund' || attention === undefined ? undefined : { attention }
}

/** `unmapped`: the present status came from a word that no table knows, so better news may still correct it. */
export function canDisbursementMove(from: DisbursementStatus, to: DisbursementStatus, unmapped: boolean): boolean {
  return allows(MOVES, unmapped ? 'PENDING' : from, to)
}

/** What each status says: a new one has to answer every question. */
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

/** The provider would not, or could not, pay it. */
export function isDisbursementRefused(status: DisbursementStatus): boolean {
  return MEANINGS[status].isRefused
}

/** A refund that was taken back is one that was not made. */
export function refundStateOf(status: DisbursementStatus): RefundState {
  return MEANINGS[status].ofRefund
}

/** It came to its end, and no money left by it. */
export function isDisbursementFailed(status: DisbursementStatus): boolean {
  return isDisbursementSettled(status) && !isPaidOut(status)
}

/** Why a person has to look at a refund or a withdrawal, the most serious first. */
export const DISBURSEMENT_ATTENTION_REASONS = [
  /** The provider speaks of another amount, or of another movement, than was asked for. */
  'amountMismatch',
  'unknownOutcome',
  'workflowLost',
  'workflowStuck',
  'providerUnreachable',
  /** Its amount needs the approval of a second person: nothing has been sent. */
  'awaitsApproval',
  /** The provider took it and cannot be asked what became of it, or has not said for a long time. */
  'noConfirmation',
  /** The provider says otherwise than how it ended. */
  'contradicted',
  /** A notice that the provider, when read, does not confirm, or that nothing but the secret address proves. */
  'unconfirmedNotice',
  'unmappedStatus',
] as const
export type DisbursementAttention = (typeof DISBURSEMENT_ATTENTION_REASONS)[number]

/** Those of a movement that has left us: the provider may have paid it. */
const SENT_REASONS: readonly DisbursementAttention[] = ['unknownOutcome', 'amountMismatch']

export function mayHaveLeft(reasons: readonly DisbursementAttention[]): boolean {
  return reasons.some((reason) => SENT_REASONS.includes(reason))
}

/** News of a movement that may have come to its end: it stands until an operator has seen it. */
export const DISBURSEMENT_NEWS = [
  'contradicted',
  'unconfirmedNotice',
] as const satisfies readonly DisbursementAttention[]

/** That it may have been paid twice is answered by no news of it: only an operator can look at the other movement. */
const ASKED_WHATEVER_COMES: readonly DisbursementAttention[] = ['contradicted']

/** What the provider's answer, or its end, has answered. */
export const ANSWERED_BY_DISBURSEMENT_NEWS = DISBURSEMENT_ATTENTION_REASONS.filter(
  (reason) => !ASKED_WHATEVER_COMES.includes(reason),
)

/** Every kind of row in a refund's or withdrawal's history. */
export const DISBURSEMENT_EVENT_TYPES = [
  'requested',
  'sent',
  'answered',
  'refused',
  /** As of a charge: surely nothing was paid. */
  'turnedAway',
  'heldBack',
  'unknownOutcome',
  'lookedUp',
  'needsAttention',
  'statusChanged',
  'eventIgnored',
  ...DECISION_EVENT_TYPES,
] as const
export type DisbursementEventType = (typeof DISBURSEMENT_EVENT_TYPES)[number]
