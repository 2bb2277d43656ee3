/** Counts the rows of a list and of each of its tabs, up to a limit, so that a large table takes no longer. */
import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm'
import type { Currency } from '../../../domain/money.ts'
import type { Database } from '../../client.ts'
import { combined, findAll } from './find.ts'
import { type Facet, fits, isSeveral, type Listing } from './listing.ts'

export const COUNTED = 5_000

/** The name of the tab with rows that need an operator. */
export const NEEDS_ATTENTION = 'needsAttention'

export interface Counted {
  count: number
  /** There are more rows than `count`. */
  isMore: boolean
  /** Integer cents; null if the amounts have several currencies, or the list is too long to be counted. */
  amount: number | null
  /** The same by currency; empty if the list has no amounts, or is too long. */
  amounts: { currency: Currency; amount: number }[]
}

/** The columns to sum. */
export interface Money {
  amount: AnyColumn
  currency: AnyColumn
}

export interface Tab {
  name: string
  /** The index of the facet that the tab filters. */
  facet: number
  is: NonNullable<Facet['given']>
}

export interface ListCounts {
  total: Counted
  tabs: (Counted & { name: string })[]
}

/** @param listing filtered by everything except the tabs. @param money undefined: no sums. */
export async function countTabs(
  db: Database,
  listing: Listing,
  tabs: readonly Tab[],
  money?: Money,
): Promise<ListCounts> {
  const ids = await findAll(db, listing, COUNTED)
  if (ids) return countAmong(db, listing, tabs, ids, money)
  const total = { count: COUNTED, isMore: true, amount: null, amounts: [] }
  if (listing.q !== undefined || tabs.length === 0) return { total, tabs: [] }
  const each = tabs.map(
    (tab) =>
      sql`(SELECT count(*) FROM (SELECT FROM ${combined(narrowed(listing, tab), { limit: COUNTED })} LIMIT ${COUNTED + 1}) met)`,
  )
  const [row] = await db.execute<{ counts: string[] }>(sql`SELECT ARRAY[${sql.join(each, sql`, `)}] AS counts`)
  return {
    total,
    tabs: tabs.map(({ name }, at) => {
      const count = Number(row?.counts[at] ?? 0)
      return { name, count: Math.min(count, COUNTED), isMore: count > COUNTED, amount: null, amounts: [] }
    }),
  }
}

async function countAmong(
  db: Database,
  { table, platformId, facets }: Listing,
  tabs: readonly Tab[],
  ids: string[],
  money: Money | undefined,
): Promise<ListCounts> {
  const hasMoney = money !== undefined
  const sum = money ? sql`coalesce(sum(${money.amount}), 0)` : sql`0`
  const numbers = (condition: SQL) => sql`json_build_array(count(*) FILTER (WHERE ${condition}),
    ${money ? sql`coalesce(sum(${money.amount}) FILTER (WHERE ${condition}), 0)` : sql`0`})`
  const each = tabs.map(({ facet, is }) => numbers(fits(columnOf(facets, facet), is)))
  const rows = await db.execute<CurrencyRow>(sql`
    SELECT ${money ? money.currency : sql`NULL`} AS currency, json_build_array(count(*), ${sum}) AS total,
      json_build_array(${sql.join(each, sql`, `)}) AS tabs FROM ${table}
    WHERE ${and(eq(table.platformId, platformId), sql`${table.id} = ANY(${sql.param(ids)}::uuid[])`)}
    GROUP BY 1 ORDER BY 1`)
  return {
    total: counted(rows, hasMoney, ({ total }) => total),
    tabs: tabs.map(({ name }, at) => ({ name, ...counted(rows, hasMoney, (row) => row.tabs[at] ?? [0, 0]) })),
  }
}

type Sums = [count: number, amount: number]

interface CurrencyRow extends Record<string, unknown> {
  /** Null if the list has no amounts. */
  currency: Currency | null
  total: Sums
  tabs: Sums[]
}

function counted(rows: readonly CurrencyRow[], hasMoney: boolean, sumsOf: (row: CurrencyRow) => Sums): Counted {
  const found = rows
    .map((row) => ({ currency: row.currency, sums: sumsOf(row) }))
    .filter(({ sums: [count] }) => count > 0)
  const amounts = found.flatMap(({ currency, sums: [, amount] }) => (currency === null ? [] : [{ currency, amount }]))
  const amount = hasMoney && amounts.length < 2 ? (amounts[0]?.amount ?? 0) : null
  const count = found.reduce((total, { sums: [some] }) => total + some, 0)
  return { count, isMore: false, amount, amounts }
}

const columnOf = (facets: readonly Facet[], at: number) => (facets[at] as Facet).column

/** The listing with the tab's filter added. */
function narrowed(listing: Listing, { facet: which, is }: Tab): Listing {
  return {
    ...listing,
    facets: listing.facets.map((facet, at) => (at === which ? { ...facet, given: both(facet.given, is) } : facet)),
  }
}

function both(given: Facet['given'], is: Tab['is']): Tab['is'] {
  if (!isSeveral(given)) return is
  const asked = isSeveral(is) ? is : [is]
  return given.filter((one) => asked.includes(one))
}
