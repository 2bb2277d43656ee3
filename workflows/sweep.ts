/**
 * Picks up what a crash left behind, every few seconds, for an hour; then its schedule begins the next one. It is one activity that
 * always asks to be run again: its retry policy is the interval, so an hour of it is one short history and one line in Temporal Web.
 */
import { ActivityFailure, proxyActivities, setCurrentDetails, TimeoutFailure } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'

interface SweepTiming {
  everyMs?: number
  lastsMs?: number
}

export async function sweep(timing: SweepTiming = {}): Promise<void> {
  const { everyMs = 10_000, lastsMs = 60 * 60_000 } = timing
  setCurrentDetails('Recolhe de tempos em tempos o que uma queda tenha deixado pela metade.')
  const { sweep } = proxyActivities<Pick<Activities, 'sweep'>>({
    scheduleToCloseTimeout: lastsMs,
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: everyMs, backoffCoefficient: 1 },
    summary: 'Recolher o que ficou pela metade',
  })
  try {
    await sweep()
  } catch (error) {
    // Whatever kept a round from its end is tried again by the next.
    if (!isOver(error)) throw error
  }
}

/** Between two rounds the server names the last failure, during one the timeout. */
function isOver(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false
  const { cause, retryState } = error
  return retryState === 'TIMEOUT' || (cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_CLOSE')
}
