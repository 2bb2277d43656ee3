/** Finding what is sold by its words, as the lists of money find theirs. A platform sells few enough things to look through all. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { wordsOf } from '../list/words.ts'

/** @returns undefined when there is no word in it. */
export function named(q: string | undefined, ...texts: readonly (AnyColumn | SQL)[]): SQL | undefined {
  const words = q === undefined ? undefined : wordsOf(q)
  return words && sql`words_of(${sql.join([...texts], sql`, `)}) @@ ${words.query}::tsquery`
}
