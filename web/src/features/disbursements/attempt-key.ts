import { newIdempotencyKey } from '../../api/client.ts'
import { inTab } from '../../ui/storage.ts'
import { attemptPlace } from '../../ui/use-draft.ts'
import { isSurelyRefused } from '../charges/use-submission.ts'

/**
 * The key of a money request. A repeat of a submission with an unknown outcome carries the same key, so that it cannot pay twice, also
 * after the page was loaded again. A submission that was refused or has changed gets a new key.
 * @param name whose request, and of what.
 */
export function useAttemptKey(name: string) {
  const place = attemptPlace(name)
  const last = (): { body: string; key: string } | undefined => {
    const kept = inTab.get(place)
    return kept === undefined ? undefined : JSON.parse(kept)
  }
  return {
    keyFor: (submission: object): string => {
      const body = JSON.stringify(submission)
      const before = last()
      if (before?.body === body) return before.key
      const key = newIdempotencyKey()
      inTab.set(place, JSON.stringify({ body, key }))
      return key
    },
    ended: (error?: unknown) => {
      if (error === undefined || isSurelyRefused(error)) inTab.remove(place)
    },
  }
}
