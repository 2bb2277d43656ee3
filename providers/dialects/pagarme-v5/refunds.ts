/** A refund, and the last transaction at the bank, which is the refund's until the next change. */
import { type Static, Type } from 'typebox'
import { refundState } from '../../kit/refunds.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'

export const Bank = Type.Object({
  id: Maybe(Type.String()),
  status: Maybe(Type.String()),
  success: Maybe(Type.Boolean()),
  qr_code: Maybe(Type.String()),
  qr_code_url: Anything,
  expires_at: Anything,
  line: Maybe(Type.String()),
  pdf: Anything,
  url: Anything,
  acquirer_message: Maybe(Type.String()),
  gateway_response: Maybe(Type.Object({ errors: Maybe(Type.Array(Type.Object({ message: Maybe(Type.String()) }))) })),
})
export const Moved = { status: Maybe(Type.String()), last_transaction: Maybe(Bank) }
export const Refunded = Type.Intersect([
  Type.Object(Moved),
  Type.Union([Type.Object({ status: Text }), Type.Object({ last_transaction: Bank })]),
])

const REFUND_WORDS = {
  done: ['refunded', 'partial_refunded', 'voided', 'partial_void'],
  refused: ['error_on_refunding', 'error_on_voiding', 'failed', 'with_error'],
  waiting: [
    'pending_refund',
    'waiting_cancellation',
    'pending',
    'processing',
    'paid',
    'overpaid',
    'underpaid',
    'captured',
  ],
}

/** A refund is a separate transaction at the bank. Without a status of its own, the charge's status counts. */
export function toRefund(
  { status, last_transaction: bank }: Pick<Static<typeof Refunded>, keyof typeof Moved>,
  isCanceledBack: boolean,
) {
  if (bank?.success === false) return { refundId: bank.id, state: 'refused' as const }
  const words = { ...REFUND_WORDS, done: isCanceledBack ? [...REFUND_WORDS.done, 'canceled'] : REFUND_WORDS.done }
  return { refundId: bank?.id, ...refundState(bank?.status ?? status, words) }
}
