/** Activity options that all movements share: task queue, timeouts and retry policies. */
import type { ActivityOptions, RetryPolicy } from '@temporalio/workflow'
import { defined } from '../../domain/defined.ts'
import { TASK_QUEUES } from '../messages.ts'

/** A provider that certainly processed nothing is tried again: until the activity's time ends, or so many times. */
export function trying({ triesBeforeAsking }: { triesBeforeAsking?: number }): RetryPolicy {
  return {
    initialInterval: '1 second',
    maximumInterval: '15 seconds',
    ...defined({ maximumAttempts: triesBeforeAsking }),
  }
}

/** A read is retried until the provider answers. */
export const READING: ActivityOptions = {
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
}

/** A read whose answer is awaited now. Its retries are bounded, so that a dead provider does not delay other events. */
export const READING_NOW: ActivityOptions = {
  ...READING,
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 5 },
}

/** Our own database: retried until it answers. During a long outage the retries wait on timers of the Temporal server. */
export const DATABASE = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
  localRetryThreshold: '5 seconds',
} as const
