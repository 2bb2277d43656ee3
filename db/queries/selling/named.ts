/** Searches products and offers by words, like the lists of movements. A platform has few enough of them to scan all. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { wordsOf } from '../list/words.ts'

/** @returns undefined if `q` is. A search without a word matches nothing. */
export function named(q: string | undefined, ...texts: readonly (AnyColumn | SQL)[]): SQL | undefined {
  if (q === undefined) return undefined
  const words = wordsOf(q)
  return words ? sql`words_of(${sql.join([...texts], sql`, `)}) @@ ${words.query}::tsquery` : sql`false`
}
