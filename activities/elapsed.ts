import { Context as ActivityContext } from '@temporalio/activity'
import type { ActivityDependencies } from './context.ts'

/** Milliseconds since the activity was first scheduled, by Temporal's clock alone. */
export function elapsedMs(): number {
  return scheduledAtMs() - ActivityContext.current().info.scheduledTimestampMs
}

/** When this try of the activity was scheduled, by Temporal's clock. */
const scheduledAtMs = () => ActivityContext.current().info.currentAttemptScheduledTimestampMs

/**
 * How much longer a request may still be processed of which a search finds nothing. Milliseconds; undefined if no longer.
 * @param since ISO 8601. `doubtedAt`: when its answer was lost, by Temporal's clock. Without it, from `begunAt` until `now`, both by
 *   the database's clock.
 */
export function unsettledMs(
  { settleMs }: Pick<ActivityDependencies, 'settleMs'>,
  { doubtedAt, begunAt, now }: { doubtedAt: string | undefined; begunAt: string; now: string },
): number | undefined {
  const elapsed = doubtedAt ? scheduledAtMs() - Date.parse(doubtedAt) : Date.parse(now) - Date.parse(begunAt)
  const left = settleMs - elapsed
  return left > 0 ? left : undefined
}
