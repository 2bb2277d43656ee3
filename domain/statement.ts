/** A provider's statement: from the text of its cells to amounts, moments and transactions. */
import { rowsOfCsv } from './csv.ts'
import { fromReaisString, MAX_AMOUNT } from './money.ts'
import { STATEMENT_COLUMNS, type StatementColumn, type StatementColumns } from './reconciliation.ts'

export interface StatementLine {
  /** Counts the file's lines that say something, the heading included, from 1. */
  line: number
  transactionId: string
  /** Integer cents; below zero for money that left. */
  amount: number
  fee: number | null
  /** The provider's word. */
  status: string | null
  /** ISO 8601 UTC. */
  at: string | null
}

export interface BadLine {
  line: number
  column: StatementColumn
  text: string
}

export interface ReadStatement {
  /** How many lines the file has, its heading apart. */
  rows: number
  /** Those that are about a transaction. */
  lines: StatementLine[]
  bad: BadLine[]
}

/** A column that the heading does not have. */
export class MissingColumn extends Error {
  readonly column: StatementColumn
  constructor(column: StatementColumn, name: string) {
    super(`The statement has no column "${name}"`)
    this.column = column
  }
}

const LONGEST_ID = 200
const LONGEST_WORD = 100
const MOST_BAD = 10

/** @throws MalformedTable or MissingColumn. */
export function readStatement(text: string, columns: StatementColumns): ReadStatement {
  const table = [...rowsOfCsv(text)]
  const places = placesOf(table[0] ?? [], columns)
  const cell = (row: readonly string[], column: StatementColumn) => {
    const place = places[column]
    return place === undefined ? '' : clean(row[place] ?? '')
  }
  const body = table.slice(1)
  const decimal = decimalMarkOf(body.flatMap((row) => [cell(row, 'amount'), cell(row, 'fee')]))
  const lines: StatementLine[] = []
  const bad: BadLine[] = []
  body.forEach((row, index) => {
    const transactionId = cell(row, 'transactionId')
    if (transactionId === '' || bad.length >= MOST_BAD) return
    const line = index + 2
    const amount = readAmount(cell(row, 'amount'), decimal)
    const fee = cell(row, 'fee') === '' ? null : readAmount(cell(row, 'fee'), decimal)
    const at = cell(row, 'date') === '' ? null : readMoment(cell(row, 'date'))
    const wrong: (StatementColumn | false)[] = [
      transactionId.length > LONGEST_ID && 'transactionId',
      amount === undefined && 'amount',
      fee === undefined && 'fee',
      at === undefined && 'date',
    ]
    const column = wrong.find((one) => one !== false)
    if (column) bad.push({ line, column, text: cell(row, column).slice(0, LONGEST_WORD) })
    if (amount === undefined || fee === undefined || at === undefined || column) return
    lines.push({ line, transactionId, amount, fee, status: cell(row, 'status').slice(0, LONGEST_WORD) || null, at })
  })
  return { rows: body.length, lines, bad }
}

/** Spreadsheets put a sign before what looks like a number; no id of a provider has control characters. */
const clean = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(/^'/, '')

function placesOf(heading: readonly string[], columns: StatementColumns) {
  const names = heading.map((name) => clean(name).toLowerCase())
  const places: Partial<Record<StatementColumn, number>> = {}
  for (const column of STATEMENT_COLUMNS) {
    const name = columns[column]
    if (name === undefined) continue
    const place = names.indexOf(name.trim().toLowerCase())
    if (place < 0) throw new MissingColumn(column, name)
    places[column] = place
  }
  return places
}

type Mark = ',' | '.'

/** What stands before one or two last digits; undefined where nothing in the file says so, or both do. */
function decimalMarkOf(cells: readonly string[]): Mark | undefined {
  const marks = new Set(cells.flatMap((text) => /([.,])\d{1,2}\)?-?$/.exec(text)?.[1] ?? []))
  const [mark] = marks
  return marks.size === 1 ? (mark as Mark) : undefined
}

/** @returns cents; undefined for what is no amount, or may be two. */
function readAmount(text: string, decimal: Mark | undefined): number | undefined {
  const isNegative = /^\(.*\)$|^[^\d]*-|-$/.test(text)
  const digits = text.replace(/^\(|\)$|R\$|[\s\u00a0+-]/g, '')
  const grouped = decimal === '.' ? /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/ : /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/
  if (/[.,]/.test(digits) && decimal === undefined) return undefined
  const plain = decimal === '.' ? /^\d+(\.\d{1,2})?$/ : /^\d+(,\d{1,2})?$/
  if (!grouped.test(digits) && !plain.test(digits)) return undefined
  const whole = decimal === '.' ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.')
  if (whole.length > 14) return undefined
  const value = fromReaisString(whole)
  if (value > MAX_AMOUNT) return undefined
  return isNegative ? -value : value
}

const BRAZILIAN = /^(\d{2})\/(\d{2})\/(\d{4})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const STANDARD = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/

/** Without a zone a moment is Brasília's, which has had no summer time since 2019. */
function readMoment(text: string): string | undefined {
  const brazilian = BRAZILIAN.exec(text)
  const standard = STANDARD.exec(text)
  const [day, month, year, ...clock] = brazilian
    ? brazilian.slice(1)
    : standard
      ? [standard[3], standard[2], standard[1], ...standard.slice(4, 7)]
      : []
  if (day === undefined) return undefined
  const [hour = '00', minute = '00', second = '00'] = clock
  const zone = (standard?.[7] ?? '-03:00').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  // A day that does not exist is taken for another one by some.
  if (Number.isNaN(at) || new Date(local).getUTCDate() !== Number(day)) return undefined
  return new Date(at).toISOString()
}
