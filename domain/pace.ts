/** How fast an account is read: as fast as its provider lets us, which its refusals teach. */

export interface Pace {
  /** Readings in a second. */
  perSecond: number
  /** Readings under way at once. */
  concurrency: number
}

export const FULL_PACE: Pace = { perSecond: 20, concurrency: 8 }
const SLOWEST: Pace = { perSecond: 0.1, concurrency: 1 }
/** How much faster after a round that the provider did not refuse. */
const FASTER = 1.25

/** A provider that asks for a day of patience must not freeze an account, nor a charge: after this it is asked again. */
export const LONGEST_REST_SECONDS = 60
const SHORTEST_REST_SECONDS = 1
/** After a refusal that names no time. */
const USUAL_REST_SECONDS = 5

/** For how long nothing is read after a refusal that names so many seconds. */
export const restMs = (seconds = USUAL_REST_SECONDS): number =>
  1_000 * Math.min(Math.max(seconds, SHORTEST_REST_SECONDS), LONGEST_REST_SECONDS)

/** Of the places that are taken at once: what can wait has it even when there is always something that cannot. */
const SHARE_OF_WHAT_CAN_WAIT = 1 / 4

/** @param chance from 0 to 1: what is less than a place is a whole one from time to time. */
export const placesOfWhatCanWait = ({ concurrency }: Pace, chance: number): number =>
  Math.floor(concurrency * SHARE_OF_WHAT_CAN_WAIT + chance)

/** After a refusal for asking too often. */
export const slower = ({ perSecond, concurrency }: Pace): Pace => ({
  perSecond: Math.max(SLOWEST.perSecond, perSecond / 2),
  concurrency: Math.max(SLOWEST.concurrency, Math.floor(concurrency / 2)),
})

/** After a round without one. */
export const faster = ({ perSecond, concurrency }: Pace): Pace => ({
  perSecond: Math.min(FULL_PACE.perSecond, perSecond * FASTER),
  concurrency: Math.min(FULL_PACE.concurrency, concurrency + 1),
})
