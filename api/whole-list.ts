/** Lists that are short by nature come whole; a request with a `limit` is given them in pages, like any other. */
import { notOurCursor, parseCursor } from './cursor.ts'

interface WholeQuery {
  /** Undefined: no more than there are. */
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * The items that the query asks for, in the order given.
 * @param keyOf what tells an item from the others.
 * @throws ApiProblem 400 when the cursor is not one of ours.
 */
export function presentWhole<Item>(
  items: readonly Item[],
  { limit, cursor }: WholeQuery,
  keyOf: (item: Item) => string,
) {
  const keys = items.map(keyOf)
  const start = cursor === undefined ? 0 : placeOf(decode(cursor), keys)
  const end = limit === undefined ? items.length : start + limit
  const data = items.slice(start, end)
  if (data.length === 0 || end >= items.length) return { data, nextCursor: null }
  const before = keys.slice(Math.max(0, end - NEIGHBOURS), end).toReversed()
  return { data, nextCursor: encode({ index: end, before, after: keys.slice(end, end + NEIGHBOURS) }) }
}

/** As many on each side may be deleted before the next page is asked for. */
const NEIGHBOURS = 3

/** Where a page begins: between its neighbours, the nearest first. */
interface Place {
  index: number
  before: readonly string[]
  after: readonly string[]
}

function placeOf({ index, before, after }: Place, keys: readonly string[]): number {
  const last = before.find((key) => keys.includes(key))
  if (last !== undefined) return keys.indexOf(last) + 1
  const next = after.find((key) => keys.includes(key))
  if (next !== undefined) return keys.indexOf(next)
  return Math.max(0, index - before.length)
}

const encode = ({ index, before, after }: Place) =>
  Buffer.from(JSON.stringify([index, before, after])).toString('base64url')

function decode(cursor: string): Place {
  const parts = parseCursor(cursor)
  if (!Array.isArray(parts) || parts.length !== 3) throw notOurCursor()
  const [index, before, after] = parts
  if (!Number.isSafeInteger(index) || index < 0 || !areKeys(before) || !areKeys(after)) throw notOurCursor()
  return { index, before, after }
}

const areKeys = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= NEIGHBOURS && value.every((key) => typeof key === 'string')
