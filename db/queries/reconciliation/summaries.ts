/** Daily reconciliation summaries: one row per platform and day, sent to the sellers' systems as an event. */
import { and, eq, sql } from 'drizzle-orm'
import { SELLERS_TIME_ZONE } from '../../../domain/analytics.ts'
import type { Currency } from '../../../domain/money.ts'
import type { Difference } from '../../../domain/reconciliation.ts'
import {
  type AccountSummary,
  type AmountsAtStake,
  differencesBy,
  totalsOf,
} from '../../../domain/reconciliation-summary.ts'
import { summaryId } from '../../attempt-ids.ts'
import type { Database } from '../../client.ts'
import { providerAccounts, readings, reconciliationItems, reconciliationSummaries } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { amountAtStake } from './at-stake.ts'

export type SummaryRow = typeof reconciliationSummaries.$inferSelect

const BATCH = 1_000

export async function listSummaries(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<SummaryRow>> {
  const isOwn = eq(reconciliationSummaries.platformId, platformId)
  return newestOf(db.select().from(reconciliationSummaries), reconciliationSummaries, isOwn, page)
}

/** How far back a missing day is made up for. */
const MOST_DAYS_BACK = 30

/**
 * The days that have no summary yet although the platform had an account, oldest first.
 * @param last the last day that is over. YYYY-MM-DD of the sellers' calendar.
 */
export async function unsummarisedDays(db: Database, last: string): Promise<{ platformId: string; day: string }[]> {
  return db.execute(sql`
    SELECT platform_id AS "platformId", to_char(series.day, 'YYYY-MM-DD') AS day
    FROM (
      SELECT platform_id, (min(created_at) AT TIME ZONE ${SELLERS_TIME_ZONE})::date AS first
      FROM ${providerAccounts} GROUP BY platform_id
    ) AS platform, generate_series(greatest(first, ${last}::date - ${MOST_DAYS_BACK}::int)::timestamp, ${last}::timestamp, '1 day') AS series (day)
    WHERE NOT EXISTS (SELECT FROM ${reconciliationSummaries} done
      WHERE done.platform_id = platform.platform_id AND done.day = to_char(series.day, 'YYYY-MM-DD'))
    ORDER BY series.day, platform_id LIMIT ${BATCH}`)
}

/** Writes the day's summary of one platform, once. */
export async function summariseDay(db: Database, platformId: string, day: string): Promise<void> {
  const accounts = await accountsOn(db, platformId, day)
  const values = { id: summaryId(platformId, day), platformId, day, ...totalsOf(accounts), accounts }
  await db.insert(reconciliationSummaries).values(values).onConflictDoNothing()
}

function boundsOf(day: string) {
  const at = (offset: number) => sql`((${day}::date + ${offset}::int)::timestamp AT TIME ZONE ${SELLERS_TIME_ZONE})`
  return { start: at(0), end: at(1) }
}

interface ItemFigures extends Record<string, unknown> {
  providerAccountId: string
  kind: Difference
  currency: Currency
  found: number
  foundAmount: number
  resolved: number
  open: number
  openAmount: number
}

/** For so long after a day few of its readings have been replaced by later ones, because only a movement's last reading is kept. */
const COUNTED_FOR = sql`interval '1 hour'`

/** Each account of the platform, including accounts without differences. */
async function accountsOn(db: Database, platformId: string, day: string): Promise<AccountSummary[]> {
  const { start, end } = boundsOf(day)
  // In a query of one table a column is written without its table's name, which would mean the inner table here.
  const read = sql`(SELECT count(*)::int FROM ${readings} AS reading
    WHERE reading.provider_account_id = provider_accounts.id AND reading.read_at >= ${start} AND reading.read_at < ${end})`
  const accounts = await db
    .select({
      providerAccountId: providerAccounts.id,
      provider: providerAccounts.provider,
      compared: sql<number | null>`CASE WHEN now() < ${end} + ${COUNTED_FOR} THEN ${read} END`,
    })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.platformId, platformId), sql`${providerAccounts.createdAt} < ${end}`))
    .orderBy(providerAccounts.createdAt, providerAccounts.id)
  const figures = await db.execute<ItemFigures>(sql`
    SELECT provider_account_id AS "providerAccountId", kind, currency,
      count(*) FILTER (WHERE is_found)::int AS found,
      coalesce(sum(amount) FILTER (WHERE is_found), 0)::float8 AS "foundAmount",
      count(*) FILTER (WHERE resolved_at >= ${start} AND resolved_at < ${end})::int AS resolved,
      count(*) FILTER (WHERE is_open)::int AS open,
      coalesce(sum(amount) FILTER (WHERE is_open), 0)::float8 AS "openAmount"
    FROM (
      SELECT provider_account_id, kind, coalesce(ours->>'currency', 'BRL') AS currency, resolved_at, found_at >= ${start} AS is_found,
        resolved_at IS NULL OR resolved_at >= ${end} AS is_open,
        ${amountAtStake} AS amount
      FROM ${reconciliationItems}
      WHERE platform_id = ${platformId} AND found_at < ${end} AND (resolved_at IS NULL OR resolved_at >= ${start})
    ) AS item GROUP BY provider_account_id, kind, currency`)
  const figuresOf = (accountId: string, wanted: Difference) =>
    figures
      .filter(({ providerAccountId, kind }) => providerAccountId === accountId && kind === wanted)
      .map(({ found, resolved, open, ...amounts }) => ({ found, resolved, open, amounts: [atStake(amounts)] }))
  return accounts.map((account) => ({
    ...account,
    differences: differencesBy((kind) => figuresOf(account.providerAccountId, kind)),
  }))
}

const atStake = ({ currency, foundAmount, openAmount }: AmountsAtStake): AmountsAtStake => ({
  currency,
  foundAmount,
  openAmount,
})
