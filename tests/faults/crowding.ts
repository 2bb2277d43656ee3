/** When the machine had too much to do, by its own count: nothing that took long then says anything of the product. */
import { availableParallelism, loadavg } from 'node:os'

/** Processes that want a processor, for each there is, on average over a minute. */
const CROWDED = 3
const SAMPLE_EVERY_MS = 2_000
/** The average lags behind. */
const AROUND_MS = 60_000

export interface Crowding {
  /** Whether it was so at about this moment; milliseconds since 1970. */
  at(moment: number): boolean
  stop(): void
}

export function watchCrowding(): Crowding {
  const crowded: number[] = []
  const timer = setInterval(() => {
    const [load = 0] = loadavg()
    if (load / availableParallelism() > CROWDED) crowded.push(Date.now())
  }, SAMPLE_EVERY_MS).unref()
  return {
    at: (moment) => crowded.some((sample) => Math.abs(sample - moment) < AROUND_MS),
    stop: () => clearInterval(timer),
  }
}
