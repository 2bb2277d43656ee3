import { Context } from '@temporalio/activity'

const INTERVAL_MS = 3_000

/** Tells Temporal that this process is alive, so that a crashed run is noticed in seconds. Quick runs send nothing. */
export async function withHeartbeat<T>(run: () => Promise<T>): Promise<T> {
  const context = Context.current()
  const timer = setInterval(() => context.heartbeat(), INTERVAL_MS)
  try {
    return await run()
  } finally {
    clearInterval(timer)
  }
}
