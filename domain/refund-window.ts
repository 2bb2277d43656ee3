/** For how long after a payment its money can go back to the buyer. */
import type { PaymentMethod } from './payment-method.ts'

export type RefundWindows = Readonly<Partial<Record<PaymentMethod, number>>>

/** In days. The central bank gives a Pix back for 90 days; what else there is, each provider says. */
export const REFUND_WINDOW_DAYS = { PIX: 90 } as const satisfies RefundWindows

const DAY_MS = 24 * 60 * 60 * 1000

/** @param paidAt and `now`: ISO 8601. A payment of which nobody knows when it was made is the provider's to judge. */
export function isRefundWindowOver(
  windows: RefundWindows,
  payment: { paymentMethod: PaymentMethod; paidAt: string | null },
  now: string,
): boolean {
  const days = windows[payment.paymentMethod]
  if (days === undefined || payment.paidAt === null) return false
  return Date.parse(now) - Date.parse(payment.paidAt) > days * DAY_MS
}
