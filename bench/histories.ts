/** What one workflow left in Temporal. */
import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'

const { EventType, PendingActivityState } = proto.temporal.api.enums.v1
const LOCAL_ACTIVITY_MARKER = 'core_local_activity'

export interface WorkflowCosts {
  historyEvents: number
  historyBytes: number
  /** Scheduled with the server. */
  regularActivities: number
  /** Run within a workflow task. */
  localActivities: number
  /** Times that a worker ran a regular activity, retries included. */
  activityAttempts: number
}

export interface HistoryReader {
  /** Runs so far of activities that have not ended: Temporal forgets them when the workflow closes. */
  pendingAttempts(workflowId: string): Promise<number>
  /** Waits for the workflow's end. `pendingAttempts` as read before it. */
  costs(workflowId: string, pendingAttempts: number): Promise<WorkflowCosts>
}

export function historyReader(client: Client): HistoryReader {
  return {
    pendingAttempts: async (workflowId) => {
      const { raw } = await client.workflow.getHandle(workflowId).describe()
      return (raw.pendingActivities ?? [])
        .map(({ attempt, state }) =>
          // Between two runs the server names the next one.
          state === PendingActivityState.PENDING_ACTIVITY_STATE_STARTED ? (attempt ?? 1) : (attempt ?? 1) - 1,
        )
        .reduce((sum, runs) => sum + runs, 0)
    },
    costs: async (workflowId, pendingAttempts) => {
      const handle = client.workflow.getHandle(workflowId)
      await handle.result()
      const [{ historySize }, { events }] = await Promise.all([handle.describe(), handle.fetchHistory()])
      const history = events ?? []
      const ofType = (type: number) => history.filter(({ eventType }) => eventType === type)
      return {
        historyEvents: history.length,
        historyBytes: historySize ?? 0,
        regularActivities: ofType(EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED).length,
        localActivities: ofType(EventType.EVENT_TYPE_MARKER_RECORDED).filter(
          ({ markerRecordedEventAttributes }) => markerRecordedEventAttributes?.markerName === LOCAL_ACTIVITY_MARKER,
        ).length,
        activityAttempts:
          pendingAttempts +
          ofType(EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED)
            .map(({ activityTaskStartedEventAttributes }) => activityTaskStartedEventAttributes?.attempt ?? 1)
            .reduce((sum, runs) => sum + runs, 0),
      }
    },
  }
}
