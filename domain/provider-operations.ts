/** What a provider can be asked for (section 1 of the specification). */
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
  // Beyond the specification: for those who plan payouts.
  'readBalance',
] as const

export type Operation = (typeof OPERATIONS)[number]
