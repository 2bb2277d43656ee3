/** How the worker takes its work from Temporal; the benchmark's bare worker runs with the same. */
import type { WorkerOptions } from '@temporalio/worker'
import type { TASK_QUEUES } from '../workflows/messages.ts'

export const TUNING = {
  shutdownGraceTime: '20 seconds',
  workflowTaskPollerBehavior: { type: 'autoscaling' },
  activityTaskPollerBehavior: { type: 'autoscaling' },
} as const satisfies Partial<WorkerOptions>

/**
 * Activities at once per queue. One that waits for its turn at a provider, or for the time of its poll, takes a slot and a few
 * KiB, so there are more of them than requests under way (PROVIDER_REQUESTS_TOTAL): an account that is slow leaves the others
 * their slots.
 */
export const SLOTS = { charges: 1000, polling: 1000, deliveries: 50 } as const satisfies Record<
  keyof typeof TASK_QUEUES,
  number
>
