/** What somebody types into a search field, as PostgreSQL's text search takes it. The rows' side is search_words(...) in SQL. */

import { fromReaisString } from '../../../domain/money.ts'

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

export interface Query {
  /** All of it, as a tsquery. */
  query: string
  /**
   * Where what fits can be looked for: each is beginnings of which every row that fits has one, the longest words first.
   */
  ways: string[][]
}

export interface Words extends Query {
  /** Each piece between spaces as a word of its own, with nothing after it. */
  exact: Query
  /** The same, each piece between spaces taken as a whole; absent where it is that already. */
  whole?: Words
}

/** Reais and centavos as they are written here: 1.234,56. */
const AMOUNT = /^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{2}$/
/** As English writes them: 1,234.56. A document that is being typed may look like it. */
const ENGLISH_AMOUNT = /^(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}$/
const MOST_DIGITS = 11

/** `R$ 19,90` and `R$ 20` become 19,90 and 20,00. */
const withoutCurrency = (text: string) =>
  text.replace(/r\$\s*(\d{1,3}(?:\.\d{3})+|\d+)(?![\d.,])/g, '$1,00').replace(/r\$\s*(?=\d)/g, '')

/** How an amount stands among the words of a row: write_search_document(...) in SQL. */
function amountWord(chunk: string): string {
  const digits = chunk.replace(/\D/g, '')
  return `=${fromReaisString(`${digits.slice(0, -2)}.${digits.slice(-2)}`)}=`
}

const isAmount = (chunk: string, shape: RegExp) => shape.test(chunk) && chunk.replace(/\D/g, '').length <= MOST_DIGITS

/** Of a piece between spaces. */
function queryOf(chunk: string): Query {
  if (isAmount(chunk, AMOUNT)) return { query: `'${amountWord(chunk)}'`, ways: [[amountWord(chunk)]] }
  const other = eitherWay(chunk)
  if (!isAmount(chunk, ENGLISH_AMOUNT)) return other
  const word = amountWord(chunk)
  return { query: `('${word}' | ${other.query})`, ways: other.ways.map((way) => [word, ...way]) }
}

/** `111.444.777-35` finds what has these numbers in this order without signs, or each of them as a word of its own. */
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
 * Every word must begin one of the row's.
 * @returns undefined when there is no word in it.
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
