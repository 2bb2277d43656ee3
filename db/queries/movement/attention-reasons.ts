/** Reasons for attention as a set of a row: what comes stands beside what is there, and is answered by its own name. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** @param reasons as a list, or as SQL for a text array. */
export const withReasons = (standing: SQLWrapper, reasons: readonly string[] | SQL): SQL =>
  sql`attention_with(${standing}, ${asArray(reasons)})`

export const withoutReasons = (standing: SQLWrapper, reasons: readonly string[] | SQL): SQL =>
  sql`attention_without(${standing}, ${asArray(reasons)})`

/** Whether the reason stands. */
export const hasReason = (standing: SQLWrapper, reason: string): SQL<boolean> =>
  sql<boolean>`${reason} = ANY (${standing})`

const asArray = (reasons: readonly string[] | SQL): SQL =>
  Array.isArray(reasons) ? sql`${sql.param([...reasons])}::text[]` : (reasons as SQL)
