/** The waits of a refund's or withdrawal's workflow. Tests pass shorter ones. */
import { MONEY_TIMING, type MoneyTiming } from '../shared/timing.ts'

export interface DisbursementTiming extends MoneyTiming {
  /** The pause between tries once an operator is asked about a provider that processes nothing. */
  tryAgainMs: number
  /** How long a provider may leave it PENDING before an operator is asked. The readings continue meanwhile. */
  pendingMs: number
  /** As for a charge: see workflows/charge/timing.ts. */
  confirmMs: number
}

export const DISBURSEMENT_TIMING: DisbursementTiming = {
  ...MONEY_TIMING,
  tryAgainMs: 10 * 60_000,
  pendingMs: 24 * 60 * 60_000,
  confirmMs: 10 * 60_000,
}
