import { Context as ActivityContext } from '@temporalio/activity'

/** Milliseconds since the activity was first scheduled, by Temporal's clock alone. */
export function elapsedMs(): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = ActivityContext.current().info
  return currentAttemptScheduledTimestampMs - scheduledTimestampMs
}
