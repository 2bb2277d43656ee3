/** How an account at a provider does, read off its tries and its reader's rows. */
import type { Database } from '../../db/client.ts'
import { readingHealth } from '../../db/queries/reading/health.ts'
import { successRates } from '../../db/queries/routing/tries.ts'
import { breakersOf } from '../routing/breakers.ts'
import type { AccountHealth } from '../schemas/provider-account.ts'

export async function healthOf(db: Database, accountId: string): Promise<AccountHealth> {
  const [breakers, rates, reading] = await Promise.all([
    breakersOf(db, [accountId]),
    successRates(db, [accountId], { movement: 'charge' }),
    readingHealth(db, accountId),
  ])
  const breaker = breakers.get(accountId)
  const since = breaker?.since ?? null
  const { made, all } = rates.get(accountId) ?? { made: 0, all: 0 }
  return {
    breaker: breaker?.state ?? 'closed',
    successRate: all === 0 ? null : made / all,
    rated: all,
    requestsPerSecond: reading.perSecond,
    concurrency: reading.concurrency,
    following: reading.following,
    waiting: reading.waiting,
    since: since === null ? null : new Date(since).toISOString(),
  }
}
