/** When the machine had too much to do, by its own count: nothing that took long then says anything of the product. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** Threads that want a processor, for each there is: answers come late, and there is nothing left to do. */
const CROWDED = 3
const ROOMY = 1.25
/** So much of a second something waited for the disk: a commit then takes as long as it takes. */
const DISK_BOUND = 0.8
const LATELY_MS = 2_000
const SAMPLE_EVERY_MS = 250
const SECOND_MS = 1_000

export interface Crowding {
  /** Whether it was so, on average, for so long after a moment in milliseconds since 1970; unknown counts as crowded. */
  from(moment: number, forMs: number): boolean
  /**
   * When the machine had had room for so long without a break, at the earliest, since a moment: an average hides a burst. What waits begins anew
   * with each second in which too many threads wanted a processor, the disk was waited for, or nothing was counted.
   */
  roomAfter(moment: number, forMs: number): number
  /** Threads that wanted a processor, for each there is, on average from beginning to end. */
  average(): number
  /** Whether processors have been idle lately. */
  hasRoom(): boolean
  stop(): void
}

/** What is there to be counted at one moment. */
export interface Sample {
  at: number
  /** Threads that want a processor. */
  wanting: number
  /** For how long something has waited for the disk since the machine began, in milliseconds. */
  waitedForDisk: number
}

/** @returns the same of samples that are still to come, and how to add one. */
export function countCrowding(processors: number): Omit<Crowding, 'stop'> & { add(sample: Sample): void } {
  const samples: Sample[] = []
  /** The ends of crowded seconds, oldest first. */
  const crowded: number[] = []
  const averageOf = (some: readonly Sample[]) =>
    some.reduce((total, { wanting }) => total + wanting, 0) / Math.max(some.length, 1) / processors
  const isCrowded = (last: Sample): boolean => {
    const before = samples.at(-1)
    if (before && last.at - before.at > SECOND_MS) return true
    const second = [...samples.slice(-(SECOND_MS / SAMPLE_EVERY_MS)), last].filter(
      ({ at }) => at >= last.at - SECOND_MS,
    )
    const waited = last.waitedForDisk - (second[0]?.waitedForDisk ?? 0)
    return averageOf(second) > CROWDED || waited > DISK_BOUND * SECOND_MS
  }
  return {
    add: (sample) => {
      if (isCrowded(sample)) crowded.push(sample.at)
      samples.push(sample)
    },
    from: (moment, forMs) => {
      const during = samples.filter(({ at }) => at >= moment && at <= moment + forMs)
      return during.length === 0 || averageOf(during) > CROWDED
    },
    roomAfter: (moment, forMs) =>
      crowded.reduce((due, at) => (at > moment && at < due + SECOND_MS ? at + forMs : due), moment + forMs),
    average: () => averageOf(samples),
    hasRoom: () => averageOf(samples.slice(-(LATELY_MS / SAMPLE_EVERY_MS))) < ROOMY,
  }
}

export function watchCrowding(): Crowding {
  const crowding = countCrowding(availableParallelism())
  const look = () => crowding.add({ at: Date.now(), wanting: wantingProcessor(), waitedForDisk: waitedForDisk() })
  const timer = setInterval(look, SAMPLE_EVERY_MS).unref()
  return { ...crowding, stop: () => clearInterval(timer) }
}

/** At this moment, where the kernel's averages lag a minute behind: the fourth field is "wanting/all". */
function wantingProcessor(): number {
  const [, , , threads = ''] = readFileSync('/proc/loadavg', 'utf8').split(' ')
  return Number.parseInt(threads, 10)
}

/** The first line's last field, in microseconds: "some … total=N". A kernel that does not count it says nothing of it. */
function waitedForDisk(): number {
  try {
    const [, total = '0'] = /^some .*total=(\d+)/.exec(readFileSync('/proc/pressure/io', 'utf8')) ?? []
    return Number(total) / 1_000
  } catch {
    return 0
  }
}
