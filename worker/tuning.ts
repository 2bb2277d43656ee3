/** How the worker takes its work from Temporal; the benchmark's bare worker runs with the same. */
import type { WorkerOptions } from '@temporalio/worker'
import type { TASK_QUEUES } from '../workflows/messages.ts'

export const TUNING = {
  shutdownGraceTime: '20 seconds',
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<WorkerOptions>

/**
 * Activities at once per queue: what one process can hold open towards slow providers. A charge's poll begins with a wait
 * in memory, which takes a slot and nothing else.
 */
export const SLOTS = { charges: 100, polling: 1000, deliveries: 50 } as const satisfies Record<
  keyof typeof TASK_QUEUES,
  number
>
