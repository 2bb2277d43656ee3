/** Sends one mail. Retries for two days; nothing waits for it. */
import { ActivityFailure, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { DETAILS } from './texts.ts'

const { sendMail } = proxyActivities<Pick<Activities, 'sendMail'>>({
  startToCloseTimeout: '90 seconds',
  scheduleToCloseTimeout: '48 hours',
  // A try that fails says itself when the next one comes. This is for a worker that dies, and counts the waits for a place, too.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

const { giveUpMail } = proxyActivities<Pick<Activities, 'giveUpMail'>>({ startToCloseTimeout: '10 seconds' })

export async function mailDelivery({ mailId }: { mailId: string }): Promise<void> {
  setCurrentDetails(DETAILS.mailDelivery)
  try {
    await sendMail({ mailId })
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    await giveUpMail({ mailId })
  }
}
