import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { TASK_QUEUES, WORKFLOW_TYPES, webhookDeliveryWorkflowId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'

/**
 * Starts the workflow that tells the seller. When Temporal does not take it now the row stays pending and the sweep
 * starts it later, so this never throws.
 */
export async function startDelivery(
  { temporal, logger }: Pick<ActivityDependencies, 'temporal' | 'logger'>,
  deliveryId: string,
  resends: number,
): Promise<void> {
  try {
    await temporal.workflow.start(WORKFLOW_TYPES.webhookDelivery, {
      workflowId: webhookDeliveryWorkflowId(resends === 0 ? deliveryId : `${deliveryId}.${resends}`),
      taskQueue: TASK_QUEUES.deliveries,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [{ deliveryId }],
    })
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return
    logger.warn({ err: error, deliveryId }, 'the seller will be told later')
  }
}
