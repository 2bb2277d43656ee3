/** Keyset pagination: newest first unless asked otherwise, and a page starts right after the last row of the one before. */
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
   * Nothing was found out. `words`: more fit them than can be looked through, and none of the first fits the rest; `toRank`: more
   * than can be put into an order that no index has.
   */
  tooMany?: 'words' | 'toRank'
}

/** The other way is the same indexes from behind. */
export const inOrder = (at: AnyColumn | SQL, id: AnyColumn | SQL, sort: ListSort): SQL =>
  sql`${at} ${WAY[sort]}, ${id} ${WAY[sort]}`

const WAY = {
  '-createdAt': sql`DESC NULLS LAST`,
  createdAt: sql`ASC NULLS FIRST`,
} as const satisfies Record<ListSort, SQL>

export const newestFirst = (at: AnyColumn | SQL, id: AnyColumn): SQL => inOrder(at, id, '-createdAt')

/** Between a row and the last one before it. */
export const beyond = (sort: ListSort): SQL => (sort === 'createdAt' ? sql`>` : sql`<`)

export function after(at: AnyColumn, id: AnyColumn, keyset: Keyset | undefined): SQL | undefined {
  if (!keyset) return undefined
  return sql`(${at}, ${id}) < (${keyset.at}::timestamptz, ${keyset.id}::${sql.raw(id.getSQLType())})`
}

/** `rows` were asked for with one more than `limit`, which tells whether there is another page. */
export function pageOf<Row>(rows: Row[], limit: number, key: (row: Row) => Keyset): Page<Row> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? key(last) : null }
}

/** A query of whole rows that is not narrowed, sorted or cut yet. */
interface Unsorted<Row> {
  where(condition: SQL | undefined): { orderBy(order: SQL): { limit(most: number): PromiseLike<Row[]> } }
}

/** A page of what the condition lets through, newest first. */
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
