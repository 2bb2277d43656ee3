/** Another charge has paid the order: what still waits for money is cancelled. The provider is asked first, as always. */
import { WorkflowNotFoundError } from '@temporalio/client'
import { supersededCharges } from '../db/queries/selling/orders.ts'
import { cancelSignal, chargeWorkflowId } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'

const BATCH = 200
/** A decision that came to nothing, because the provider did not answer, is made again after so long. */
const AGAIN_MS = 10 * 60 * 1000

export async function cancelSuperseded({ database, temporal, logger }: ActivityDependencies): Promise<void> {
  for (const chargeId of await supersededCharges(database.writer, BATCH)) {
    const id = `order-paid/${Math.floor(Date.now() / AGAIN_MS)}`
    try {
      await temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(cancelSignal, { id, by: 'checkout' })
    } catch (error) {
      // It has ended since, or is flagged as lost by the sweep.
      if (error instanceof WorkflowNotFoundError) continue
      logger.warn({ error, chargeId }, 'a charge whose order another one has paid could not be cancelled')
    }
  }
}
