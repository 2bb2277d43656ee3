/** Delivers one event to one seller. Retries for two days and delays nothing else. */
import { ActivityFailure, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { DeliveryInput } from './messages.ts'
import { DETAILS } from './texts.ts'

const { deliverToSeller } = proxyActivities<Pick<Activities, 'deliverToSeller'>>({
  startToCloseTimeout: '30 seconds',
  scheduleToCloseTimeout: '48 hours',
  // A try that fails says itself when the next one comes. This is for a worker that dies, and counts the waits for a place, too.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

const { giveUpDelivery } = proxyActivities<Pick<Activities, 'giveUpDelivery'>>({ startToCloseTimeout: '10 seconds' })

export async function webhookDelivery(input: DeliveryInput): Promise<void> {
  setCurrentDetails(DETAILS.webhookDelivery)
  try {
    await deliverToSeller(input)
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    await giveUpDelivery(input)
  }
}
