/** Whether an account is worth asking: what it did lately says it, and nobody has to remember anything else. */

export const BREAKER_STATES = ['closed', 'open', 'halfOpen'] as const
export type BreakerState = (typeof BREAKER_STATES)[number]

/** How one try at an account ended. A refusal is an answer like any other. */
export interface TryOutcome {
  /** Milliseconds since 1970. */
  at: number
  answered: boolean
}

export interface Breaker {
  state: BreakerState
  /** Milliseconds since 1970; null where nothing has been tried. */
  since: number | null
}

/** What is older says nothing of now. */
export const BREAKER_WINDOW_MS = 5 * 60_000
/** As many tries as are looked at. */
export const BREAKER_TRIES = 20
/** Fewer tries than this open nothing. */
const FEWEST = 5
/** The share of tries without an answer that opens it. */
const OPENS_AT = 0.5
/** Then nobody asks for so long, and after that one try shows how it stands. */
const REST_MS = 30_000
/** A probe that has said nothing for longer shows nothing any more. */
export const PROBE_MS = 60_000

/**
 * @param tries oldest first.
 * @param askedAt when the last try was sent that nobody has an answer of yet, in milliseconds since 1970: after the rest it is the
 *   probe, and nobody else asks meanwhile.
 */
export function breakerAfter(tries: readonly TryOutcome[], now: number, askedAt?: number): Breaker {
  const end = tries.reduce<{ openedAt: number | null; since: number | null; seen: TryOutcome[] }>(
    ({ openedAt, since, seen }, next) => {
      if (openedAt !== null) {
        // What was under way when it opened is no news; the first try after the rest is.
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
