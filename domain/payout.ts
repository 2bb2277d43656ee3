/**
 * Money that leaves: a refund goes back to a buyer, a withdrawal out to a seller. Both live by the same rules, because the
 * same thing must never happen to either: being paid twice.
 */
import type { WithdrawalStatus } from './withdrawal.ts'

export const PAYOUT_KINDS = ['refund', 'withdrawal'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

/** A refund uses the first three; only a withdrawal can be taken back. */
export type PayoutStatus = WithdrawalStatus

export const REFUND_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A final status never changes, except one that was only a provider's default for a word that no table knows. */
const MOVES = {
  PENDING: ['APPROVED', 'REJECTED', 'CANCELED'],
  APPROVED: [],
  REJECTED: [],
  CANCELED: [],
} as const satisfies Record<PayoutStatus, readonly PayoutStatus[]>

/** `unmapped`: the present status came from a word that no table knows, so better news may still correct it. */
export function canPayoutMove(from: PayoutStatus, to: PayoutStatus, unmapped: boolean): boolean {
  const allowed: readonly PayoutStatus[] = unmapped ? MOVES.PENDING : MOVES[from]
  return allowed.includes(to)
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
  /** The provider took it and cannot be asked what became of it, or has not said for a long time. */
  'noConfirmation',
  'unmappedStatus',
] as const
export type PayoutAttention = (typeof PAYOUT_ATTENTION_REASONS)[number]

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
  'operatorRetried',
  'operatorResolved',
  'operatorCanceled',
  'decisionVoid',
] as const
export type PayoutEventType = (typeof PAYOUT_EVENT_TYPES)[number]
