import { Context } from '@temporalio/activity'

const INTERVAL_MS = 3_000
const sending = new WeakMap<Context, string>()

/** Sends heartbeats while `run` works, so that Temporal notices a crashed run within seconds. Quick runs send none. */
export async function withHeartbeat<T>(run: () => Promise<T>): Promise<T> {
  const context = Context.current()
  // Each heartbeat replaces the details of the previous one, so a run that still waits for the database repeats an earlier note.
  const before = notedRun()
  if (before !== undefined) sending.set(context, before)
  const timer = setInterval(() => context.heartbeat(sending.get(context)), INTERVAL_MS)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Records in Temporal, too, that this run begins to send: a failover may lose both the database row that says so and the process
 * that wrote it. Call it once `sending` is committed and before the request is sent.
 */
export function noteSending(run: string): void {
  const context = Context.current()
  sending.set(context, run)
  context.heartbeat(run)
}

/** The last earlier run of this activity that had begun to send, even if the rows do not say so. */
export function notedRun(): string | undefined {
  const { heartbeatDetails } = Context.current().info
  return typeof heartbeatDetails === 'string' ? heartbeatDetails : undefined
}
