/** The waits of a refund's or withdrawal's workflow. Tests pass shorter ones. */
export interface DisbursementTiming {
  /** How long a provider that certainly processes nothing is tried before an operator is asked. The tries continue meanwhile. */
  unreachableMs: number
  /** See workflows/charge/timing.ts. */
  triesBeforeAsking?: number
  /** The pause between tries after that. */
  tryAgainMs: number
  /** How long an outcome may stay unknown before an operator is asked. The lookup continues meanwhile. */
  unknownMs: number
  /** How long a provider may leave it PENDING before an operator is asked. The readings continue meanwhile. */
  confirmMs: number
  /** `silentMs` and `confirmMs` of a charge: see workflows/charge/timing.ts. */
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
