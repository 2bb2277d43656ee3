/** Where a payment method waits otherwise than the usual. */
import { type PaymentMethod, SETTLEMENT_MS } from '../../domain/payment-method.ts'
import type { ChargeInput } from '../../workflows/messages.ts'

/** The charge's own timing: for its first run, and for the one that takes a lost run's place. */
export function timingOf(paymentMethod: PaymentMethod): Pick<ChargeInput, 'timing'> {
  const graceMs = SETTLEMENT_MS[paymentMethod]
  return graceMs === 0 ? {} : { timing: { graceMs } }
}
