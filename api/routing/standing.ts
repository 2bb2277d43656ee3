/** How a platform's accounts do now, read at most once a second: a decision need not be newer than that. */
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/client.ts'
import { type Rated, successRates } from '../../db/queries/routing/tries.ts'
import type { BreakerState } from '../../domain/breaker.ts'
import { breakersOf } from './breakers.ts'

export interface Standing {
  breaker(accountId: string): BreakerState
  /** A request tries an account that has rested. Until it has answered, no other request does. */
  probe(accountId: string): void
  tries(accountId: string): { made: number; all: number } | undefined
}

/** `of` reads the success rates only where it is said of what. */
export interface Standings {
  of(db: Database, platformId: string, accountIds: readonly string[], rated?: Rated): Promise<Standing>
}

const FRESH_MS = 1_000
const PLATFORMS = 1_000

export function createStandings(): Standings {
  const known = new LRUCache<string, Promise<Standing>>({ max: PLATFORMS, ttl: FRESH_MS })
  return {
    of: (db, platformId, accountIds, rated) => {
      const key = [platformId, rated?.movement, rated?.paymentMethod, ...accountIds].join()
      const fresh = known.get(key)
      if (fresh) return fresh
      const asked = read(db, accountIds, rated)
      known.set(key, asked)
      asked.catch(() => known.delete(key))
      return asked
    },
  }
}

async function read(db: Database, accountIds: readonly string[], rated?: Rated): Promise<Standing> {
  const [known, rates] = await Promise.all([
    breakersOf(db, accountIds),
    rated ? successRates(db, accountIds, rated) : undefined,
  ])
  const breakers = new Map([...known].map(([id, { state }]) => [id, state]))
  return {
    breaker: (accountId) => breakers.get(accountId) ?? 'closed',
    probe: (accountId) => {
      if (breakers.get(accountId) === 'halfOpen') breakers.set(accountId, 'open')
    },
    tries: (accountId) => rates?.get(accountId),
  }
}
