/** Lists that are short by nature come whole; a request with a `limit` is given them in pages, like any other. */
import { notOurCursor } from './cursor.ts'

interface WholeQuery {
  /** Undefined: no more than there are. */
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * The items that the query asks for, in the order given.
 * @param keyOf what tells an item from the others: a page starts after the last one of the page before.
 * @throws ApiProblem 400 when the cursor names none of the items.
 */
export function presentWhole<Item>(
  items: readonly Item[],
  { limit, cursor }: WholeQuery,
  keyOf: (item: Item) => string,
) {
  const start = cursor === undefined ? 0 : placeAfter(cursor, items.map(keyOf))
  const end = limit === undefined ? items.length : start + limit
  const data = items.slice(start, end)
  const last = data.at(-1)
  return { data, nextCursor: last !== undefined && end < items.length ? encodeKey(keyOf(last)) : null }
}

function placeAfter(cursor: string, keys: readonly string[]): number {
  const index = keys.findIndex((key) => encodeKey(key) === cursor)
  if (index === -1) throw notOurCursor()
  return index + 1
}

const encodeKey = (key: string) => Buffer.from(key).toString('base64url')
