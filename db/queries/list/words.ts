/** Converts the text of a search field to PostgreSQL's text search. The counterpart for rows is search_words(...) in SQL. */
import { fromReaisString } from '../../../domain/money.ts'

/** Longer words are cut, here and in search_words(...). */
const LONGEST = 100
const SEPARATORS = /[^a-z0-9\u{c0}-\u{1fff}\u{2070}-\u{10ffff}]+/gu

/** Without accents and in lower case. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const compact = (text: string) => text.replace(SEPARATORS, '')

/** A prefix search for a word. A single letter would match nearly every row, so it must be the whole word. */
const beginning = (word: string) => `'${word.slice(0, LONGEST)}'${word.length > 1 ? ':*' : ''}`

const cut = (word: string) => word.slice(0, LONGEST)

export interface Query {
  /** The whole search as a tsquery. */
  query: string
  /**
   * Ways to find candidates: each is a list of prefixes, and every matching row has a word with one of them. Longest words first.
   */
  ways: string[][]
}

export interface Words extends Query {
  /** Each piece between spaces as one complete word. */
  exact: Query
  /** The search with each piece between spaces taken as a whole; absent if it is already that. */
  whole?: Words
}

/** Reais and centavos in Brazilian notation: 1.234,56. */
const AMOUNT = /^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}$/
/** In English notation: 1,234.56. A partly typed document may look like it. */
const ENGLISH_AMOUNT = /^(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}$/
const MOST_DIGITS = 11

/** `R$ 19,90` and `R$ 20` become 19,90 and 20,00. */
const withoutCurrency = (text: string) =>
  text.replace(/r\$\s*(\d{1,3}(?:\.\d{3})+|\d+)(?![\d.,])/g, '$1,00').replace(/r\$\s*(?=\d)/g, '')

/** The word for an amount in a row's document: see write_search_document(...) in SQL. */
function amountWord(chunk: string): string {
  const digits = chunk.replace(/\D/g, '')
  return `=${fromReaisString(`${digits.slice(0, -2)}.${digits.slice(-2)}`)}=`
}

const isAmount = (chunk: string, shape: RegExp) => shape.test(chunk) && chunk.replace(/\D/g, '').length <= MOST_DIGITS

/** The query for one piece between spaces. */
function queryOf(chunk: string): Query {
  if (isAmount(chunk, AMOUNT)) return { query: `'${amountWord(chunk)}'`, ways: [[amountWord(chunk)]] }
  const other = eitherWay(chunk)
  if (!isAmount(chunk, ENGLISH_AMOUNT)) return other
  const word = amountWord(chunk)
  return { query: `('${word}' | ${other.query})`, ways: other.ways.map((way) => [word, ...way]) }
}

/** `111.444.777-35` finds rows with these digits as one word without punctuation, or with each number as a separate word. */
function eitherWay(text: string): Query {
  const parts = text.split(SEPARATORS).filter(Boolean)
  const every = parts.map(beginning).join(' & ')
  if (parts.length < 2) return { query: every, ways: parts.map((part) => [cut(part)]) }
  const whole = compact(text)
  return { query: `(${beginning(whole)} | (${every}))`, ways: parts.map((part) => [cut(whole), cut(part)]) }
}

const lastLength = (way: readonly string[]) => way.at(-1)?.length ?? 0

function exactly(chunks: readonly string[]): Query {
  const words = chunks
    .map((chunk) => (isAmount(chunk, AMOUNT) ? amountWord(chunk) : cut(compact(chunk))))
    .toSorted((one, other) => other.length - one.length)
  return { query: words.map((word) => `'${word}'`).join(' & '), ways: words.map((word) => [word]) }
}

/**
 * Every word must be a prefix of one of the row's words.
 * @returns undefined if the text has no word.
 */
export function wordsOf(q: string): Words | undefined {
  const text = withoutCurrency(plain(q))
  const chunks = text.split(/\s+/).filter((chunk) => compact(chunk) !== '')
  if (chunks.length === 0) return undefined
  const each = chunks.map(queryOf)
  const query = each.map((chunk) => chunk.query).join(' & ')
  const ways = each.flatMap((chunk) => chunk.ways).toSorted((one, other) => lastLength(other) - lastLength(one))
  // A number may be typed in groups: (11) 98765-4321.
  const number = compact(text)
  const exact = exactly(chunks)
  const hasAmount = chunks.some((chunk) => isAmount(chunk, AMOUNT))
  if (chunks.length > 1 && /^\d+$/.test(number) && !hasAmount) {
    const whole = { query: beginning(number), ways: [[cut(number)]], exact: exactly([number]) }
    return { query: `(${whole.query} | (${query}))`, ways: ways.map((way) => [cut(number), ...way]), exact, whole }
  }
  const pieces = chunks.map(compact).join(' ')
  return hasAmount || pieces === chunks.join(' ')
    ? { query, ways, exact }
    : { query, ways, exact, whole: wordsOf(pieces) as Words }
}
