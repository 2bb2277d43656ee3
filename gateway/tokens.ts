/** Access tokens, cached in memory per account and URL until shortly before they expire. Concurrent callers share one fetch. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Credentials } from '../providers/contract.ts'

export interface TokenCache {
  /** @param owner the account and the base URL that the token is for. */
  get(
    owner: string,
    credentials: Credentials,
    fetch: () => Promise<{ token: string; expiresInSeconds: number }>,
    earlySeconds: number,
  ): Promise<string>
  /** Called after the provider has refused the token. */
  forget(owner: string): void
}

interface Entry {
  credentialsHash: string
  token: Promise<string>
}

/** Beyond this number, the least recently used token is evicted and fetched again when needed. */
const MOST_KEPT = 10_000

export function createTokenCache(now: () => number = Date.now): TokenCache {
  const entries = new LRUCache<string, Entry>({ max: MOST_KEPT, perf: { now }, ttlResolution: 0 })
  return {
    get: (owner, credentials, fetch, earlySeconds) => {
      const credentialsHash = createHash('sha256').update(JSON.stringify(credentials)).digest('base64')
      const known = entries.get(owner)
      if (known?.credentialsHash === credentialsHash) return known.token
      const entry: Entry = { credentialsHash, token: Promise.resolve('') }
      const isKept = () => entries.peek(owner) === entry
      entry.token = fetch().then(
        ({ token, expiresInSeconds }) => {
          const ttl = (expiresInSeconds - earlySeconds) * 1000
          if (isKept() && ttl > 0) entries.set(owner, entry, { ttl })
          else if (isKept()) entries.delete(owner)
          return token
        },
        (error: unknown) => {
          if (isKept()) entries.delete(owner)
          throw error
        },
      )
      entries.set(owner, entry)
      return entry.token
    },
    forget: (owner) => {
      entries.delete(owner)
    },
  }
}
