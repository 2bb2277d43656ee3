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
