/** Finds receivers that a crash left behind: never started, or without a running workflow. */
import { flagReceiver } from '../db/queries/receiver/transitions.ts'
import { abandonReceiver, unstartedReceivers } from '../db/queries/receiver/unstarted.ts'
import { receiverIdOf, receiverWorkflowId, WORKFLOW_TYPES } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { lostRuns } from './dead-runs.ts'
import { workflowStatus } from './workflow-status.ts'

const BATCH = 200

export async function sweepReceivers(dependencies: ActivityDependencies): Promise<void> {
  const { database, logger } = dependencies
  const db = database.writer
  for (const receiverId of await unstartedReceivers(db, BATCH)) {
    if (await workflowStatus(dependencies, receiverWorkflowId(receiverId))) continue
    if (await abandonReceiver(db, receiverId)) logger.warn({ receiverId }, 'removed a receiver that was never begun')
  }
  for await (const { workflowId } of lostRuns(dependencies, [WORKFLOW_TYPES.receiver], Date.now())) {
    // A recovered workflow leaves a terminated run behind, so a running one is skipped. flagReceiver flags only a PENDING receiver.
    if ((await workflowStatus(dependencies, workflowId)) === 'RUNNING') continue
    await flagReceiver(db, receiverIdOf(workflowId), 'workflowLost')
  }
}
