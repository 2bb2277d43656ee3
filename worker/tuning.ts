/** How the worker takes its work from Temporal; the benchmark's bare worker runs with the same. */
import type { WorkerOptions } from '@temporalio/worker'

export const TUNING = {
  shutdownGraceTime: '20 seconds',
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
  // What a run says before it sends would otherwise be held back for most of its time-out, where an earlier beat said nothing.
  maxHeartbeatThrottleInterval: '100 milliseconds',
  defaultHeartbeatThrottleInterval: '100 milliseconds',
} as const satisfies Partial<WorkerOptions>
