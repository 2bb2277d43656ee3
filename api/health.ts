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
/** An answer gets so many of these: a process that computes for seconds hears nothing meanwhile, and only while it listens does time count. */
const LISTENING_MS = 100
const TURNS = 15

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

async function timeout(): Promise<false> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, LISTENING_MS).unref()
    })
  }
  return false
}
