/** How long after a payment it can be refunded. */
import type { PaymentMethod } from './payment-method.ts'

export type RefundWindows = Readonly<Partial<Record<PaymentMethod, number>>>

/** In days. The central bank allows refunds of a Pix for 90 days. Each provider states its other limits. */
export const REFUND_WINDOW_DAYS = { PIX: 90 } as const satisfies RefundWindows

const DAY_MS = 24 * 60 * 60 * 1000

/** `paidAt` and `now` are ISO 8601. If the time of payment is unknown, the provider decides. */
export function isRefundWindowOver(
  windows: RefundWindows,
  payment: { paymentMethod: PaymentMethod; paidAt: string | null },
  now: string,
): boolean {
  const days = windows[payment.paymentMethod]
  if (days === undefined || payment.paidAt === null) return false
  return Date.parse(now) - Date.parse(payment.paidAt) > days * DAY_MS
}
