/** How the worker polls Temporal. The benchmark's bare worker uses the same options. */
import type { WorkerOptions } from '@temporalio/worker'

export const TUNING = {
  shutdownGraceTime: '20 seconds',
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
  // Otherwise the heartbeat before sending could be held back for most of its timeout after an earlier heartbeat without details.
  maxHeartbeatThrottleInterval: '100 milliseconds',
  defaultHeartbeatThrottleInterval: '100 milliseconds',
} as const satisfies Partial<WorkerOptions>
