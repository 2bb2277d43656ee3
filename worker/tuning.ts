/** How the worker takes its work from Temporal; the benchmark's bare worker runs with the same. */
import type { WorkerOptions } from '@temporalio/worker'

export const TUNING = {
  shutdownGraceTime: '20 seconds',
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<WorkerOptions>
