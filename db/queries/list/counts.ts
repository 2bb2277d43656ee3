/** Counts the rows of a list and of each of its tabs, up to a limit, so that a large table takes no longer. */
import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { combined, findAll } from './find.ts'
import { type Facet, fits, isSeveral, type Listing } from './listing.ts'
import { wordsOf } from './words.ts'

export const COUNTED = 5_000

/** The name of the tab with rows that need an operator. */
export const NEEDS_ATTENTION = 'needsAttention'

export interface Counted {
  count: number
  /** There are more rows than `count`. */
  isMore: boolean
  /** Integer cents; null if the amounts have several currencies, or the list is too long to be counted. */
  amount: number | null
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

/** @param listing filtered by everything except the tabs. @param amount the column to sum, in one currency. */
export async function countTabs(
  db: Database,
  listing: Listing,
  tabs: readonly Tab[],
  amount?: AnyColumn,
): Promise<ListCounts> {
  const ids = await findAll(db, listing, COUNTED)
  if (ids) return countAmong(db, listing, tabs, ids, amount)
  const total = { count: COUNTED, isMore: true, amount: null }
  const isSearched = listing.q !== undefined && wordsOf(listing.q) !== undefined
  if (isSearched || tabs.length === 0) return { total, tabs: [] }
  const each = tabs.map(
    (tab) =>
      sql`(SELECT count(*) FROM (SELECT FROM ${combined(narrowed(listing, tab), { limit: COUNTED })} LIMIT ${COUNTED + 1}) met)`,
  )
  const [row] = await db.execute<{ counts: string[] }>(sql`SELECT ARRAY[${sql.join(each, sql`, `)}] AS counts`)
  return {
    total,
    tabs: tabs.map(({ name }, at) => {
      const count = Number(row?.counts[at] ?? 0)
      return { name, count: Math.min(count, COUNTED), isMore: count > COUNTED, amount: null }
    }),
  }
}

async function countAmong(
  db: Database,
  { table, platformId, facets }: Listing,
  tabs: readonly Tab[],
  ids: string[],
  amount: AnyColumn | undefined,
): Promise<ListCounts> {
  const added = amount ? sql`coalesce(sum(${amount}), 0)` : sql`NULL::bigint`
  const numbers = (condition: SQL) => sql`json_build_array(count(*) FILTER (WHERE ${condition}),
    ${amount ? sql`coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)` : sql`NULL`})`
  const each = tabs.map(({ facet, is }) => numbers(fits(columnOf(facets, facet), is)))
  const [row] = await db.execute<{ total: string; amount: string | null; tabs: [number, number | null][] }>(sql`
    SELECT count(*) AS total, ${added} AS amount, json_build_array(${sql.join(each, sql`, `)}) AS tabs FROM ${table}
    WHERE ${and(eq(table.platformId, platformId), sql`${table.id} = ANY(${sql.param(ids)}::uuid[])`)}`)
  const amountOf = (value: string | number | null | undefined) => (amount ? Number(value ?? 0) : null)
  return {
    total: { count: Number(row?.total ?? 0), isMore: false, amount: amountOf(row?.amount) },
    tabs: tabs.map(({ name }, at) => ({
      name,
      count: row?.tabs[at]?.[0] ?? 0,
      isMore: false,
      amount: amountOf(row?.tabs[at]?.[1]),
    })),
  }
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
