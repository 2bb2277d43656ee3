import type { PaymentMethod } from './payment-method.ts'

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

interface Capabilities {
  operations: readonly Operation[]
  paymentMethods: readonly PaymentMethod[]
}

/** Whether a card that a buyer types can be charged there: the provider keeps it, or it is sealed for the provider. */
export const keepsCards = ({ operations }: Pick<Capabilities, 'operations'>): boolean =>
  operations.includes('tokenizeCard') || operations.includes('buildCardId')

/** By which methods the buyers of a page can pay there. */
export const buyersMethods = (provider: Capabilities): PaymentMethod[] =>
  provider.paymentMethods.filter((method) => method !== 'CREDIT_CARD' || keepsCards(provider))
