/** The waits of a receiver's workflow. Tests pass shorter ones. */
import { MOVEMENT_TIMING, type MovementTiming } from '../shared/timing.ts'

export interface ReceiverTiming extends MovementTiming {
  /** How long an approval may take before an operator is asked. */
  approvalMs: number
}

export const RECEIVER_TIMING: ReceiverTiming = { ...MOVEMENT_TIMING, approvalMs: 30 * 24 * 60 * 60_000 }
