/** Column shorthands, so that all tables define ids and times the same way. */
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'

export const id = () => uuid('id').primaryKey().$defaultFn(uuidv7)
/** ISO 8601 strings in and out, as in the API's contract, so that no Date objects are passed around. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'string', precision: 3 })
export const createdAt = () => time('created_at').notNull().defaultNow()
export const updatedAt = () => time('updated_at').notNull().defaultNow()

/**
 * `created_at` in a form that only the filters' indexes have, so that PostgreSQL cannot answer a query ordered by it by walking the whole
 * list.
 */
export const age = (at: AnyPgColumn): SQL => sql`(${at} - 'epoch'::timestamptz)`

/**
 * Why an operator must look: all reasons, the most serious one, which lists and pages show, and since when there has been one without a
 * break, which a trigger keeps.
 * @param bySeverity the most serious first.
 */
export function attentionColumns<const Reasons extends readonly [string, ...string[]]>(bySeverity: Reasons) {
  const cases = bySeverity.map((reason) => `WHEN '${reason}' = ANY (attention_reasons) THEN '${reason}'`)
  return {
    attentionReasons: text('attention_reasons', { enum: bySeverity }).array().notNull().default(sql`'{}'::text[]`),
    attention: text('attention', { enum: bySeverity }).generatedAlwaysAs(sql.raw(`CASE ${cases.join(' ')} END`)),
    attentionSince: time('attention_since'),
  }
}
