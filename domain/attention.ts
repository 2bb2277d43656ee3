/**
 * Why a person has to look at a charge: each reason has a text in the UI and an entry in the runbook. Several may stand at once;
 * the first of them in this order is shown. What a workflow asks stands before news, because only an answer lets it go on.
 */
export const ATTENTION_REASONS = [
  /** Two transactions of the charge were paid. */
  'doublePayment',
  'amountMismatch',
  'unknownOutcome',
  'workflowLost',
  /** Its workflow runs and cannot move. */
  'workflowStuck',
  'providerUnreachable',
  'orphanPayment',
  /** The provider gave the money back, and the bank took it back too. */
  'refundAndChargeback',
  /** Part of the money went back to the buyer, and not by a refund of ours. */
  'returnedInPart',
  /** The provider calls a charge paid that it had called charged back. */
  'disputeWon',
  /** The provider takes back what it had said of a payment. */
  'contradicted',
  'latePayment',
  /** A notice that the provider, when read, does not confirm. */
  'unconfirmedNotice',
  'unmappedStatus',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** News of money: it stays until an operator has been shown it, whatever is decided about something else. */
export const MONEY_REASONS = [
  'doublePayment',
  'orphanPayment',
  'refundAndChargeback',
  'returnedInPart',
  'disputeWon',
  'contradicted',
  'latePayment',
] as const satisfies readonly AttentionReason[]

/** What may wait for a person, whatever its reasons: the list of attention, its page and its figures name these. */
export const WAITING_KINDS = ['charge', 'refund', 'withdrawal', 'receiver', 'dispute', 'endpoint'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Reasons that were only about not knowing: a settled charge answers them. */
export const ANSWERED_BY_NEWS = [
  'unmappedStatus',
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'disputeWon',
] as const satisfies readonly AttentionReason[]
