/** Why a person has to look at a charge: each reason has a text in the UI and an entry in the runbook. */
export const ATTENTION_REASONS = [
  'unmappedStatus',
  'unknownOutcome',
  'providerUnreachable',
  'latePayment',
  'orphanPayment',
  'amountMismatch',
  'workflowLost',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]
