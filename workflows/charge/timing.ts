/** How long a charge's workflow waits for what. Tests pass shorter ones. */
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'

export interface ChargeTiming {
  /** Tries of one account while it surely processes nothing, before the next candidate gets its chance. */
  triesBeforeFailover: number
  /** How long the last candidate is tried before a person is asked. */
  unreachableMs: number
  /** How long an unknown outcome may stay unknown before a person is asked; the lookup goes on meanwhile. */
  unknownMs: number
  /** First interval between searches for a second payment; it grows up to `pollMaxMs`. */
  pollFirstMs: number
  pollMaxMs: number
  /** How long a provider may leave a notice unanswered before a person is told. */
  silentMs: number
  /** How long a provider is read again that does not yet say what its own webhook says. */
  confirmMs: number
  /** After the code has expired: a payment made in the last second is still under way. */
  graceMs: number
  /** For transactions whose provider names no expiry. */
  defaultExpiryMs: number
  /** How long an attempt without an answer is looked for that may be paid besides the one that was. */
  secondPaymentMs: number
  /** Nothing waits longer than this, whatever a provider says of its expiry. */
  longestLifeMs: number
}

export const CHARGE_TIMING: ChargeTiming = {
  triesBeforeFailover: 3,
  unreachableMs: 5 * 60_000,
  unknownMs: 45_000,
  pollFirstMs: POLL_RHYTHM.firstMs,
  pollMaxMs: POLL_RHYTHM.longestMs,
  silentMs: 5 * 60_000,
  confirmMs: 10 * 60_000,
  graceMs: 2 * 60_000,
  defaultExpiryMs: 24 * 60 * 60_000,
  secondPaymentMs: 10 * 24 * 60 * 60_000,
  longestLifeMs: 60 * 24 * 60 * 60_000,
}

const ADOPT_AGAIN_MS = 60_000
const LONGEST_ADOPT_PAUSE_MS = 60 * 60_000

/** Before a transaction that a notice names is read again. The pauses grow, so that a silent provider does not fill a history. */
export function adoptPauseMs({ unknownMs }: Pick<ChargeTiming, 'unknownMs'>, triesBefore: number): number {
  const first = Math.min(ADOPT_AGAIN_MS, unknownMs)
  return Math.min(first * 2 ** triesBefore, LONGEST_ADOPT_PAUSE_MS)
}
