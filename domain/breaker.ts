/** The circuit breaker of an account. Its state is derived from the account's recent tries, so it is not stored. */

export const BREAKER_STATES = ['closed', 'open', 'halfOpen'] as const
export type BreakerState = (typeof BREAKER_STATES)[number]

/** How one try at an account ended. A refusal counts as an answer. */
export interface TryOutcome {
  /** Milliseconds since 1970. */
  at: number
  answered: boolean
}

export interface Breaker {
  state: BreakerState
  /** Milliseconds since 1970; null if nothing has been tried. */
  since: number | null
}

/** Older tries are ignored. */
export const BREAKER_WINDOW_MS = 5 * 60_000
/** How many recent tries are considered. */
export const BREAKER_TRIES = 20
/** Fewer tries than this never open the breaker. */
const FEWEST = 5
/** The share of unanswered tries that opens the breaker. */
const OPENS_AT = 0.5
/** How long an open breaker blocks requests. After that, one try probes the account. */
const REST_MS = 30_000
/** A probe without an answer for longer than this no longer counts. */
export const PROBE_MS = 60_000

/**
 * @param tries oldest first.
 * @param askedAt when the last unanswered try was sent, in milliseconds since 1970. After the rest it is the probe, and no other try
 *   is made meanwhile.
 */
export function breakerAfter(tries: readonly TryOutcome[], now: number, askedAt?: number): Breaker {
  const end = tries.reduce<{ openedAt: number | null; since: number | null; seen: TryOutcome[] }>(
    ({ openedAt, since, seen }, next) => {
      if (openedAt !== null) {
        // Tries that were already running when the breaker opened are ignored; the first try after the rest counts.
        if (next.at < openedAt + REST_MS) return { openedAt, since, seen }
        if (!next.answered) return { openedAt: next.at, since: next.at, seen: [] }
        return { openedAt: null, since: next.at, seen: [] }
      }
      const lately = [...seen, next].filter(({ at }) => at > next.at - BREAKER_WINDOW_MS).slice(-BREAKER_TRIES)
      const failed = lately.filter(({ answered }) => !answered).length
      const opens = !next.answered && lately.length >= FEWEST && failed / lately.length >= OPENS_AT
      if (opens) return { openedAt: next.at, since: next.at, seen: [] }
      return { openedAt: null, since: since ?? next.at, seen: lately }
    },
    { openedAt: null, since: null, seen: [] },
  )
  if (end.openedAt === null) return { state: 'closed', since: end.since }
  const restedAt = end.openedAt + REST_MS
  const isProbed = askedAt !== undefined && askedAt >= restedAt && now < askedAt + PROBE_MS
  return now < restedAt || isProbed ? { state: 'open', since: end.openedAt } : { state: 'halfOpen', since: restedAt }
}
