import { Context as ActivityContext } from '@temporalio/activity'
import type { ActivityDependencies } from './context.ts'

/** Milliseconds since the activity was first scheduled, by Temporal's clock alone. */
export function elapsedMs(): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = ActivityContext.current().info
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs
}

/**
 * How much longer a request may still be processed of which a search finds nothing. Milliseconds; undefined if no longer.
 * @param doubtedAt when its answer was lost, and `now`: ISO 8601.
 */
export function unsettledMs(
  { settleMs }: Pick<ActivityDependencies, 'settleMs'>,
  doubtedAt: string,
  now: string,
): number | undefined {
  const left = settleMs - (Date.parse(now) - Date.parse(doubtedAt))
  return left > 0 ? left : undefined
}
