/** The waits of a receiver's workflow. Tests pass shorter ones. */

export interface ReceiverTiming {
  /** How long a provider that certainly processes nothing is tried before an operator is asked. */
  unreachableMs: number
  /** See workflows/charge/timing.ts. */
  triesBeforeAsking?: number
  /** How long an approval may take before an operator is asked. */
  approvalMs: number
}

export const RECEIVER_TIMING: ReceiverTiming = {
  unreachableMs: 5 * 60_000,
  approvalMs: 30 * 24 * 60 * 60_000,
}
