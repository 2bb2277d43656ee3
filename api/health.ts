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
    asking ??= ask()
      .catch(() => false)
      .finally(() => {
        asking = undefined
      })
    const answer = Promise.race([asking, timeout()])
    return answer.then((isUp) => {
      up = isUp
      return isUp
    })
  }
  return {
    isDown: () => !up,
    refresh,
    start: () => {
      timer ??= setInterval(refresh, EVERY_MS).unref()
    },
    stop: async () => {
      clearInterval(timer)
      if (asking) await Promise.race([asking, timeout()])
    },
  }
}

function timeout(): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), TIMEOUT_MS).unref()
  })
}
