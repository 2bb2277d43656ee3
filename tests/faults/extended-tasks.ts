/**
 * An order of events that Temporal's SDK (1.24.0) writes and cannot replay. A workflow task that waits for a local activity is extended after 80 % of
 * its ten seconds: it is completed, and the next one begins at once. Where the activity ends just then, its marker is written into the first task, and
 * the workflow hears of it in the second, after whatever else came meanwhile. A replay delivers it in the first.
 */
import type { temporal } from '@temporalio/proto'
import type { Crowding } from './crowding.ts'

export type HistoryEvent = temporal.api.history.v1.IHistoryEvent

/** temporal.api.enums.v1.WorkflowTaskFailedCause */
const NON_DETERMINISTIC_ERROR = 24
const LOCAL_ACTIVITY = 'core_local_activity'
/** A little less than the SDK's, whose clock began earlier than the event's. */
const EXTENDED_AFTER_MS = 7_500

/** Whether a failed task is due to that order: it is written where a crowded machine keeps a local activity for seconds. */
export function isOrderOfSdk(
  events: readonly HistoryEvent[],
  failed: HistoryEvent,
  crowding: Pick<Crowding, 'from'>,
): boolean {
  if (failed.workflowTaskFailedEventAttributes?.cause !== NON_DETERMINISTIC_ERROR) return false
  const before = events.slice(0, events.indexOf(failed))
  return before.some((completed) => {
    const { workflowTaskCompletedEventAttributes: task } = completed
    const started = task && before.find(({ eventId }) => isSame(eventId, task.startedEventId))
    if (!started) return false
    const lastedMs = momentOf(completed) - momentOf(started)
    return (
      lastedMs >= EXTENDED_AFTER_MS &&
      before.some((event) => isMarkerOf(event, completed)) &&
      crowding.from(momentOf(started), lastedMs)
    )
  })
}

const isMarkerOf = ({ markerRecordedEventAttributes: marker }: HistoryEvent, { eventId }: HistoryEvent): boolean =>
  marker?.markerName === LOCAL_ACTIVITY && isSame(marker.workflowTaskCompletedEventId, eventId)

/** Ids are of 64 bits, each an object of its own. */
const isSame = (one: HistoryEvent['eventId'], other: HistoryEvent['eventId']): boolean => String(one) === String(other)

/** In milliseconds since 1970. */
export const momentOf = ({ eventTime }: HistoryEvent): number =>
  Number(eventTime?.seconds) * 1_000 + Number(eventTime?.nanos ?? 0) / 1_000_000
