/** How long a refund's or withdrawal's workflow waits for what. Tests pass shorter ones. */
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'

export interface DisbursementTiming {
  /** How long a provider that surely processes nothing is tried before a person is asked; the tries go on meanwhile. */
  unreachableMs: number
  /** From then on: pause between tries. */
  tryAgainMs: number
  /** How long an unknown outcome may stay unknown before a person is asked; the lookup goes on meanwhile. */
  unknownMs: number
  /** First interval between polls; it grows up to `pollMaxMs`. */
  pollFirstMs: number
  pollMaxMs: number
  /** How long a provider may leave it PENDING before a person is asked; the polls go on meanwhile. */
  confirmMs: number
  /** As of a charge: how long a provider may leave a notice unanswered, and is read that does not say what its notice says. */
  silentMs: number
  confirmNoticeMs: number
  /** Nothing is polled longer than this. */
  longestLifeMs: number
}

export const DISBURSEMENT_TIMING: DisbursementTiming = {
  unreachableMs: 5 * 60_000,
  tryAgainMs: 10 * 60_000,
  unknownMs: 45_000,
  pollFirstMs: POLL_RHYTHM.firstMs,
  pollMaxMs: POLL_RHYTHM.longestMs,
  confirmMs: 24 * 60 * 60_000,
  silentMs: 5 * 60_000,
  confirmNoticeMs: 10 * 60_000,
  longestLifeMs: 60 * 24 * 60 * 60_000,
}
