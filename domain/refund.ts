/** A refund as it is asked of a provider, and what comes back. */
import type { Cents } from './money.ts'
import type { PaymentMethod } from './payment-method.ts'

/** Who had the money given back: somebody here, the platform's policy, or somebody at the provider without us. */
export const REFUND_KINDS = ['requested', 'policy', 'external'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

export function refundKindOf({ external, policy }: { external: boolean; policy: string | null }): RefundKind {
  if (external) return 'external'
  return policy === null ? 'requested' : 'policy'
}

/**
 * How much of a payment went back without us, and is in no row yet. Refunds of ours that are on their way count as made, until it
 * is known that they were not: money that they may account for is nobody else's.
 * @param known integer cents. `returned`: what the provider says went back in all; `ours`: what refunds of ours have given back or
 *   still may; `external`: what was found before.
 */
export function returnedWithoutUs(known: { returned: number; ours: number; external: number }): number {
  return Math.max(0, known.returned - known.ours - known.external)
}

export interface RefundRequest {
  transactionId: string
  paymentMethod: PaymentMethod
  /** All of the charge, or a part of it. */
  amount: Cents
  /** What the whole charge was: some providers refund all of it or nothing. */
  chargeAmount: Cents
  /** Our reference for this refund, unique for ever. */
  reference: string
}

export interface RefundResult {
  refundId: string
  /** Whether the provider has taken it on. */
  status: boolean
  /** It has not carried it out yet, and may still deny it. */
  queued?: true
  /** The provider's word for it, where no table knows it: it is waited for, and somebody should look. */
  unknownWord?: string
  /** Of one that is queued: what has gone back of the charge in all, where the answer says it. */
  returned?: Cents
}

/**
 * How the end of a refund that is under way becomes known: the answer is the end; each refund can be read, and whether it was
 * given up; a reading says how much of the charge has gone back; a reading says only that all of it has; nothing is read, and a notice
 * says that all of it has; or nobody says it, and an operator has to look.
 */
export const REFUND_ENDS = ['answer', 'refund', 'sum', 'whole', 'notice', 'unknown'] as const
export type RefundEnd = (typeof REFUND_ENDS)[number]
