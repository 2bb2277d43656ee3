/** A row's reasons for attention as a set: each reason is added and cleared by its name. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** @param reasons a list, or SQL for a text array. */
export const withReasons = (standing: SQLWrapper, reasons: readonly string[] | SQL): SQL =>
  sql`attention_with(${standing}, ${asArray(reasons)})`

export const withoutReasons = (standing: SQLWrapper, reasons: readonly string[] | SQL): SQL =>
  sql`attention_without(${standing}, ${asArray(reasons)})`

/** Whether the reason is set. */
export const hasReason = (standing: SQLWrapper, reason: string): SQL<boolean> =>
  sql<boolean>`${reason} = ANY (${standing})`

const asArray = (reasons: readonly string[] | SQL): SQL =>
  Array.isArray(reasons) ? sql`${sql.param([...reasons])}::text[]` : (reasons as SQL)
