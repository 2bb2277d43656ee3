/** Access tokens, kept in memory per account until shortly before they expire; concurrent callers share one fetch. */
import { createHash } from 'node:crypto'
import type { Credentials } from '../providers/contract.ts'

export interface TokenCache {
  get(
    accountId: string,
    credentials: Credentials,
    fetch: () => Promise<{ token: string; expiresInSeconds: number }>,
    earlySeconds: number,
  ): Promise<string>
  /** After the provider has refused the token. */
  forget(accountId: string): void
}

interface Entry {
  credentialsHash: string
  expiresAt: number
  token: Promise<string>
}

export function createTokenCache(now: () => number = Date.now): TokenCache {
  const entries = new Map<string, Entry>()
  return {
    get: (accountId, credentials, fetch, earlySeconds) => {
      const credentialsHash = createHash('sha256').update(JSON.stringify(credentials)).digest('base64')
      const known = entries.get(accountId)
      if (known && known.credentialsHash === credentialsHash && known.expiresAt > now()) return known.token
      const entry: Entry = { credentialsHash, expiresAt: Number.POSITIVE_INFINITY, token: Promise.resolve('') }
      entry.token = fetch().then(({ token, expiresInSeconds }) => {
        entry.expiresAt = now() + Math.max(0, expiresInSeconds - earlySeconds) * 1000
        return token
      })
      entry.token.catch(() => {
        if (entries.get(accountId) === entry) entries.delete(accountId)
      })
      entries.set(accountId, entry)
      return entry.token
    },
    forget: (accountId) => {
      entries.delete(accountId)
    },
  }
}
