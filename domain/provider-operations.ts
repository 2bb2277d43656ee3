/** The operations of a provider: the ten of section 1 of the specification, and three more. */
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
  // Beyond the specification: for sellers who plan disbursements.
  'readBalance',
  // For codes of charges that were given up.
  'cancelTransaction',
  // For refunds that are carried out later.
  'readRefund',
] as const

export type Operation = (typeof OPERATIONS)[number]
