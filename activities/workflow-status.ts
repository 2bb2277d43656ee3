/** The status of a workflow's last run. */
import { WorkflowNotFoundError } from '@temporalio/client'
import type { ActivityDependencies } from './context.ts'

/** @returns Temporal's name of the status; undefined if there is no such workflow. */
export async function workflowStatus(
  { temporal }: Pick<ActivityDependencies, 'temporal'>,
  workflowId: string,
): Promise<string | undefined> {
  try {
    const { status } = await temporal.workflow.getHandle(workflowId).describe()
    return status.name
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined
    throw error
  }
}
