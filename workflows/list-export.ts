/** Writes a requested list to a file. Retries for some hours. */
import { ActivityFailure, proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { DETAILS } from './texts.ts'

const { writeExport } = proxyActivities<Pick<Activities, 'writeExport'>>({
  startToCloseTimeout: '2 hours',
  scheduleToCloseTimeout: '6 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})

const { giveUpExport } = proxyActivities<Pick<Activities, 'giveUpExport'>>({ startToCloseTimeout: '10 seconds' })

export async function listExport({ exportId }: { exportId: string }): Promise<void> {
  setCurrentDetails(DETAILS.listExport)
  try {
    await writeExport({ exportId })
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    await giveUpExport({ exportId })
  }
}
