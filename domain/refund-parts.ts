/** Whether a part of a payment can be refunded, as its provider declares. */
import type { PaymentMethod } from './payment-method.ts'

interface RefundCapabilities {
  readonly refundMethods: readonly PaymentMethod[]
  readonly partialRefundMethods: readonly PaymentMethod[]
  readonly partialInstallmentRefunds: boolean
}

/** The rule that a part of the payment breaks: all of its method are refunded as a whole, or those in more than one installment are. */
type WholeOnlyRule = 'refundWhole' | 'refundInstallmentsWhole'

/** @returns null where a part can be refunded, and where nothing can. */
export function wholeOnlyRule(
  { refundMethods, partialRefundMethods, partialInstallmentRefunds }: RefundCapabilities,
  { paymentMethod, installments }: { paymentMethod: PaymentMethod; installments: number },
): WholeOnlyRule | null {
  if (!refundMethods.includes(paymentMethod)) return null
  if (!partialRefundMethods.includes(paymentMethod)) return 'refundWhole'
  const isInParts = paymentMethod === 'CREDIT_CARD' && installments > 1
  return isInParts && !partialInstallmentRefunds ? 'refundInstallmentsWhole' : null
}
