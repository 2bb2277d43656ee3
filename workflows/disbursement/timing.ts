/** How long a refund's or withdrawal's workflow waits for what. Tests pass shorter ones. */
export interface DisbursementTiming {
  /** How long a provider that surely processes nothing is tried before a person is asked; the tries go on meanwhile. */
  unreachableMs: number
  /** From then on: pause between tries. */
  tryAgainMs: number
  /** How long an unknown outcome may stay unknown before a person is asked; the lookup goes on meanwhile. */
  unknownMs: number
  /** How long a provider may leave it PENDING before a person is asked; the readings go on meanwhile. */
  confirmMs: number
  /** As of a charge: how long a provider may leave a notice unanswered, and is read that does not say what its notice says. */
  silentMs: number
  confirmNoticeMs: number
}

export const DISBURSEMENT_TIMING: DisbursementTiming = {
  unreachableMs: 5 * 60_000,
  tryAgainMs: 10 * 60_000,
  unknownMs: 45_000,
  confirmMs: 24 * 60 * 60_000,
  silentMs: 5 * 60_000,
  confirmNoticeMs: 10 * 60_000,
}
