/** What a provider promises about repeated requests and searches, and for how long. */
import type { Idempotency, Lookup } from '../contract.ts'

/**
 * For a key whose lifetime is undocumented: long enough for the retries right after a lost answer, shorter than
 * any lifetime that a provider is known to give.
 */
export const UNSTATED = 15 * 60

/** For a key that may prevent a duplicate but is no reason to repeat a request (IUGU). */
export const NEVER_RELIED_ON = 0

/** Whether a key makes a repeat safe, even for a short time. */
export const isReliedOn = (idempotency: Idempotency): boolean =>
  idempotency.type !== 'none' && idempotency.keptFor !== NEVER_RELIED_ON

/** The longest time between the decision to repeat a request and its arrival. */
const ON_THE_WAY_MS = 2 * 60_000

/**
 * Whether repeating a request under its key is still safe.
 * @param firstAt when the key was first used, and `now`: ISO 8601, by the same clock.
 */
export function isKeyLive(idempotency: Idempotency, firstAt: string, now: string): boolean {
  if (idempotency.type === 'none') return false
  if (idempotency.keptFor === 'forever') return true
  return Date.parse(now) - Date.parse(firstAt) + ON_THE_WAY_MS < idempotency.keptFor * 1000
}

/**
 * Whether a search that finds nothing proves that there is nothing.
 * @param sentAt no later than the request was made; `searchedMs`: how long the search has gone on since the request was last sent.
 */
export function provesAbsence(lookup: Lookup, sentAt: string, now: string, searchedMs: number): boolean {
  if (lookup.staleFor === 'unknown' || searchedMs < lookup.staleFor * 1000) return false
  return lookup.reaches === 'unlimited' || Date.parse(now) - Date.parse(sentAt) < lookup.reaches * 1000
}
