import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { Logger } from 'pino'
import { TASK_QUEUES, WORKFLOW_TYPES, webhookDeliveryWorkflowId } from '../workflows/messages.ts'

const DEADLINE_MS = 5_000

/**
 * Starts the workflow that tells the seller. When Temporal does not take it now the row stays pending and the sweep
 * starts it later, so this never throws.
 */
export async function startDelivery(
  { temporal, logger }: { temporal: Client; logger: Pick<Logger, 'warn'> },
  deliveryId: string,
  resends: number,
): Promise<void> {
  try {
    await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.start(WORKFLOW_TYPES.webhookDelivery, {
        workflowId: webhookDeliveryWorkflowId(resends === 0 ? deliveryId : `${deliveryId}.${resends}`),
        taskQueue: TASK_QUEUES.deliveries,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        args: [{ deliveryId }],
      }),
    )
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return
    logger.warn({ err: error, deliveryId }, 'the seller will be told later')
  }
}
