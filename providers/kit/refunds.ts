/** What an answer to a refund says of it. It is done only where the provider's word says so: the rest may still be denied. */
import { defined } from '../../domain/defined.ts'
import type { RefundRequest, RefundResult } from '../../domain/refund.ts'
import type { AmountCodec } from './amounts.ts'
import { expectSame } from './answers.ts'
import type { RefundAnswer } from './spec.ts'
import { cleanWord } from './statuses.ts'

/** The provider's words, in any letters' case. */
export interface RefundWords {
  readonly done: readonly string[]
  /** The refund failed and will not be made. */
  readonly refused: readonly string[]
  /** The refund is queued and may still be denied. */
  readonly waiting: readonly string[]
}

/** What providers mean that say how the whole transaction stands, or share the typical words. */
export const TYPICAL_REFUND_WORDS = {
  done: ['refunded'],
  refused: ['refused', 'failed', 'rejected'],
  // The charge is still called paid while its refund is under way, and after a partial refund.
  waiting: [
    'pending',
    'processing',
    'paid',
    'approved',
    'authorized',
    'captured',
    'confirmed',
    'received',
    'completed',
  ],
} as const satisfies RefundWords

/** What a word says of a refund. An unknown word counts as queued and is flagged. */
export function refundState(
  word: unknown,
  { done, refused, waiting }: RefundWords = TYPICAL_REFUND_WORDS,
): Pick<RefundAnswer<never>, 'state' | 'unknownWord'> {
  if (typeof word !== 'string' || word === '') return { state: 'queued' }
  const said = word.toLowerCase()
  const isAmong = (words: readonly string[]) => words.some((known) => known.toLowerCase() === said)
  if (isAmong(done)) return { state: 'done' }
  if (isAmong(refused)) return { state: 'refused' }
  return { state: 'queued', ...defined({ unknownWord: isAmong(waiting) ? undefined : cleanWord(word) }) }
}

/**
 * A refunded total in the answer outweighs a word, which may be about an earlier partial refund. If the total is less than
 * the whole amount, only a caller that knows the earlier refunds can tell whether this one is included.
 * @throws ProviderError Mismatch when the answer is about another amount than the request.
 */
export function toRefund<Amount>(
  { refundId, state, amount: own, returned: stated, unknownWord }: RefundAnswer<Amount>,
  { reference, amount, chargeAmount }: Pick<RefundRequest, 'reference' | 'amount' | 'chargeAmount'>,
  amounts: AmountCodec<Amount>,
): RefundResult {
  const id = refundId == null || refundId === '' ? reference : String(refundId)
  if (state === 'refused') return { refundId: id, status: false }
  if (own != null) expectSame('amount', amounts.read(own), amount)
  const returned = stated == null ? undefined : amounts.read(stated)
  const isDone = returned ? returned >= chargeAmount : state === 'done'
  if (isDone) return { refundId: id, status: true }
  return { refundId: id, status: true, queued: true, ...defined({ returned, unknownWord }) }
}
