/** A question asked again and again in the background, whose last answer is at hand without waiting. */

export interface Probe {
  /** As last seen; up until the first answer. */
  isDown(): boolean
  /** Asks now, unless an answer is being waited for already. */
  refresh(): Promise<boolean>
  start(): void
  /** Resolves when no question is left open. */
  stop(): Promise<void>
}

const EVERY_MS = 2_000
const TIMEOUT_MS = 1_500

/** `ask` resolves with whether the thing is up, or rejects when it is down. */
export function createProbe(ask: () => Promise<boolean>): Probe {
  let up = true
  let asking: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined

  const refresh = () => {
    // A question without an answer in time is given up: the next one may be heard.
    asking ??= Promise.race([ask().catch(() => false), timeout()]).then((isUp) => {
      up = isUp
      asking = undefined
      return isUp
    })
    return asking
  }
  return {
    isDown: () => !up,
    refresh,
    start: () => {
      timer ??= setInterval(refresh, EVERY_MS).unref()
    },
    stop: async () => {
      clearInterval(timer)
      await asking
    },
  }
}

function timeout(): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), TIMEOUT_MS).unref()
  })
}
