/** What an answer to a refund says of it. It is done only where the provider's word says so: the rest may still be denied. */
import { defined } from '../../domain/defined.ts'
import type { RefundRequest, RefundResult } from '../../domain/refund.ts'
import type { AmountCodec } from './amounts.ts'
import type { RefundAnswer, RefundState } from './spec.ts'

/** The provider's words, in any letters' case. */
export interface RefundWords {
  readonly done: readonly string[]
  /** It gives nothing back, now or later. */
  readonly refused: readonly string[]
}

/** What providers mean that say how the whole transaction stands, or share the typical words. */
export const TYPICAL_REFUND_WORDS = {
  done: ['refunded'],
  refused: ['refused', 'failed', 'rejected'],
} as const satisfies RefundWords

export function refundState(word: unknown, { done, refused }: RefundWords = TYPICAL_REFUND_WORDS): RefundState {
  const said = typeof word === 'string' ? word.toLowerCase() : ''
  if (done.some((known) => known.toLowerCase() === said)) return 'done'
  return refused.some((known) => known.toLowerCase() === said) ? 'refused' : 'queued'
}

/**
 * A sum that the answer states of the whole transaction says more than a word for it, which may be about an earlier part: without
 * all of it gone, only whoever knows what had gone back before can tell whether this part has.
 */
export function toRefund<Amount>(
  { refundId, state, returned: stated }: RefundAnswer<Amount>,
  { reference, chargeAmount }: Pick<RefundRequest, 'reference' | 'chargeAmount'>,
  amounts: AmountCodec<Amount>,
): RefundResult {
  const id = refundId == null || refundId === '' ? reference : String(refundId)
  if (state === 'refused') return { refundId: id, status: false }
  const returned = stated == null ? undefined : amounts.read(stated)
  const isDone = returned ? returned >= chargeAmount : state === 'done'
  if (isDone) return { refundId: id, status: true }
  return { refundId: id, status: true, queued: true, ...defined({ returned }) }
}
