/**
 * Finds the ids of a page of a list. Each statement has a form for which PostgreSQL has only one plan, whose cost does not grow with the
 * table: docs/decisions/0011-one-way-of-finding.md.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../client.ts'
import { age } from '../../schema/columns.ts'
import { all, type Facet, isSearched, isSeveral, type Listing, sortOf, type Wanted, within } from './listing.ts'
import { inOrder, type Keyset, type Page } from './pages.ts'
import { search } from './search.ts'

/** `rows` are keys only. */
export async function find(db: Queryable, listing: Listing, page: Wanted): Promise<Page<Keyset>> {
  if (listing.q !== undefined && isSearched(listing)) return search(db, listing, listing.q, page)
  const query = listing.facets.some(({ given }) => given !== undefined) ? byFacets : unnarrowed
  const keys = [...(await db.execute<{ id: string; at: string }>(query(listing, page)))]
  const rows = keys.slice(0, page.limit).map(({ id, at }) => ({ id, at }))
  return { rows, next: keys.length > page.limit ? (rows.at(-1) ?? null) : null }
}

/**
 * The ids of all rows of a list, unordered, for counting them.
 * @returns undefined if there are more than `most`.
 */
export async function findAll(db: Queryable, listing: Listing, most: number): Promise<string[] | undefined> {
  if (listing.q !== undefined && isSearched(listing)) {
    const found = await search(db, listing, listing.q, { limit: most })
    return found.next || found.tooMany ? undefined : found.rows.map(({ id }) => id)
  }
  const page = { limit: most }
  const isNarrowed = listing.facets.some(({ given }) => given !== undefined)
  const query = isNarrowed
    ? sql`SELECT id FROM ${combined(listing, page)} LIMIT ${most + 1}`
    : unnarrowed(listing, page)
  const ids = [...(await db.execute<{ id: string }>(query))].map(({ id }) => id)
  return ids.length > most ? undefined : ids
}

function unnarrowed(
  { table, at: begun, platformId, scope, rare, common = [], ...range }: Listing,
  { limit, ...from }: Wanted,
): SQL {
  // With a rare condition, PostgreSQL must not walk the list, so the order uses `age`, which only the filters' indexes have.
  const at = rare.length === 0 ? begun : age(begun)
  return sql`
    SELECT ${table.id}, ${begun}::text AS at FROM ${table}
    WHERE ${all([eq(table.platformId, platformId), scope, ...rare, ...common, ...within(at, table.id, range, from, rare.length > 0)])}
    ORDER BY ${inOrder(at, table.id, sortOf(from))} LIMIT ${limit + 1}`
}

/** The first rows of every matching combination of facets, merged. Needs one index lookup per combination. */
function byFacets(listing: Listing, page: Wanted): SQL {
  return sql`
    SELECT id, at FROM ${combined(listing, page)} ORDER BY ${inOrder(sql`age`, sql`id`, sortOf(page))} LIMIT ${page.limit + 1}`
}

/** The first rows of every combination, unordered: at most `limit` + 1 of each. */
export function combined(
  { table, at: begun, platformId, scope, facets, rare, common = [], ...range }: Listing,
  { limit, ...from }: Wanted,
): SQL {
  const names = facets.map((_, i) => sql.identifier(`f${i}`))
  const within_ = [eq(table.platformId, platformId), scope]
  const combinations = facets.map(
    (facet, i) => sql`(${valuesOf(facet, table, within_)}) AS ${sql.identifier(`v${i}`)} (${names[i]})`,
  )
  const fits = facets.map(({ column }, i) => sql`${column} = ${names[i]}`)
  const at = age(begun)
  return sql`${sql.join(combinations, sql` CROSS JOIN `)} CROSS JOIN LATERAL (
      SELECT ${table.id}, ${begun}::text AS at, ${at} AS age FROM ${table}
      WHERE ${all([...within_, ...fits, ...rare, ...common, ...within(at, table.id, range, from, true)])}
      ORDER BY ${inOrder(at, table.id, sortOf(from))} LIMIT ${limit + 1}
    ) found`
}

function valuesOf({ column, given, values }: Facet, table: PgTable, conditions: readonly (SQL | undefined)[]): SQL {
  const unnested = (known: readonly (string | boolean)[]) =>
    sql`SELECT unnest(ARRAY[${sql.join(
      known.map((value) => sql`${value}::${typeOf(value)}`),
      sql`, `,
    )}]::${typeOf(known[0] ?? '')}[])`
  // Not as a constant, because PostgreSQL would rewrite `(attention IS NOT NULL) = false` to a form that the index does not have.
  if (typeof given === 'boolean') return unnested([given])
  if (isSeveral(given)) return unnested(given)
  if (given !== undefined) return sql`SELECT ${given}::${typeOf(given)}`
  if (values) return unnested(values)
  // Reads each next distinct value from the index, which has far fewer distinct values than rows.
  const nextOf = (more?: SQL) =>
    sql`SELECT ${column} FROM ${table} WHERE ${all([...conditions, more])} ORDER BY ${column} LIMIT 1`
  return sql`
    WITH RECURSIVE one (value) AS (
      (${nextOf()}) UNION ALL SELECT (${nextOf(sql`${column} > one.value`)}) FROM one WHERE one.value IS NOT NULL
    ) SELECT value FROM one WHERE value IS NOT NULL`
}

const typeOf = (value: string | boolean) => sql.raw(typeof value === 'boolean' ? 'boolean' : 'text')
