/** kill -9 as planned: of whom, when, and for how long. */
import type { Random } from './random.ts'

export const VICTIMS = ['worker', 'api', 'temporal', 'postgres'] as const
export type Victim = (typeof VICTIMS)[number]

/** Once so many lifecycles have begun, and a little later. */
export interface Kill {
  victim: Victim
  afterLives: number
  delayMs: number
  /** How long it stays dead. */
  downMs: number
  /** A worker of the next version takes its place. */
  next: boolean
}

const LIVES_PER_KILL = 40
/** The first of a batch live while nothing is killed: what the product does in good time then has no excuse. */
const CALM_SHARE = 0.25
/** Longer than the API waits for Temporal before it gives the seller up. */
const LONG_DEATH_MS = 14_000
/** Runs from here on have time for all that can happen. */
export const LARGE = 100

/** So many lifecycles begin before anything is killed. */
export const calmOf = (size: number): number => Math.floor(size * CALM_SHARE)

/** A small run has no time for a death that lasts long enough for sellers to be told 503. */
export function drawKills(random: Random, size: number): Kill[] {
  const count = Math.max(VICTIMS.length, Math.round(size / LIVES_PER_KILL))
  const victims = Array.from({ length: count }, (_, index) => VICTIMS[index % VICTIMS.length] ?? 'worker')
  const shuffled = random.shuffled(victims)
  const calm = calmOf(size)
  const lastWorker = shuffled.lastIndexOf('worker')
  return shuffled.map((victim, index) => {
    const isLong = size >= LARGE && (victim === 'temporal' || victim === 'postgres') && random.chance(0.3)
    return {
      victim,
      afterLives: calm + Math.round(((index + 0.5) / count) * (size - calm)),
      delayMs: random.below(1_500),
      downMs: isLong ? LONG_DEATH_MS + random.below(5_000) : random.below(3_000),
      next: index === lastWorker,
    }
  })
}
