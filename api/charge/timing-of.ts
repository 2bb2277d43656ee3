/** Where a payment method waits otherwise than the usual. */
import type { PaymentMethod } from '../../domain/payment-method.ts'
import type { ChargeInput } from '../../workflows/messages.ts'

/** A boleto that was paid on its last day is heard of when the banks have settled, which a weekend puts off. */
const BILLET_GRACE_MS = 3 * 24 * 60 * 60_000

/** The charge's own timing: for its first run, and for the one that takes a lost run's place. */
export function timingOf(paymentMethod: PaymentMethod): Pick<ChargeInput, 'timing'> {
  return paymentMethod === 'BILLET' ? { timing: { graceMs: BILLET_GRACE_MS } } : {}
}
