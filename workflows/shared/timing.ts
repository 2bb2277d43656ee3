/** The waits that several kinds of movement have. Tests pass shorter ones. */

/** Of every movement. */
export interface MovementTiming {
  /** How long a provider that certainly processes nothing is tried before an operator is asked. A charge's other candidates come first. */
  unreachableMs: number
  /** Tries there before that. Only tests count them: an end by the clock may cut a try off, whose outcome is then unknown. */
  triesBeforeAsking?: number
}

/** Of charges, refunds and withdrawals. */
export interface MoneyTiming extends MovementTiming {
  /** How long an outcome may stay unknown before an operator is asked. The lookup continues meanwhile. */
  unknownMs: number
  /** How long a provider may fail to answer a read that a notice caused, before an operator is told. */
  silentMs: number
}

export const MOVEMENT_TIMING: MovementTiming = { unreachableMs: 5 * 60_000 }

export const MONEY_TIMING: MoneyTiming = { ...MOVEMENT_TIMING, unknownMs: 45_000, silentMs: 5 * 60_000 }
