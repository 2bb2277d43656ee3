import { Context as ActivityContext } from '@temporalio/activity'

/** Since the activity was first asked for, by Temporal's clock alone. */
export function elapsedMs(): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = ActivityContext.current().info
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs
}
