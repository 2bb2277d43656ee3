/** What an order's charge says of itself, in an answer or in a notice. */
import { wholeCents } from '../../kit/answers.ts'
import { readPath } from '../../kit/json.ts'

/** For a charge that was paid and then canceled, only the last transaction says so. A card is voided also where nothing was paid. */
export function wordOf(charge: unknown): string | undefined {
  const status = readPath(charge, 'status')
  const bank = readPath(charge, 'last_transaction.status')
  const wasPaid = bank === 'refunded' || (bank === 'voided' && typeof readPath(charge, 'paid_at') === 'string')
  if (status === 'canceled' && wasPaid) return 'refunded'
  return typeof status === 'string' ? status : undefined
}

/** Of these nothing is final: `paid_amount` may be a part. */
const WAITING: readonly unknown[] = ['pending', 'processing', 'underpaid']

/** What has come of a boleto that was paid in part. */
export function partlyPaidBy(charge: unknown): number | undefined {
  if (readPath(charge, 'status') !== 'underpaid') return undefined
  return wholeCents(readPath(charge, 'paid_amount')) || undefined
}

/** What came, which of a boleto may be more than its amount. @returns undefined until it is paid. */
export function paidBy(charge: unknown): number | undefined {
  return WAITING.includes(readPath(charge, 'status'))
    ? undefined
    : wholeCents(readPath(charge, 'paid_amount')) || undefined
}
