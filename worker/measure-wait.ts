/** How long activities wait for a free place: what a buyer feels when workers are too few or a provider is slow. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import type { WorkerMetrics } from './metrics.ts'

/** Counted when an activity begins, whatever becomes of it; local ones have no queue. */
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
