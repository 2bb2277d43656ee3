/** A dispute: the buyer's bank takes a payment back or demands it, and the card scheme or the bank decides who keeps the money. */
import { allows } from './lifecycle.ts'

/** CHARGEBACK: for a card. MED: the central bank's procedure for a Pix. */
export const DISPUTE_KINDS = ['CHARGEBACK', 'MED'] as const
export type DisputeKind = (typeof DISPUTE_KINDS)[number]

export const DISPUTE_STATES = ['OPEN', 'WON', 'LOST'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

export const CLOSED_DISPUTE_STATES = ['WON', 'LOST'] as const satisfies readonly DisputeState[]
export type ClosedDisputeState = (typeof CLOSED_DISPUTE_STATES)[number]

/** A lost dispute may still be won, if the money arrives after all. A won one is final; a later dispute is a new one. */
const MOVES = { OPEN: ['WON', 'LOST'], WON: [], LOST: ['WON'] } as const satisfies Record<
  DisputeState,
  readonly ClosedDisputeState[]
>

export function canClose(from: DisputeState, to: ClosedDisputeState): boolean {
  return allows(MOVES, from, to)
}

/** Whether the seller can still act on the dispute. */
export function isOpenDispute(state: DisputeState): boolean {
  return canClose(state, 'LOST')
}

/** The seller keeps the money. */
export function isWonDispute(state: DisputeState): boolean {
  return state === 'WON'
}

/** A reading this soon after the notice that opened a dispute may be older than the dispute, so it proves nothing. */
export const YOUNG_DISPUTE_MS = 10_000

/** The purpose under which evidence files are stored. */
export const EVIDENCE_PURPOSE = 'disputeEvidence'
export const MOST_EVIDENCE = 20
