/** What an event of a history rests on, read from the key that keeps a repeat from being written twice. */
import { isUuid } from './uuid.ts'

/** What shows that a webhook is the provider's. */
export const VERIFICATIONS = ['signature', 'sharedSecret', 'token'] as const

const OF_ATTEMPT =
  /^(?:ignored\/)?(?:sent|created|answered|refused|turnedAway|heldBack|unknownOutcome|lookedUp|late)\/(\d+)(?:\/|$)/

/** The number of the attempt that the event tells of; null if it tells of none. */
export function attemptIn(key: string): number | null {
  const [, number] = OF_ATTEMPT.exec(key) ?? []
  return number === undefined ? null : Number(number)
}

/** The id of the webhook that the event rests on, as its key names it, also of a replay; null if it names none. */
export function noticeIn(key: string): string | null {
  const names = key.split('/').map((part) => part.replace(/\.\d+$/, ''))
  return names.find(isUuid) ?? null
}
