/** What a provider can be asked for: the ten of section 1 of the specification, and two more. */
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
] as const

export type Operation = (typeof OPERATIONS)[number]
