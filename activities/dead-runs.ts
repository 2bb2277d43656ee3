/** Runs of workflows that ended before they had done their work, as Temporal lists them. */
import type { ActivityDependencies } from './context.ts'

/** Long enough for a worker that was down over a weekend. */
export const DEAD_WINDOW_MS = 3 * 24 * 60 * 60 * 1000

const HAS_DIED = "ExecutionStatus IN ('Terminated', 'Failed', 'Canceled', 'TimedOut')"
const IS_PENDING = "`Status` = 'PENDING'"

type Needed = Pick<ActivityDependencies, 'temporal'>

/** Those that were terminated or failed in the window before `now`. Another run of the same workflow may have gone on. */
export function deadRuns({ temporal }: Needed, types: readonly string[], now: number, ...more: readonly string[]) {
  const since = new Date(now - DEAD_WINDOW_MS).toISOString()
  const isOfType = `WorkflowType IN (${types.map((type) => `'${type}'`).join(', ')})`
  return temporal.workflow.list({ query: [isOfType, ...more, `CloseTime > '${since}'`, HAS_DIED].join(' AND ') })
}

/** As `deadRuns`, of movements and receivers that had no final status by then. */
export const lostRuns = (needed: Needed, types: readonly string[], now: number) =>
  deadRuns(needed, types, now, IS_PENDING)
