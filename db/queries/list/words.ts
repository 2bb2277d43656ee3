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

/** `111.444.777-35` finds what has these numbers in this order without signs, or each of them as a word of its own. */
function eitherWay(text: string): string {
  const parts = text.split(SEPARATORS).filter(Boolean)
  const every = parts.map(beginning).join(' & ')
  return parts.length > 1 ? `(${beginning(compact(text))} | (${every}))` : every
}

/**
 * Every word must begin one of the row's.
 * @returns a tsquery, or undefined when there is no word in it.
 */
export function wordsQuery(q: string): string | undefined {
  const text = plain(q)
  const chunks = text.split(/\s+/).filter((chunk) => compact(chunk) !== '')
  if (chunks.length === 0) return undefined
  const each = chunks.map(eitherWay).join(' & ')
  // A number may be typed in groups: (11) 98765-4321.
  const isNumber = chunks.length > 1 && /^\d+$/.test(compact(text))
  return isNumber ? `(${beginning(compact(text))} | (${each}))` : each
}
