/** Work that others cause as often as they like. */
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does the work of each key once at a time, and not again during the pause after it. What is asked for meanwhile is done once, at its end.
 * @param work handles its own errors.
 */
export function createPaced(work: (key: string) => Promise<void>, pauseMs: number): (key: string) => void {
  /** The keys whose work or pause is under way, and whether they were asked for again since the work began. */
  const again = new Map<string, boolean>()
  const run = async (key: string) => {
    do {
      again.set(key, false)
      await work(key)
      await sleep(pauseMs, undefined, { ref: false })
    } while (again.get(key))
    again.delete(key)
  }
  return (key) => {
    if (again.has(key)) again.set(key, true)
    else void run(key)
  }
}
