/** What a provider promises about repeated requests and about searches, and until when it may be relied on. */
import type { Idempotency, Lookup } from '../contract.ts'

/**
 * For a key whose life the provider states nowhere: long enough for the tries that follow a lost answer at once, shorter than
 * any life that providers are known to give.
 */
export const UNSTATED = 15 * 60

/** Of a key that is sent for what it may prevent, and is no reason to send anything again (IUGU). */
export const NEVER_RELIED_ON = 0

/** Whether there is a key that makes a repeat safe, for however short a time. */
export const isReliedOn = (idempotency: Idempotency): boolean =>
  idempotency.type !== 'none' && idempotency.keptFor !== NEVER_RELIED_ON

/** Between the decision to repeat a request and its arrival. */
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
