import { setTimeout as sleep } from 'node:timers/promises'

export interface WaitOptions {
  /** Said when time is up: "<what> did not happen in 60 s". */
  what: string
  timeoutMs?: number
  everyMs?: number
  /** Ends the wait early, e.g. because the process waited for has died. */
  abort?: () => string | undefined
}

/** Asks `check` until it answers truthily; an exception counts as "not yet" and is quoted when time is up. */
export async function waitFor<T>(check: () => T | Promise<T>, options: WaitOptions): Promise<NonNullable<T>> {
  const { what, timeoutMs = 60_000, everyMs = 50, abort } = options
  const deadline = Date.now() + timeoutMs
  let lastError: unknown
  while (Date.now() < deadline) {
    const reason = abort?.()
    if (reason) throw new Error(`${what}: ${reason}`)
    try {
      const value = await check()
      if (value) return value
    } catch (error) {
      lastError = error
    }
    await sleep(everyMs)
  }
  throw new Error(`${what} did not happen in ${Math.round(timeoutMs / 1000)} s`, { cause: lastError })
}
