/** The last known balances of accounts at their providers. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BalanceReading } from '../../../domain/balance.ts'
import type { Database } from '../../client.ts'
import { accountBalances, providerAccounts } from '../../schema/index.ts'

/** The most accounts that one request asks the providers about. */
const MOST_ASKED = 100

/** The platform's accounts in use at these providers. */
const readable = (platformId: string, providers: readonly string[]) =>
  and(
    eq(providerAccounts.platformId, platformId),
    eq(providerAccounts.enabled, true),
    isNull(providerAccounts.deletedAt),
    inArray(providerAccounts.provider, [...providers]),
  )

/** The balance was read recently, with the account's current keys and URL. */
const isFresh = (seconds: number) => {
  const { askedAt, providerAccountId } = accountBalances
  return sql`${askedAt} >= now() - make_interval(secs => ${seconds})
    AND ${askedAt} >= (SELECT updated_at FROM provider_accounts WHERE id = ${providerAccountId})`
}

export interface BalanceClaim {
  accountId: string
  askedAt: string
}

/** Claims the balances that were not read for `seconds`, those first that were asked for longest ago. Each is given to only one caller. */
export async function claimBalances(
  db: Database,
  platformId: string,
  { providers, seconds }: { providers: readonly string[]; seconds: number },
): Promise<BalanceClaim[]> {
  const { providerAccountId, askedAt } = accountBalances
  const stale = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .leftJoin(accountBalances, eq(providerAccountId, providerAccounts.id))
    .where(and(readable(platformId, providers), sql`(${isFresh(seconds)}) IS NOT TRUE`))
    .orderBy(sql`${askedAt} NULLS FIRST`, asc(providerAccounts.priority), asc(providerAccounts.id))
    .limit(MOST_ASKED)
  if (stale.length === 0) return []
  return db
    .insert(accountBalances)
    .values(stale.map(({ id }) => ({ providerAccountId: id })))
    .onConflictDoUpdate({
      target: providerAccountId,
      set: { askedAt: sql`now()` },
      // Another caller may have been faster.
      setWhere: sql`NOT (${isFresh(seconds)})`,
    })
    .returning({ accountId: providerAccountId, askedAt })
}

/** An earlier answer does not replace a later one. A failed read keeps the previous balance. */
export async function recordBalance(
  db: Database,
  { accountId, askedAt }: BalanceClaim,
  said: BalanceReading | { problem: string },
): Promise<void> {
  const change =
    'problem' in said
      ? { problem: said.problem }
      : { available: said.available, pending: said.pending ?? null, readAt: askedAt, problem: null }
  await db
    .update(accountBalances)
    .set(change)
    .where(and(eq(accountBalances.providerAccountId, accountId), eq(accountBalances.askedAt, askedAt)))
}

export interface KnownBalance {
  providerAccountId: string
  provider: string
  name: string
  available: number | null
  pending: number | null
  readAt: string | null
  problem: string | null
}

/** In the order in which the accounts are tried. A balance read with other keys, or at another URL, is not shown. */
export async function listBalances(
  db: Database,
  platformId: string,
  providers: readonly string[],
): Promise<KnownBalance[]> {
  const { id, provider, name, priority, updatedAt } = providerAccounts
  const { providerAccountId, available, pending, readAt, askedAt } = accountBalances
  const isOfThese = (at: typeof readAt | typeof askedAt) => sql<boolean | null>`${at} >= ${updatedAt}`
  const rows = await db
    .select({
      providerAccountId: id,
      provider,
      name,
      said: { available, pending, readAt, isOfThese: isOfThese(readAt) },
      asked: { problem: accountBalances.problem, isOfThese: isOfThese(askedAt) },
    })
    .from(providerAccounts)
    .leftJoin(accountBalances, eq(providerAccountId, id))
    .where(readable(platformId, providers))
    .orderBy(asc(priority), asc(id))
  return rows.map(({ said, asked, ...account }) => ({
    ...account,
    available: said?.isOfThese ? said.available : null,
    pending: said?.isOfThese ? said.pending : null,
    readAt: said?.isOfThese ? said.readAt : null,
    problem: asked?.isOfThese ? asked.problem : null,
  }))
}
