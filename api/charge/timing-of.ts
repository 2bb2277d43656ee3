/** Where a payment method waits otherwise than the usual. */
import { defined } from '../../domain/defined.ts'
import { type PaymentMethod, SETTLEMENT_MS, UNSTATED_EXPIRY_MS } from '../../domain/payment-method.ts'
import type { ChargeInput } from '../../workflows/messages.ts'

const A_DAY_MS = 86_400_000

const TIMING = {
  PIX: undefined,
  CREDIT_CARD: { defaultExpiryMs: UNSTATED_EXPIRY_MS.CREDIT_CARD },
  // Its last day may begin as it expires.
  BILLET: { graceMs: A_DAY_MS + SETTLEMENT_MS.BILLET },
} as const satisfies Record<PaymentMethod, ChargeInput['timing']>

/** The charge's own timing: for its first run, and for the one that takes a lost run's place. */
export function timingOf(paymentMethod: PaymentMethod): Pick<ChargeInput, 'timing'> {
  return defined({ timing: TIMING[paymentMethod] })
}
