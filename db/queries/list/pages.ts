/** Keyset pagination: newest first, and a page starts right after the last row of the one before. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

export interface Keyset {
  /** As the database printed it. */
  at: string
  id: string
}

export interface Page<Row> {
  rows: Row[]
  next: Keyset | null
  /** More fit the words than can be looked through, and none of the newest fits the rest: nothing was found out. */
  tooMany?: true
}

export const newestFirst = (at: AnyColumn | SQL, id: AnyColumn): SQL =>
  sql`${at} DESC NULLS LAST, ${id} DESC NULLS LAST`

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
