/** What somebody types into a search field, as PostgreSQL's text search takes it. The rows' side is search_words(...) in SQL. */

/** Longer words are cut, here and there. */
const LONGEST = 100
const SEPARATORS = /[^a-z0-9\u{c0}-\u{1fff}\u{2070}-\u{10ffff}]+/gu

/** Without accents and in lower case. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const compact = (text: string) => text.replace(SEPARATORS, '')

/** A single letter begins a word of nearly every row: it has to be the whole word. */
const beginning = (word: string) => `'${word.slice(0, LONGEST)}'${word.length > 1 ? ':*' : ''}`

const cut = (word: string) => word.slice(0, LONGEST)

export interface Words {
  /** All of it, as a tsquery. */
  query: string
  /**
   * Where what fits can be looked for: each is beginnings of which every row that fits has one, the longest words first.
   */
  ways: string[][]
}

/** `111.444.777-35` finds what has these numbers in this order without signs, or each of them as a word of its own. */
function eitherWay(text: string): { query: string; way: string[] } {
  const parts = text.split(SEPARATORS).filter(Boolean)
  const every = parts.map(beginning).join(' & ')
  const longest = parts.toSorted((one, other) => other.length - one.length)[0] ?? ''
  if (parts.length < 2) return { query: every, way: [cut(longest)] }
  return { query: `(${beginning(compact(text))} | (${every}))`, way: [cut(compact(text)), cut(longest)] }
}

/**
 * Every word must begin one of the row's.
 * @returns undefined when there is no word in it.
 */
export function wordsOf(q: string): Words | undefined {
  const text = plain(q)
  const chunks = text.split(/\s+/).filter((chunk) => compact(chunk) !== '')
  if (chunks.length === 0) return undefined
  const each = chunks.map(eitherWay)
  const query = each.map((chunk) => chunk.query).join(' & ')
  const ways = each
    .map(({ way }) => way)
    .toSorted((one, other) => (other.at(-1)?.length ?? 0) - (one.at(-1)?.length ?? 0))
  // A number may be typed in groups: (11) 98765-4321.
  const whole = compact(text)
  if (chunks.length < 2 || !/^\d+$/.test(whole)) return { query, ways }
  return { query: `(${beginning(whole)} | (${query}))`, ways: ways.map((way) => [cut(whole), ...way]) }
}
