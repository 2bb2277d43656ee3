/** When the machine had too much to do, by its own count: nothing that took long then says anything of the product. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Threads that want a processor, for each there is: answers come late, and there is nothing left to do. */
const CROWDED = 3
const ROOMY = 1.25
const LATELY_MS = 2_000
const SAMPLE_EVERY_MS = 250

export interface Crowding {
  /** Whether it was so, on average, for so long after a moment in milliseconds since 1970; unknown counts as crowded. */
  from(moment: number, forMs: number): boolean
  /** Threads that wanted a processor, for each there is, on average from beginning to end. */
  average(): number
  /** Whether processors have been idle lately. */
  hasRoom(): boolean
  stop(): void
}

export function watchCrowding(): Crowding {
  const samples: { at: number; wanting: number }[] = []
  const timer = setInterval(() => {
    samples.push({ at: Date.now(), wanting: wantingProcessor() })
  }, SAMPLE_EVERY_MS).unref()
  const averageOf = (some: readonly { wanting: number }[]) =>
    some.reduce((total, { wanting }) => total + wanting, 0) / Math.max(some.length, 1) / availableParallelism()
  return {
    from: (moment, forMs) => {
      const during = samples.filter(({ at }) => at >= moment && at <= moment + forMs)
      return during.length === 0 || averageOf(during) > CROWDED
    },
    average: () => averageOf(samples),
    hasRoom: () => averageOf(samples.slice(-(LATELY_MS / SAMPLE_EVERY_MS))) < ROOMY,
    stop: () => clearInterval(timer),
  }
}

/** At this moment, where the kernel's averages lag a minute behind: the fourth field is "wanting/all". */
function wantingProcessor(): number {
  const [, , , threads = ''] = readFileSync('/proc/loadavg', 'utf8').split(' ')
  return Number.parseInt(threads, 10)
}
