/**
 * A page in an order without an index. All rows that the filters match are found, as for totals, if there are not too many:
 * docs/decisions/0011-one-way-of-finding.md.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Rank } from '../../../domain/list-sort.ts'
import type { Queryable } from '../../client.ts'
import { COUNTED } from './counts.ts'
import { findAll } from './find.ts'
import { all, type Listing } from './listing.ts'
import { type Keyset, type Page, pageOf } from './pages.ts'

/** The value that rows are ordered by, with its PostgreSQL type. It is never null. */
export interface Ranked {
  by: SQL
  type: 'bigint' | 'timestamptz'
}

interface RankedPage {
  limit: number
  after?: Keyset
}

/** `rows` are keys only; `at` is the value that a row is ordered by. */
export async function findRanked(
  db: Queryable,
  listing: Listing,
  { by, type }: Ranked,
  sort: Rank,
  { limit, after }: RankedPage,
): Promise<Page<Keyset>> {
  const ids = await findAll(db, listing, COUNTED)
  if (!ids) return { rows: [], next: null, tooMany: 'toRank' }
  const { table, platformId } = listing
  const isFalling = sort.startsWith('-')
  const way = isFalling ? sql`DESC` : sql`ASC`
  const beyond = isFalling ? sql`<` : sql`>`
  const keys = await db.execute<{ id: string; at: string }>(sql`
    SELECT ${table.id}, (${by})::text AS at FROM ${table}
    WHERE ${all([
      eq(table.platformId, platformId),
      sql`${table.id} = ANY(${sql.param(ids)}::uuid[])`,
      after && sql`(${by}, ${table.id}) ${beyond} (${after.at}::${sql.raw(type)}, ${after.id}::uuid)`,
    ])}
    ORDER BY ${by} ${way}, ${table.id} ${way} LIMIT ${limit + 1}`)
  const rows = keys.map(({ id, at }) => ({ id, at }))
  return pageOf(rows, limit, (key) => key)
}
