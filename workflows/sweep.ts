/**
 * Picks up what a crash left behind, every few seconds, for ever. It is one activity that always asks to be run again: its
 * retry policy is the schedule, so a year of it is one short history and one line in Temporal Web.
 */
import { proxyActivities, setCurrentDetails } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'

export async function sweep({ everyMs = 10_000 }: { everyMs?: number }): Promise<void> {
  setCurrentDetails('Recolhe de tempos em tempos o que uma queda tenha deixado pela metade.')
  const activities = proxyActivities<Pick<Activities, 'sweep'>>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: everyMs, backoffCoefficient: 1 },
    summary: 'Recolher o que ficou pela metade',
  })
  await activities.sweep()
}
