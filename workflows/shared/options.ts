/** How activities of every movement are run: which queue, how long, what may be repeated. */
import type { ActivityOptions } from '@temporalio/workflow'
import { TASK_QUEUES } from '../messages.ts'

/** A read may be repeated for as long as the provider takes. */
export const READING: ActivityOptions = {
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
}

/** Somebody waits for the answer: bounded, so that a dead provider does not hold up other news. */
export const READING_NOW: ActivityOptions = {
  ...READING,
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 5 },
}

/** Our own database: retried for as long as it takes. A long outage is waited for with timers on the server. */
export const DATABASE = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
  localRetryThreshold: '5 seconds',
} as const
