/** Picks up what a crash left behind: webhooks not delivered, notifications not started, charges never begun. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { abandonCharge, forgetOldIdempotencyKeys, overdueCharges, unstartedCharges } from '../db/queries/abandoned.ts'
import { untriedDeliveries } from '../db/queries/deliveries.ts'
import { flagAttention, readChargeFacts } from '../db/queries/transitions.ts'
import { dueWebhookEvents } from '../db/queries/webhook-inbox.ts'
import { isSettled } from '../domain/charge-status.ts'
import { deliverWebhookEvent } from '../inbox/deliver.ts'
import { chargeIdOf, chargeWorkflowId, WORKFLOW_TYPES } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { stillPending } from './failures.ts'
import { withHeartbeat } from './heartbeat.ts'
import { startDelivery } from './start-delivery.ts'

const BATCH = 200
/** Long enough for a worker that was down over a weekend. */
const LOST_WINDOW_MS = 3 * 24 * 60 * 60 * 1000

export function sweep(dependencies: ActivityDependencies) {
  const { database, temporal, logger } = dependencies
  const db = database.writer
  return () => withHeartbeat(run)

  /** @throws ApplicationFailure always: that it comes again is its retry policy's business. */
  async function run(): Promise<never> {
    for (const eventId of await dueWebhookEvents(db, BATCH)) await deliverWebhookEvent(dependencies, eventId)
    for (const { id, resends } of await untriedDeliveries(db, BATCH)) await startDelivery(dependencies, id, resends)
    for (const chargeId of await unstartedCharges(db, BATCH)) {
      if (await hasWorkflow(chargeId)) continue
      if (await abandonCharge(db, chargeId)) logger.warn({ chargeId }, 'removed a charge that was never started')
    }
    for await (const chargeId of lostCharges()) await flagAttention(db, chargeId, 'workflowLost')
    for (const chargeId of await overdueCharges(db, BATCH)) {
      if (!(await isRunning(chargeId))) await flagAttention(db, chargeId, 'workflowLost')
    }
    await forgetOldIdempotencyKeys(db)
    throw stillPending('Until next time')
  }

  /** Charges whose workflow was terminated, or failed, before they were settled: nobody watches over them any more. */
  async function* lostCharges(): AsyncGenerator<string> {
    const since = new Date(Date.now() - LOST_WINDOW_MS).toISOString()
    const lost = temporal.workflow.list({
      query: `WorkflowType = '${WORKFLOW_TYPES.charge}' AND \`Status\` = 'PENDING' AND CloseTime > '${since}' AND ExecutionStatus IN ('Terminated', 'Failed', 'Canceled', 'TimedOut')`,
    })
    for await (const { workflowId } of lost) {
      const chargeId = chargeIdOf(workflowId)
      const charge = await readChargeFacts(db, chargeId)
      if (charge && !isSettled(charge.status)) yield chargeId
    }
  }

  async function hasWorkflow(chargeId: string): Promise<boolean> {
    return (await statusOf(chargeId)) !== undefined
  }

  async function isRunning(chargeId: string): Promise<boolean> {
    return (await statusOf(chargeId)) === 'RUNNING'
  }

  async function statusOf(chargeId: string): Promise<string | undefined> {
    try {
      const { status } = await temporal.workflow.getHandle(chargeWorkflowId(chargeId)).describe()
      return status.name
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined
      throw error
    }
  }
}
