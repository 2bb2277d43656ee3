import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { Logger } from 'pino'
import {
  listExportWorkflowId,
  mailDeliveryWorkflowId,
  TASK_QUEUES,
  WORKFLOW_TYPES,
  webhookDeliveryWorkflowId,
} from '../workflows/messages.ts'

const DEADLINE_MS = 5_000

interface Starting {
  temporal: Client
  logger: Pick<Logger, 'warn'>
}

/** Starts the workflow that tells the seller; again where it has ended, or was ended, and the row still waits. */
export const startDelivery = (starting: Starting, deliveryId: string, resends: number): Promise<boolean> =>
  startOnce(
    starting,
    { type: WORKFLOW_TYPES.webhookDelivery, reuse: 'ALLOW_DUPLICATE' },
    webhookDeliveryWorkflowId(resends === 0 ? deliveryId : `${deliveryId}.${resends}`),
    { deliveryId },
  )

/** Starts the workflow that writes to the buyer; again where somebody has ended it before its time. */
export const startMail = (starting: Starting, mailId: string): Promise<boolean> =>
  startOnce(
    starting,
    { type: WORKFLOW_TYPES.mailDelivery, reuse: 'ALLOW_DUPLICATE_FAILED_ONLY' },
    mailDeliveryWorkflowId(mailId),
    { mailId },
  )

/** Starts the workflow that writes a list; again where somebody has ended it before its time. */
export const startExport = (starting: Starting, exportId: string): Promise<boolean> =>
  startOnce(
    starting,
    { type: WORKFLOW_TYPES.listExport, reuse: 'ALLOW_DUPLICATE_FAILED_ONLY' },
    listExportWorkflowId(exportId),
    { exportId },
  )

/**
 * When Temporal does not take it now the row stays pending and the sweep starts it later, so this never throws.
 * @returns whether Temporal has it.
 */
async function startOnce(
  { temporal, logger }: Starting,
  { type, reuse }: { type: string; reuse: 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY' },
  workflowId: string,
  input: Record<string, string>,
): Promise<boolean> {
  try {
    await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.start(type, {
        workflowId,
        taskQueue: TASK_QUEUES.deliveries,
        workflowIdReusePolicy: reuse,
        args: [input],
      }),
    )
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return true
    logger.warn({ err: error, workflowId }, 'it is sent later')
    return false
  }
}
