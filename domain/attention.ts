/** Why a person has to look at a charge: each reason has a text in the UI and an entry in the runbook. */
export const ATTENTION_REASONS = [
  'unmappedStatus',
  'unknownOutcome',
  'providerUnreachable',
  'latePayment',
  'orphanPayment',
  'amountMismatch',
  /** Two transactions of the charge were paid. */
  'doublePayment',
  /** The provider gave the money back, and the bank took it back too. */
  'refundAndChargeback',
  /** Part of the money went back to the buyer, and not by a refund of ours. */
  'returnedInPart',
  /** The provider calls a charge paid that it had called charged back. */
  'disputeWon',
  /** The provider takes back what it had said of a payment. */
  'contradicted',
  /** A notice that the provider, when read, does not confirm. */
  'unconfirmedNotice',
  'workflowLost',
  /** Its workflow runs and cannot move. */
  'workflowStuck',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]
