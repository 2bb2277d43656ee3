/** A seller's transaction request and a provider's result in our terms, shared by the API, the adapters and the database. */
import { type ChargeStatus, meaningOfRefund } from './charge.ts'
import type { Cents, Currency } from './money.ts'
import type { PaymentMethod } from './payment-method.ts'

export interface Item {
  id?: string
  title: string
  unitPrice: Cents
  quantity: number
  tangible: boolean
}

/** `document` is a bare CPF or CNPJ (digits, or the alphanumeric CNPJ). `phone` is digits with area code, without country code. */
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
  /** The card's security code, only for the charge that it was given for, and only if we store the card ourselves. */
  cvv?: string
  address?: Address
  /** The URL to which the provider posts its webhooks; set by us for each provider account, never by the seller. */
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

/** `expiresAt` is ISO 8601 UTC. `status` is null only if the specification gives none for an unknown word. */
export interface TransactionResult {
  paymentMethod: PaymentMethod
  transactionId: string
  status: ChargeStatus | null
  /** The provider's own word for the status. */
  rawStatus?: string
  /** True if no table maps `rawStatus`, so that `status` is the provider's default for unknown words. */
  unmapped?: boolean
  amount: Cents
  pixCode?: string
  /** An image data URL or a URL; absent if the QR code must be drawn from `pixCode`. */
  pixQrCode?: string
  expiresAt?: string
  billetCode?: string
  billetUrl?: string
  /** The provider's reason for a REJECTED status. */
  refusal?: string
}

/** The result of a read. A provider need not repeat the codes, so everything except the id and the status is optional. */
export interface TransactionReading extends Partial<TransactionResult> {
  transactionId: string
  status: ChargeStatus | null
  /** The provider uses this word for every return of money, including our refunds. */
  isReturn?: true
  /** The total returned to the buyer, if the provider states it. */
  returned?: Cents
  /** What the banks took back, if the provider states it separately from refunds. Not part of `returned`. */
  takenBack?: Cents
  /** What has arrived of a payment whose rest the provider still waits for. */
  partlyPaid?: Cents
  /** The charge's further payments that the provider lists and that are unknown here, as it calls them. */
  further?: readonly string[]
  /** Our reference, if the provider repeats it: proof that the transaction is ours. */
  reference?: string
  /** The dispute about the transaction. */
  dispute?: DisputeReading
}

/**
 * The status of a transaction according to a reading. If the reading states no amount, `paid` decides whether its refund is partial.
 * @param paid integer cents.
 */
export const statusOf = (
  { status, amount, returned }: Pick<TransactionReading, 'status' | 'amount' | 'returned'>,
  paid: number,
): ChargeStatus | null => status && meaningOfRefund(status, { amount: amount ?? paid, returned })

export interface DisputeReading {
  /** The deadline for evidence, ISO 8601 UTC. */
  dueAt?: string
  /** The bank has decided for the buyer. */
  isLost?: true
  /** A bank demands the money, which was not returned yet. */
  isAsked?: true
}

/** One payment of a charge, as its provider calls it. */
export interface TransactionKey {
  readonly transactionId: string
  readonly paymentMethod: PaymentMethod
  /** What the charge's other payments at the account are called: a code can be paid more than once. */
  readonly beside?: readonly string[]
}
