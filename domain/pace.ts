/** How fast an account is read. The pace rises until the provider refuses requests, and falls after a refusal. */

export interface Pace {
  /** Readings per second. */
  perSecond: number
  /** Concurrent readings. */
  concurrency: number
}

export const FULL_PACE: Pace = { perSecond: 20, concurrency: 8 }
const SLOWEST: Pace = { perSecond: 0.1, concurrency: 1 }
/** The factor by which the pace rises after a round without a refusal. */
const FASTER = 1.25

/** A provider that asks for a pause of a day must not freeze an account or a charge: it is asked again after this time. */
export const LONGEST_REST_SECONDS = 60
const SHORTEST_REST_SECONDS = 1
/** The pause after a refusal that names none. */
const USUAL_REST_SECONDS = 5

/** The pause after a refusal that asks for `seconds`. */
export const restMsFor = (seconds = USUAL_REST_SECONDS): number =>
  1_000 * Math.min(Math.max(seconds, SHORTEST_REST_SECONDS), LONGEST_REST_SECONDS)

/** The share of concurrent readings reserved for readings that can wait, so that urgent ones never starve them. */
const SHARE_OF_WHAT_CAN_WAIT = 1 / 4

/** @param chance a random number from 0 to 1, so that a fraction of a place becomes a whole place from time to time. */
export const placesOfWhatCanWait = ({ concurrency }: Pace, chance: number): number =>
  Math.floor(concurrency * SHARE_OF_WHAT_CAN_WAIT + chance)

/** The pace after a refusal for too many requests. */
export const slower = ({ perSecond, concurrency }: Pace): Pace => ({
  perSecond: Math.max(SLOWEST.perSecond, perSecond / 2),
  concurrency: Math.max(SLOWEST.concurrency, Math.floor(concurrency / 2)),
})

/** The pace after a round without a refusal. */
export const faster = ({ perSecond, concurrency }: Pace): Pace => ({
  perSecond: Math.min(FULL_PACE.perSecond, perSecond * FASTER),
  concurrency: Math.min(FULL_PACE.concurrency, concurrency + 1),
})
