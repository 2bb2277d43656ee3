/** How an operator's decision reaches the workflow that waits for it. */
import { type WorkflowHandle, WorkflowNotFoundError } from '@temporalio/client'
import type { FastifyInstance } from 'fastify'
import { ApiProblem, unavailable } from './problem.ts'

const SIGNAL_TIMEOUT_MS = 5_000

/**
 * @param withoutWorkflow carries the decision out when the workflow is gone: somebody terminated it.
 * @throws ApiProblem 503 while Temporal does not take it, or what `withoutWorkflow` throws.
 */
export async function deliverDecision(
  app: FastifyInstance,
  workflowId: string,
  send: (handle: WorkflowHandle) => Promise<void>,
  withoutWorkflow: () => Promise<void>,
): Promise<void> {
  const deliver = async () => {
    try {
      await send(app.temporal.workflow.getHandle(workflowId))
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error
      await withoutWorkflow()
    }
  }
  try {
    await app.temporal.connection.withDeadline(Date.now() + SIGNAL_TIMEOUT_MS, deliver)
  } catch (error) {
    if (error instanceof ApiProblem) throw error
    app.log.warn({ err: error, workflowId }, 'Temporal did not take a decision')
    throw unavailable('Temporal')
  }
}
