/** Measures how long activities wait for a slot. A buyer notices this wait if workers are too few or a provider is slow. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import type { WorkerMetrics } from './metrics.ts'

/** Counts at the start of each activity. Local activities have no queue. */
export function measureWait({ activityWaited }: Pick<WorkerMetrics, 'activityWaited'>): ActivityInterceptorsFactory {
  return ({ info }) => {
    if (info.isLocal) return {}
    return {
      inbound: {
        execute: (input, next) => {
          activityWaited(info.taskQueue, Math.max(0, Date.now() - info.currentAttemptScheduledTimestampMs) / 1000)
          return next(input)
        },
      },
    }
  }
}
