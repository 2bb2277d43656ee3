/** What one workflow left in Temporal. */
import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'

const { EventType } = proto.temporal.api.enums.v1
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
  /** Waits for the workflow's end. */
  costs(workflowId: string): Promise<WorkflowCosts>
}

export function historyReader(client: Client): HistoryReader {
  return {
    costs: async (workflowId) => {
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
        activityAttempts: ofType(EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED)
          .map(({ activityTaskStartedEventAttributes }) => activityTaskStartedEventAttributes?.attempt ?? 1)
          .reduce((sum, runs) => sum + runs, 0),
      }
    },
  }
}
