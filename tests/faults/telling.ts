/** Which of the reasons for asking a person tells of which difference between our rows and a provider's books: any other one hides it. */
import type { AttentionReason } from '../../domain/charge.ts'
import type { DisbursementAttention } from '../../domain/disbursement.ts'

/** It is not known whether it was made, or what it came to. */
const UNKNOWN = ['unknownOutcome', 'providerUnreachable', 'workflowLost', 'workflowStuck'] as const

export const CHARGE_TELLING = {
  /** The provider has nothing, or something that the charge does not know. */
  unmade: [...UNKNOWN, 'amountMismatch', 'unconfirmedNotice'],
  /** Money of a transaction that is not the charge's own. */
  otherMoney: [...UNKNOWN, 'doublePayment', 'orphanPayment', 'latePayment', 'amountMismatch'],
  /** The provider knows how it ended, and the charge waits. */
  unheard: [...UNKNOWN, 'amountMismatch', 'unconfirmedNotice', 'unmappedStatus'],
  /** It was paid after its end. */
  paidLate: ['latePayment', 'contradicted', 'orphanPayment', 'amountMismatch', 'unconfirmedNotice'],
  /** A dispute has been won. */
  won: ['disputeWon', 'contradicted'],
  /** Money went back that the charge calls paid, or went back otherwise. */
  wentBack: ['returnedInPart', 'refundAndChargeback', 'contradicted', 'unconfirmedNotice'],
  /** The charge says what the provider does not. */
  untrue: ['contradicted', 'unconfirmedNotice', 'amountMismatch'],
} as const satisfies Record<string, readonly AttentionReason[]>

export const WITHDRAWAL_TELLING = {
  /** It is not known whether it left, or it has not been allowed to. */
  unmade: [...UNKNOWN, 'awaitsApproval', 'amountMismatch', 'noConfirmation', 'unconfirmedNotice'],
  /** The provider knows how it ended, and the withdrawal waits. */
  unheard: [...UNKNOWN, 'noConfirmation', 'amountMismatch', 'unconfirmedNotice'],
  untrue: ['contradicted', 'noConfirmation', 'amountMismatch', 'unconfirmedNotice'],
} as const satisfies Record<string, readonly DisbursementAttention[]>

/** Whether a person who reads these reasons is told of it. */
export const isTold = (reasons: readonly string[], telling: readonly string[]): boolean =>
  reasons.some((reason) => telling.includes(reason))

export const inWords = (reasons: readonly string[]): string =>
  reasons.length === 0 ? 'and asks no operator' : `and asks about ${reasons.join(', ')} alone`
