/** A refund's request to a provider and its result. */
import { isDisbursementFailed } from './disbursement.ts'
import type { Cents } from './money.ts'
import type { TransactionKey } from './transaction.ts'
import { WITHDRAWAL_STATUSES } from './withdrawal.ts'

/** Who made the refund: a user of ours, the platform's policy, or the provider without us. */
export const REFUND_KINDS = ['requested', 'policy', 'external'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

export function refundKindOf({ external, policy }: { external: boolean; policy: string | null }): RefundKind {
  if (external) return 'external'
  return policy === null ? 'requested' : 'policy'
}

/** In these the buyer may have the money, and also in any status that a word of no table gave. */
export const MAY_HAVE_GONE_BACK = WITHDRAWAL_STATUSES.filter((status) => !isDisbursementFailed(status))

/**
 * How much of a payment was refunded outside our system and is in no row yet. Our pending refunds count as made until they are known
 * to have failed, so that their money is not counted as external.
 * @param known integer cents. `returned`: the refunded total at the provider; `ours`: the sum of our approved and pending refunds;
 *   `external`: external refunds that are already recorded.
 */
export function returnedWithoutUs(known: { returned: number; ours: number; external: number }): number {
  return Math.max(0, known.returned - known.ours - known.external)
}

/**
 * Whether a payment's refunded total cannot be made without this refund: some of the others make it together with this one, and none do
 * without it.
 * @param others the amounts of the payment's other refunds, whatever became of them. Integer cents.
 */
export function needs(returned: number, amount: number, others: readonly number[]): boolean {
  if (others.length > MOST_OTHERS) return false
  const sums = sumsOf(others, returned)
  return sums.has(returned - amount) && !sums.has(returned)
}

/** Each refund may double the totals that are possible. */
const MOST_OTHERS = 12

/** Every total, up to the most, that some of the amounts make; zero is made by none of them. */
function sumsOf(amounts: readonly number[], most: number): Set<number> {
  const sums = new Set([0])
  for (const amount of amounts) for (const sum of [...sums]) if (sum + amount <= most) sums.add(sum + amount)
  return sums
}

export interface RefundRequest extends TransactionKey {
  /** The whole charge or a part of it. */
  amount: Cents
  /** The charge's full amount, because some providers refund all of it or nothing. */
  chargeAmount: Cents
  /** Our reference for this refund, unique for ever. */
  reference: string
}

/** One refund, as its provider calls it. */
export interface RefundKey extends TransactionKey {
  /** Our reference, as sent with the refund request. */
  readonly reference: string
  /** The provider's id; left out while its answer is not known. */
  readonly refundId?: string
  readonly amount: Cents
  /** The whole charge's amount. */
  readonly chargeAmount: Cents
}

export interface RefundResult {
  refundId: string
  /** Whether the provider has accepted it. */
  status: boolean
  /** The provider has not carried it out yet and may still deny it. */
  queued?: true
  /** The provider's status word, if no table maps it: the refund stays pending, and an operator should look. */
  unknownWord?: string
  /** For a queued refund: the charge's refunded total, if the answer states it. */
  returned?: Cents
}

/**
 * How the end of a pending refund becomes known. `answer`: the answer is final. `refund`: each refund can be read. `sum`: a reading
 * states the refunded total. `whole`: a reading shows only a full refund. `notice`: there is no reading, and a notice reports a full
 * refund. `unknown`: an operator must look.
 */
export const REFUND_ENDS = ['answer', 'refund', 'sum', 'whole', 'notice', 'unknown'] as const
export type RefundEnd = (typeof REFUND_ENDS)[number]
