/** The breakers of accounts, folded out of their tries. */
import type { Database } from '../../db/client.ts'
import { lastAsked, lastTries } from '../../db/queries/routing/tries.ts'
import { type Breaker, breakerAfter } from '../../domain/breaker.ts'

/** As they stand now, one for each id. */
export async function breakersOf(db: Database, accountIds: readonly string[]): Promise<Map<string, Breaker>> {
  const [tries, asked] = await Promise.all([lastTries(db, accountIds), lastAsked(db, accountIds)])
  const now = Date.now()
  return new Map(accountIds.map((id) => [id, breakerAfter(tries.get(id) ?? [], now, asked.get(id))]))
}
