/** The waits of a charge's workflow. Tests pass shorter ones. */
import { UNSTATED_EXPIRY_MS } from '../../domain/payment-method.ts'
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'
import { MONEY_TIMING, type MoneyTiming } from '../shared/timing.ts'

export interface ChargeTiming extends MoneyTiming {
  /** Tries at one account that certainly processed nothing, before the next candidate is tried. */
  triesBeforeFailover: number
  /** First interval between searches for a second payment; it grows up to `pollMaxMs`. */
  pollFirstMs: number
  pollMaxMs: number
  /** How long a provider is read again while its answer does not yet match its own webhook. */
  confirmMs: number
  /** Wait after the code's expiry, because a payment made in the last second may still be under way. */
  graceMs: number
  /** For transactions whose provider names no expiry. */
  defaultExpiryMs: number
  /** How long to search for an attempt without an answer that may be paid in addition to the paid one. */
  secondPaymentMs: number
  /** The longest wait for a payment, even if the provider's expiry is later. */
  longestLifeMs: number
}

export const CHARGE_TIMING: ChargeTiming = {
  ...MONEY_TIMING,
  triesBeforeFailover: 3,
  pollFirstMs: POLL_RHYTHM.firstMs,
  pollMaxMs: POLL_RHYTHM.longestMs,
  confirmMs: 10 * 60_000,
  graceMs: 2 * 60_000,
  defaultExpiryMs: UNSTATED_EXPIRY_MS.PIX,
  secondPaymentMs: 10 * 24 * 60 * 60_000,
  longestLifeMs: 60 * 24 * 60 * 60_000,
}

const ADOPT_AGAIN_MS = 60_000
const LONGEST_ADOPT_PAUSE_MS = 60 * 60_000

/** The pause before a transaction named by a notice is read again. Pauses grow, so that a silent provider does not fill the history. */
export function adoptPauseMs({ unknownMs }: Pick<ChargeTiming, 'unknownMs'>, triesBefore: number): number {
  const first = Math.min(ADOPT_AGAIN_MS, unknownMs)
  return Math.min(first * 2 ** triesBefore, LONGEST_ADOPT_PAUSE_MS)
}
