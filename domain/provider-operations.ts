/** What a provider can be asked for: the ten of section 1 of the specification, and three more. */
export const OPERATIONS = [
  'createTransaction',
  'readTransaction',
  'refund',
  'withdraw',
  'readWithdraw',
  'createReceiver',
  'readReceiver',
  'tokenizeCard',
  'buildCardId',
  'translateWebhook',
  // Beyond the specification: for those who plan disbursements.
  'readBalance',
  // For codes that nobody waits for.
  'cancelTransaction',
  // For refunds that take their time.
  'readRefund',
] as const

export type Operation = (typeof OPERATIONS)[number]
