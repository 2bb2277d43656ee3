/**
 * Picks up work that a crash left behind, every few seconds for an hour. Then the schedule starts the next sweep. The sweep is one
 * activity that always asks for a retry, and its retry interval is the sweep's interval. An hour is one short history and one row in
 * Temporal Web.
 */
import { ActivityFailure, proxyActivities, setCurrentDetails, TimeoutFailure } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { DETAILS, SUMMARIES } from './texts.ts'

interface SweepTiming {
  everyMs?: number
  lastsMs?: number
}

export async function sweep(timing: SweepTiming = {}): Promise<void> {
  const { everyMs = 10_000, lastsMs = 60 * 60_000 } = timing
  setCurrentDetails(DETAILS.sweep)
  const { sweep } = proxyActivities<Pick<Activities, 'sweep'>>({
    scheduleToCloseTimeout: lastsMs,
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: everyMs, backoffCoefficient: 1 },
    summary: SUMMARIES.sweep,
  })
  try {
    await sweep()
  } catch (error) {
    // The next round does the work of a round that did not finish.
    if (!isOver(error)) throw error
  }
}

/** When the hour ends between two rounds, the server reports the last failure; during a round, it reports the timeout. */
function isOver(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false
  const { cause, retryState } = error
  return retryState === 'TIMEOUT' || (cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_CLOSE')
}
