/** Keyset pagination: newest first by default. A page starts after the last row of the previous page. */
import { type AnyColumn, and, type SQL, sql } from 'drizzle-orm'
import type { ListSort } from '../../../domain/list-sort.ts'

export interface Keyset {
  /** As the database printed it. */
  at: string
  id: string
}

export interface Page<Row> {
  rows: Row[]
  next: Keyset | null
  /**
   * The search gave up. `words`: too many rows match the words, and none of the first ones matches the other filters. `toRank`: too many
   * rows for an order without an index.
   */
  tooMany?: 'words' | 'toRank'
}

/** The other direction reads the same indexes backwards. */
export const inOrder = (at: AnyColumn | SQL, id: AnyColumn | SQL, sort: ListSort): SQL =>
  sql`${at} ${WAY[sort]}, ${id} ${WAY[sort]}`

const WAY = {
  '-createdAt': sql`DESC NULLS LAST`,
  createdAt: sql`ASC NULLS FIRST`,
} as const satisfies Record<ListSort, SQL>

export const newestFirst = (at: AnyColumn | SQL, id: AnyColumn): SQL => inOrder(at, id, '-createdAt')

/** The comparison between a row and the last row of the previous page. */
export const beyond = (sort: ListSort): SQL => (sort === 'createdAt' ? sql`>` : sql`<`)

export function after(at: AnyColumn, id: AnyColumn, keyset: Keyset | undefined): SQL | undefined {
  if (!keyset) return undefined
  return sql`(${at}, ${id}) < (${keyset.at}::timestamptz, ${keyset.id}::${sql.raw(id.getSQLType())})`
}

/** From its first moment on, and before its last. */
export interface PeriodFilter {
  createdFrom?: string
  createdTo?: string
}

/** `rows` were queried with one more than `limit`; the extra row shows that there is another page. */
export function pageOf<Row>(rows: Row[], limit: number, key: (row: Row) => Keyset): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? key(last) : null }
}

/** A query of whole rows without a filter, an order or a limit. */
interface Unsorted<Row> {
  where(condition: SQL | undefined): { orderBy(order: SQL): { limit(most: number): PromiseLike<Row[]> } }
}

/** A page of the rows that meet the condition, newest first. */
export async function newestOf<Row extends { id: string; createdAt: string }>(
  rows: Unsorted<Row>,
  { createdAt, id }: { createdAt: AnyColumn; id: AnyColumn },
  condition: SQL | undefined,
  page: { limit: number; after?: Keyset },
): Promise<Page<Row>> {
  const found = await rows
    .where(and(condition, after(createdAt, id, page.after)))
    .orderBy(newestFirst(createdAt, id))
    .limit(page.limit + 1)
  return pageOf(found, page.limit, (row) => ({ at: row.createdAt, id: row.id }))
}
