import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { Logger } from 'pino'
import {
  type DeliveryInput,
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

/** Starts the workflow that delivers an event to a seller. Starts it again if it has ended while the row is still pending. */
export const startDelivery = (starting: Starting, deliveryId: string, resends: number): Promise<boolean> =>
  startOnce(
    starting,
    { type: WORKFLOW_TYPES.webhookDelivery, reuse: 'ALLOW_DUPLICATE' },
    webhookDeliveryWorkflowId(resends === 0 ? deliveryId : `${deliveryId}.${resends}`),
    { deliveryId, resends } satisfies DeliveryInput,
  )

/** Starts the workflow that sends a mail. Starts it again if it has ended while the row is still pending. */
export const startMail = (starting: Starting, mailId: string): Promise<boolean> =>
  startOnce(starting, { type: WORKFLOW_TYPES.mailDelivery, reuse: 'ALLOW_DUPLICATE' }, mailDeliveryWorkflowId(mailId), {
    mailId,
  })

/** Starts the workflow that writes a list. Starts it again if it was terminated or failed. */
export const startExport = (starting: Starting, exportId: string): Promise<boolean> =>
  startOnce(
    starting,
    { type: WORKFLOW_TYPES.listExport, reuse: 'ALLOW_DUPLICATE_FAILED_ONLY' },
    listExportWorkflowId(exportId),
    { exportId },
  )

/**
 * Never throws: if Temporal does not accept the start, the row stays pending and the sweep starts it later.
 * @returns whether Temporal has the workflow.
 */
async function startOnce(
  { temporal, logger }: Starting,
  { type, reuse }: { type: string; reuse: 'ALLOW_DUPLICATE' | 'ALLOW_DUPLICATE_FAILED_ONLY' },
  workflowId: string,
  input: object,
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
    logger.warn({ err: error, workflowId }, 'could not start a delivery: the sweep starts it later')
    return false
  }
}
