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

/** The row whose workflow is started. Its platform takes turns with others for the worker's places. */
interface Row {
  id: string
  platformId: string
}

/** Starts the workflow that delivers an event to a seller. Starts it again if it has ended while the row is still pending. */
export const startDelivery = (starting: Starting, row: Row & { resends: number }): Promise<boolean> => {
  const { id: deliveryId, resends } = row
  return startOnce(starting, row, {
    type: WORKFLOW_TYPES.webhookDelivery,
    workflowId: webhookDeliveryWorkflowId(resends === 0 ? deliveryId : `${deliveryId}.${resends}`),
    input: { deliveryId, resends } satisfies DeliveryInput,
  })
}

/** Starts the workflow that sends a mail. Starts it again if it has ended while the row is still pending. */
export const startMail = (starting: Starting, row: Row): Promise<boolean> =>
  startOnce(starting, row, {
    type: WORKFLOW_TYPES.mailDelivery,
    workflowId: mailDeliveryWorkflowId(row.id),
    input: { mailId: row.id },
  })

/** Starts the workflow that writes a list. Starts it again if it has ended while the row is still being written. */
export const startExport = (starting: Starting, row: Row): Promise<boolean> =>
  startOnce(starting, row, {
    type: WORKFLOW_TYPES.listExport,
    workflowId: listExportWorkflowId(row.id),
    input: { exportId: row.id },
  })

/**
 * A run that has ended may be followed by another: a database failover may have lost what it wrote last.
 * Never throws: if Temporal does not accept the start, the row stays pending and the sweep starts it later.
 * @returns whether Temporal has the workflow.
 */
async function startOnce(
  { temporal, logger }: Starting,
  { platformId }: Row,
  { type, workflowId, input }: { type: string; workflowId: string; input: object },
): Promise<boolean> {
  try {
    await temporal.connection.withDeadline(Date.now() + DEADLINE_MS, () =>
      temporal.workflow.start(type, {
        workflowId,
        taskQueue: TASK_QUEUES.deliveries,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        args: [input],
        priority: { fairnessKey: platformId },
      }),
    )
    return true
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return true
    logger.warn({ err: error, workflowId }, 'could not start a delivery: the sweep starts it later')
    return false
  }
}
