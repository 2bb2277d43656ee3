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
    WORKFLOW_TYPES.webhookDelivery,
    webhookDeliveryWorkflowId(resends === 0 ? deliveryId : `${deliveryId}.${resends}`),
    { deliveryId, resends } satisfies DeliveryInput,
  )

/** Starts the workflow that sends a mail. Starts it again if it has ended while the row is still pending. */
export const startMail = (starting: Starting, mailId: string): Promise<boolean> =>
  startOnce(starting, WORKFLOW_TYPES.mailDelivery, mailDeliveryWorkflowId(mailId), { mailId })

/** Starts the workflow that writes a list. Starts it again if it has ended while the row is still being written. */
export const startExport = (starting: Starting, exportId: string): Promise<boolean> =>
  startOnce(starting, WORKFLOW_TYPES.listExport, listExportWorkflowId(exportId), { exportId })

/**
 * A run that has ended may be followed by another: a database failover may have lost what it wrote last.
 * Never throws: if Temporal does not accept the start, the row stays pending and the sweep starts it later.
 * @returns whether Temporal has the workflow.
 */
async function startOnce(
  { temporal, logger }: Starting,
  type: string,
  workflowId: string,
  input: object,
): Promise<boolean> {
  try {
    await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.start(type, {
        workflowId,
        taskQueue: TASK_QUEUES.deliveries,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
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
