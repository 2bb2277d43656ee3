/** What a seller asks for and what a provider gives back, in our words: shared by the API, the adapters and the database. */
import type { ChargeStatus } from './charge.ts'
import type { Cents, Currency } from './money.ts'
import type { PaymentMethod } from './payment-method.ts'

export interface Item {
  id?: string
  title: string
  unitPrice: Cents
  quantity: number
  tangible: boolean
}

/** `document` is a CPF or CNPJ, digits (or the alphanumeric CNPJ) only; `phone` is digits with area code, no country code. */
export interface Customer {
  name: string
  email: string
  document: string
  phone?: string
}

export interface Address {
  zipCode: string
  address: string
  number: string
  district: string
  city: string
  state: string
}

export interface Split {
  recipientId: string
  /** Cents when FIXED, whole percent when PERCENTAGE. */
  amount: number
  type: 'PERCENTAGE' | 'FIXED'
  chargeProcessingFee?: boolean
  chargeRemainder?: boolean
  liable?: boolean
}

export interface TransactionRequest {
  amount: Cents
  currency: Currency
  paymentMethod: PaymentMethod
  items: readonly Item[]
  customer: Customer
  installments: number
  cardId?: string
  /** The card's security code, for the one charge that it was given for; only where the product keeps the card itself. */
  cvv?: string
  address?: Address
  /** Where the provider posts its webhooks; set by us for each provider account, never by the seller. */
  webhookUrl: string
  /** Our reference for this attempt, unique for ever: 32 lower-case hexadecimal characters. */
  reference: string
  orderId?: string
  userId?: string
  userDocument?: string
  description?: string
  splits?: readonly Split[]
  receiverToken?: string
  customerIp?: string
  fingerPrints?: readonly { provider: string; value: string }[]
  referrerUrl?: string
  checkoutUrl?: string
}

/** `expiresAt` is ISO 8601 UTC; `status` is null only where the specification gives none for an unknown word. */
export interface TransactionResult {
  paymentMethod: PaymentMethod
  transactionId: string
  status: ChargeStatus | null
  /** The provider's own word for the status. */
  rawStatus?: string
  /** True when `rawStatus` is in no table and `status` is the provider's default for unknown words. */
  unmapped?: boolean
  amount: Cents
  pixCode?: string
  /** An image data URL, or a URL; absent when it is to be drawn from `pixCode`. */
  pixQrCode?: string
  expiresAt?: string
  billetCode?: string
  billetUrl?: string
  /** Why it is REJECTED, in the provider's words. */
  refusal?: string
}

/** What a read says. A provider need not repeat the codes when it is read, so all but the status is optional. */
export interface TransactionReading extends Partial<TransactionResult> {
  transactionId: string
  status: ChargeStatus | null
  /** The word stands for any money that went back, a refund of ours included. */
  isReturn?: true
  /** How much has gone back to the buyer in all, where the provider says it. */
  returned?: Cents
  /** What the banks have taken back, where the provider tells it from what was given back: no part of `returned`. */
  takenBack?: Cents
  /** Our reference, where the provider gives it back: proof that the transaction is ours. */
  reference?: string
  /** What it says of the dispute about it. */
  dispute?: DisputeReading
}

export interface DisputeReading {
  /** Until when evidence is taken: ISO 8601 UTC. */
  dueAt?: string
  /** The bank has decided for the buyer. */
  isLost?: true
  /** A bank asks for the money, which has not gone back. */
  isAsked?: true
}
