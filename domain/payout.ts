/**
 * Money that leaves: a refund goes back to a buyer, a withdrawal out to a seller. Both live by the same rules, because the
 * same thing must never happen to either: being paid twice.
 */
import { DECISION_EVENT_TYPES } from './decision.ts'
import { allows } from './lifecycle.ts'
import type { WithdrawalStatus } from './withdrawal.ts'

export const PAYOUT_KINDS = ['refund', 'withdrawal'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

/** A refund uses the first three; only a withdrawal can be taken back. */
export type PayoutStatus = WithdrawalStatus

export const REFUND_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A final status changes only by a reversal, or when it was only a provider's default for a word that no table knows. */
const MOVES = {
  PENDING: ['APPROVED', 'REJECTED', 'CANCELED'],
  APPROVED: [],
  REJECTED: [],
  CANCELED: [],
} as const satisfies Record<PayoutStatus, readonly PayoutStatus[]>

/**
 * What a provider may say of a withdrawal that has come to its end: a bank sends the money back days after it arrived, or the
 * money has left after all. Null: that is in order, and the seller is told. Else it needs an operator, and why.
 */
const REVERSALS = {
  PENDING: {},
  APPROVED: { REJECTED: null, CANCELED: null },
  REJECTED: { APPROVED: 'contradicted' },
  CANCELED: { APPROVED: 'contradicted' },
} as const satisfies Record<PayoutStatus, Partial<Record<PayoutStatus, PayoutAttention | null>>>

/** @returns undefined when it is none: old news, or a refund's, whose money the buyer has. */
export function reversalOf(
  kind: PayoutKind,
  from: PayoutStatus,
  to: PayoutStatus,
): { attention: PayoutAttention | null } | undefined {
  const attention = (REVERSALS[from] as Partial<Record<PayoutStatus, PayoutAttention | null>>)[to]
  return kind === 'refund' || attention === undefined ? undefined : { attention }
}

/** `unmapped`: the present status came from a word that no table knows, so better news may still correct it. */
export function canPayoutMove(from: PayoutStatus, to: PayoutStatus, unmapped: boolean): boolean {
  return allows(MOVES, unmapped ? 'PENDING' : from, to)
}

/** What each status says: a new one has to answer every question. */
const MEANINGS = {
  PENDING: { isSettled: false, isPaidOut: false, isRefused: false, ofRefund: 'PENDING' },
  APPROVED: { isSettled: true, isPaidOut: true, isRefused: false, ofRefund: 'APPROVED' },
  REJECTED: { isSettled: true, isPaidOut: false, isRefused: true, ofRefund: 'REJECTED' },
  CANCELED: { isSettled: true, isPaidOut: false, isRefused: false, ofRefund: 'REJECTED' },
} as const satisfies Record<PayoutStatus, { ofRefund: RefundState } & Record<`is${string}`, boolean>>

export function isPayoutSettled(status: PayoutStatus): status is Exclude<PayoutStatus, 'PENDING'> {
  return MEANINGS[status].isSettled
}

/** The money has left. */
export function isPaidOut(status: PayoutStatus): boolean {
  return MEANINGS[status].isPaidOut
}

/** The provider would not, or could not, pay it. */
export function isPayoutRefused(status: PayoutStatus): boolean {
  return MEANINGS[status].isRefused
}

/** A refund that was taken back is one that was not made. */
export function refundStateOf(status: PayoutStatus): RefundState {
  return MEANINGS[status].ofRefund
}

/** It came to its end, and no money left by it. */
export function isPayoutFailed(status: PayoutStatus): boolean {
  return isPayoutSettled(status) && !isPaidOut(status)
}

/** Why a person has to look at a refund or a withdrawal, the most serious first. */
export const PAYOUT_ATTENTION_REASONS = [
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
export type PayoutAttention = (typeof PAYOUT_ATTENTION_REASONS)[number]

/** Those of a movement that has left us: the provider may have paid it. */
const SENT_REASONS: readonly PayoutAttention[] = ['unknownOutcome', 'amountMismatch']

export function mayHaveLeft(reasons: readonly PayoutAttention[]): boolean {
  return reasons.some((reason) => SENT_REASONS.includes(reason))
}

/** News of a movement that may have come to its end: it stands until an operator has seen it. */
export const PAYOUT_NEWS = ['contradicted', 'unconfirmedNotice'] as const satisfies readonly PayoutAttention[]

/** That it may have been paid twice is answered by no news of it: only an operator can look at the other movement. */
const ASKED_WHATEVER_COMES: readonly PayoutAttention[] = ['contradicted']

/** What the provider's answer, or its end, has answered. */
export const ANSWERED_BY_PAYOUT_NEWS = PAYOUT_ATTENTION_REASONS.filter(
  (reason) => !ASKED_WHATEVER_COMES.includes(reason),
)

/** Every kind of row in a refund's or withdrawal's history. */
export const PAYOUT_EVENT_TYPES = [
  'requested',
  'sent',
  'answered',
  'refused',
  'unknownOutcome',
  'lookedUp',
  'needsAttention',
  'statusChanged',
  'eventIgnored',
  ...DECISION_EVENT_TYPES,
] as const
export type PayoutEventType = (typeof PAYOUT_EVENT_TYPES)[number]
