/** A dispute: the buyer's bank takes a payment back, or asks for it, and somebody decides who keeps the money. */
import { allows } from './lifecycle.ts'

/** CHARGEBACK: of a card. MED: the central bank's procedure for a Pix. */
export const DISPUTE_KINDS = ['CHARGEBACK', 'MED'] as const
export type DisputeKind = (typeof DISPUTE_KINDS)[number]

export const DISPUTE_STATES = ['OPEN', 'WON', 'LOST'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

export const CLOSED_DISPUTE_STATES = ['WON', 'LOST'] as const satisfies readonly DisputeState[]
export type ClosedDisputeState = (typeof CLOSED_DISPUTE_STATES)[number]

/** One that was lost may still be won: the money is there after all. One that was won is over: the next one is another. */
const MOVES = { OPEN: ['WON', 'LOST'], WON: [], LOST: ['WON'] } as const satisfies Record<
  DisputeState,
  readonly ClosedDisputeState[]
>

export function canClose(from: DisputeState, to: ClosedDisputeState): boolean {
  return allows(MOVES, from, to)
}

/** Whether anybody can still do something for it. */
export function isOpenDispute(state: DisputeState): boolean {
  return canClose(state, 'LOST')
}

/** The seller keeps the money. */
export function isWonDispute(state: DisputeState): boolean {
  return state === 'WON'
}

/** What a reading says so soon after the notice that opened one may be from before it: it proves nothing. */
export const YOUNG_DISPUTE_MS = 10_000

/** What files of evidence are called where they are kept. */
export const EVIDENCE_PURPOSE = 'disputeEvidence'
export const MOST_EVIDENCE = 20
