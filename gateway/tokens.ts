/** Access tokens, kept in memory per account and address until shortly before they expire; concurrent callers share one fetch. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Credentials } from '../providers/contract.ts'

export interface TokenCache {
  /** @param owner the account and the address for which the token is. */
  get(
    owner: string,
    credentials: Credentials,
    fetch: () => Promise<{ token: string; expiresInSeconds: number }>,
    earlySeconds: number,
  ): Promise<string>
  /** After the provider has refused the token. */
  forget(owner: string): void
}

interface Entry {
  credentialsHash: string
  token: Promise<string>
}

/** The least used goes: it is fetched anew. */
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
