/** Searches what is sold by words, like the lists of movements. A platform has few enough of them to scan all. */
import { type SQL, sql } from 'drizzle-orm'
import { wordsOf } from '../list/words.ts'

const OF_OFFER = sql`(SELECT offers.words FROM offers WHERE offers.id = payment_links.offer_id)`

/** The words of each row, which the database keeps: see db/migrations/0002_functions.sql. A link is found by its offer's, too. */
const WORDS = {
  products: sql`products.words`,
  offers: sql`offers.words`,
  paymentLinks: sql`(payment_links.words || coalesce(${OF_OFFER}, ''))`,
}

/** @returns undefined if `q` is. A search without a word matches nothing. */
export function named(q: string | undefined, sold: keyof typeof WORDS): SQL | undefined {
  if (q === undefined) return undefined
  const words = wordsOf(q)
  // Read once, and not for each row, as what is bound to a statement would be.
  return words ? sql`${WORDS[sold]} @@ (SELECT ${words.query}::tsquery)` : sql`false`
}
