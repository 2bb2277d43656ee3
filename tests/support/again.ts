/** Temporal runs an activity once more, as it does where the worker died before it answered. */
import type { Client, WorkflowHandle } from '@temporalio/client'
import { uuidv7 } from 'uuidv7'

/** @returns the run that goes on from before the activity. */
export async function runAgain(
  { workflow, workflowService, options }: Client,
  workflowId: string,
  activity: string,
): Promise<WorkflowHandle> {
  const { events } = await workflow.getHandle(workflowId).fetchHistory()
  const scheduled = events
    ?.map(({ activityTaskScheduledEventAttributes }) => activityTaskScheduledEventAttributes)
    .find((attributes) => attributes?.activityType?.name === activity)
  const { runId } = await workflowService.resetWorkflowExecution({
    namespace: options.namespace,
    workflowExecution: { workflowId },
    reason: 'test',
    workflowTaskFinishEventId: scheduled?.workflowTaskCompletedEventId ?? null,
    requestId: uuidv7(),
  })
  return workflow.getHandle(workflowId, runId)
}
