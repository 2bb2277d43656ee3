/** A question asked again and again in the background, whose last answer is at hand without waiting. */

export interface Probe {
  /** As last seen; up until it is known to be down. */
  isDown(): boolean
  /** Asks now, unless an answer is being waited for already. @returns whether it was heard to be up. */
  refresh(): Promise<boolean>
  start(): void
  /** Resolves when no question is left open. */
  stop(): Promise<void>
}

const EVERY_MS = 2_000
export const HEALTH_WAIT_MS = 1_500
/** An answer gets turns of this length: a process that computes for seconds hears nothing meanwhile, and only while it listens does time count. */
const LISTENING_MS = 100
/** What is silent so many times in a row is down. Once, it may only be slow, and what is called down is refused. */
const SILENCES = 2

/**
 * @param ask resolves with whether the thing is up, which counts at once; a rejection is as good as silence.
 * @param waitMs how long an answer is listened for, in milliseconds.
 */
export function createProbe(ask: () => Promise<boolean>, waitMs: number = HEALTH_WAIT_MS): Probe {
  let up = true
  let silences = 0
  let asking: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined

  const refresh = () => {
    // A question without an answer in time is given up: the next one may be heard.
    asking ??= Promise.race([ask().catch(() => undefined), silence(waitMs)]).then((answer) => {
      silences = answer === undefined ? silences + 1 : 0
      up = answer ?? (up && silences < SILENCES)
      asking = undefined
      return answer ?? false
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

async function silence(waitMs: number): Promise<undefined> {
  for (let heardMs = 0; heardMs < waitMs; heardMs += LISTENING_MS) {
    await new Promise((resolve) => {
      setTimeout(resolve, LISTENING_MS).unref()
    })
  }
}
