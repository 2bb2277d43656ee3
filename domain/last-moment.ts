/** Until when a charge can be paid, and how long after that it may become known that it was. */
import { dayOf, endOf } from './analytics.ts'
import { type PaymentMethod, SETTLEMENT_MS } from './payment-method.ts'

interface Code {
  paymentMethod: PaymentMethod
  /** ISO 8601. */
  expiresAt: string | null
}

/**
 * From this millisecond on it cannot be paid; undefined where no expiry was stated. A boleto can be paid on the whole of the sellers'
 * day on which it expires, whatever the hour: banks know its day alone (docs/decisions/0341-a-boleto-is-paid-until-the-end-of-its-day.md).
 */
export function endOfPaying({ paymentMethod, expiresAt }: Code): number | undefined {
  if (expiresAt === null) return undefined
  return Date.parse(paymentMethod === 'BILLET' ? endOf(dayOf(expiresAt)) : expiresAt)
}

/** @param now milliseconds. */
export function isPastDue(code: Code, now: number): boolean {
  const end = endOfPaying(code)
  return end !== undefined && end <= now
}

/** Whether money that arrives now may have been paid in time. @param now milliseconds. */
export function maySettle(code: Code, now: number): boolean {
  const settlementMs = SETTLEMENT_MS[code.paymentMethod]
  const end = endOfPaying(code)
  return settlementMs > 0 && end !== undefined && now < end + settlementMs
}
