/** Cancels charges that still wait for money although another charge has paid their order. Each workflow asks the provider first. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { supersededCharges } from '../db/queries/selling/orders.ts'
import { ORDER_PAID } from '../domain/requester.ts'
import { cancelSignal, chargeWorkflowId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 200
/** A cancellation that became void, because the provider did not answer, is sent again after this time. */
const AGAIN_MS = 10 * 60 * 1000

export async function cancelSuperseded({ database, temporal, logger }: ActivityDependencies): Promise<void> {
  for (const chargeId of await supersededCharges(database.writer, BATCH)) {
    const id = `order-paid/${Math.floor(Date.now() / AGAIN_MS)}`
    try {
      await temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(cancelSignal, { id, by: ORDER_PAID })
    } catch (error) {
      // The workflow has ended since, or the sweep flags it as lost.
      if (error instanceof WorkflowNotFoundError) continue
      logger.warn({ error, chargeId }, 'could not cancel a charge whose order another charge has paid')
    }
  }
}
