/** When the machine had too much to do, by its own count: nothing that took long then says anything of the product. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Threads that wait for a processor, for each there is. */
const CROWDED = 3
const SAMPLE_EVERY_MS = 250

export interface Crowding {
  /** Whether it was so, on average, for so long after a moment in milliseconds since 1970; unknown counts as crowded. */
  from(moment: number, forMs: number): boolean
  /** Threads that wanted a processor, for each there is, on average from beginning to end. */
  average(): number
  stop(): void
}

export function watchCrowding(): Crowding {
  const samples: { at: number; wanting: number }[] = []
  const timer = setInterval(() => {
    samples.push({ at: Date.now(), wanting: wantingProcessor() })
  }, SAMPLE_EVERY_MS).unref()
  return {
    from: (moment, forMs) => {
      const during = samples.filter(({ at }) => at >= moment && at <= moment + forMs)
      const sum = during.reduce((total, { wanting }) => total + wanting, 0)
      return during.length === 0 || sum / during.length / availableParallelism() > CROWDED
    },
    average: () =>
      samples.reduce((total, { wanting }) => total + wanting, 0) / Math.max(samples.length, 1) / availableParallelism(),
    stop: () => clearInterval(timer),
  }
}

/** At this moment, where the kernel's averages lag a minute behind: the fourth field is "wanting/all". */
function wantingProcessor(): number {
  const [, , , threads = ''] = readFileSync('/proc/loadavg', 'utf8').split(' ')
  return Number.parseInt(threads, 10)
}
