/** Why a refund must not be sent. */
import type { DisbursementSnapshot } from '../db/queries/disbursement/snapshot.ts'
import { canRefund } from '../domain/charge.ts'
import { OUR_MESSAGES, ourMessage } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'

/**
 * Of a refund: the bank took the payment back or it was already refunded, and the buyer must not get it twice; or it was to give a
 * second payment back, of the charge or of its order, and the first one has gone back meanwhile. The same rules as `isStillRefundable`.
 */
export function objection(snapshot: DisbursementSnapshot): ProviderError | undefined {
  const { disbursement, payment, givenBack, isPaidBeside, isOrderPaidBeside } = snapshot
  if (!payment) return undefined
  if (!canRefund(payment.state)) return heldBack(ourMessage('chargeIs', { state: payment.state }))
  if (disbursement.policy === 'doublePayments' && !isPaidBeside) return heldBack(OUR_MESSAGES.noOtherPayment)
  if (disbursement.policy === 'latePayments' && isOrderPaidBeside === false)
    return heldBack(OUR_MESSAGES.noOtherOfOrder)
  // A refund that was called unmade when this one was reserved has been made after all.
  const isTooMuch = givenBack + disbursement.amount > payment.amount
  return isTooMuch ? heldBack(OUR_MESSAGES.lessIsLeft) : undefined
}

/** Ours, and not the provider's: it was not asked. */
const heldBack = (message: string) => new ProviderError('Declined', message, { isHeldBack: true })
