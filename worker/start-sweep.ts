import type { Client } from '@temporalio/client'
import { SWEEP_WORKFLOW_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../workflows/messages.ts'

/** One sweep for the whole installation, whichever worker comes first; started anew when somebody has ended it. */
export async function ensureSweep(temporal: Client): Promise<void> {
  await temporal.workflow.start(WORKFLOW_TYPES.sweep, {
    workflowId: SWEEP_WORKFLOW_ID,
    taskQueue: TASK_QUEUES.deliveries,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    workflowIdConflictPolicy: 'USE_EXISTING',
    args: [{}],
  })
}
