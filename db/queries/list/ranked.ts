/**
 * A page in an order without an index. All rows that the filters match are found, as for totals, if there are not too many:
 * docs/decisions/0011-one-way-of-finding.md.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnySort } from '../../../domain/list-sort.ts'
import type { Queryable } from '../../client.ts'
import { COUNTED } from './counts.ts'
import { findAll } from './find.ts'
import { all, type Listing } from './listing.ts'
import { type Keyset, type Page, pageOf } from './pages.ts'

/** The value that rows are ordered by, with its PostgreSQL type. It is never null. */
export interface Ranked {
  by: SQL
  type: 'bigint' | 'timestamptz'
  /** All rows that are read for the values of these ids, if that may be many for one id. */
  readFor?: (ids: SQL) => SQL
}

/** The most rows that are read for the values of a list. */
const MOST_READ = 50_000

interface RankedPage {
  limit: number
  after?: Keyset
}

/** `rows` are keys only; `at` is the value that a row is ordered by. */
export async function findRanked(
  db: Queryable,
  listing: Listing,
  { by, type, readFor }: Ranked,
  sort: AnySort,
  { limit, after }: RankedPage,
): Promise<Page<Keyset>> {
  const ids = await findAll(db, listing, COUNTED)
  if (!ids) return { rows: [], next: null, tooMany: 'toRank' }
  const { table, platformId } = listing
  const among = sql`ANY(${sql.param(ids)}::uuid[])`
  if (readFor && (await isBeyond(db, readFor(among)))) return { rows: [], next: null, tooMany: 'toRank' }
  const isFalling = sort.startsWith('-')
  const way = isFalling ? sql`DESC` : sql`ASC`
  const beyond = isFalling ? sql`<` : sql`>`
  const keys = await db.execute<{ id: string; at: string }>(sql`
    SELECT id, value::text AS at FROM (
      SELECT ${table.id}, ${by} AS value FROM ${table}
      WHERE ${all([eq(table.platformId, platformId), sql`${table.id} = ${among}`])} OFFSET 0
    ) valued
    ${after ? sql`WHERE (value, id) ${beyond} (${after.at}::${sql.raw(type)}, ${after.id}::uuid)` : sql``}
    ORDER BY value ${way}, id ${way} LIMIT ${limit + 1}`)
  const rows = keys.map(({ id, at }) => ({ id, at }))
  return pageOf(rows, limit, (key) => key)
}

async function isBeyond(db: Queryable, rows: SQL): Promise<boolean> {
  const [found] = await db.execute<{ count: string }>(sql`SELECT count(*) FROM (${rows} LIMIT ${MOST_READ + 1}) found`)
  return Number(found?.count ?? 0) > MOST_READ
}
