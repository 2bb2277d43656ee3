import { useRef } from 'react'
import { newIdempotencyKey } from '../../api/client.ts'
import { isSurelyRefused } from '../charges/use-submission.ts'

/**
 * The key of a money request. A repeat of a submission with an unknown outcome carries the same key, so that it cannot pay
 * twice. A submission that was refused or has changed gets a new key.
 */
export function useAttemptKey() {
  const last = useRef<{ body: string; key: string } | null>(null)
  return {
    keyFor: (submission: object): string => {
      const body = JSON.stringify(submission)
      if (last.current?.body !== body) last.current = { body, key: newIdempotencyKey() }
      return last.current.key
    },
    ended: (error?: unknown) => {
      if (error === undefined || isSurelyRefused(error)) last.current = null
    },
  }
}
