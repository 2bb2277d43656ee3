import { Context } from '@temporalio/activity'

const INTERVAL_MS = 3_000
const SENDING = 'sending'
const sending = new WeakSet<Context>()

/** Tells Temporal that this process is alive, so that a crashed run is noticed in seconds. Quick runs send nothing. */
export async function withHeartbeat<T>(run: () => Promise<T>): Promise<T> {
  const context = Context.current()
  // Each heartbeat replaces what the one before it said: a run that waits for the database must not have it forgotten.
  if (hadNotedSending()) sending.add(context)
  const timer = setInterval(() => context.heartbeat(sending.has(context) ? SENDING : undefined), INTERVAL_MS)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Has Temporal remember, too, that this run begins to send: a failover of the database may lose the row that says so together
 * with the process that wrote it. To be called once `sending` is committed, before the bytes leave.
 */
export function noteSending(): void {
  const context = Context.current()
  sending.add(context)
  context.heartbeat(SENDING)
}

/** An earlier run of this activity had begun to send, whatever the rows say. */
export function hadNotedSending(): boolean {
  return Context.current().info.heartbeatDetails === SENDING
}
