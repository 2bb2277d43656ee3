/** How long a receiver's workflow waits for what. Tests pass shorter ones. */

export interface ReceiverTiming {
  /** How long a provider that surely processes nothing is tried before a person is asked. */
  unreachableMs: number
  /** How long an approval may take before a person is asked. */
  approvalMs: number
}

export const RECEIVER_TIMING: ReceiverTiming = {
  unreachableMs: 5 * 60_000,
  approvalMs: 30 * 24 * 60 * 60_000,
}
