/** A refund as it is asked of a provider, and what comes back. */
import type { Cents } from './money.ts'
import type { PaymentMethod } from './payment-method.ts'

export interface RefundRequest {
  transactionId: string
  paymentMethod: PaymentMethod
  /** All of the charge, or a part of it. */
  amount: Cents
  /** What the whole charge was: some providers refund all of it or nothing. */
  chargeAmount: Cents
  /** Our reference for this refund, unique for ever. */
  reference: string
}

export interface RefundResult {
  refundId: string
  /** Whether the provider has taken it on. */
  status: boolean
  /** It has not carried it out yet, and may still deny it. */
  queued?: true
}
