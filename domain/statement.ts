/** Reads a provider's statement: converts its cells to amounts, times and transactions. */
import { rowsOfCsv } from './csv.ts'
import { fromReaisString, MAX_AMOUNT } from './money.ts'
import { STATEMENT_COLUMNS, type StatementColumn, type StatementColumns } from './reconciliation.ts'

export interface StatementLine {
  /** The line number as a spreadsheet counts it: from 1, with the heading and empty lines. */
  line: number
  transactionId: string
  /** Integer cents; negative for money that left. */
  amount: number
  /** Integer cents; negative for a fee that was given back. */
  fee: number | null
  /** The provider's status word. */
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
  /** How many lines the file has, without its heading. */
  rows: number
  /** Of them, lines without a transaction id, such as totals: nothing is compared with them. */
  ignored: number
  /** The lines that are about a transaction. */
  lines: StatementLine[]
  bad: BadLine[]
}

/** A column that the heading does not have. */
export class MissingColumn extends Error {
  readonly column: StatementColumn
  readonly heading: string
  constructor(column: StatementColumn, heading: string) {
    super(`The statement has no column "${heading}"`)
    this.column = column
    this.heading = heading
  }
}

const LONGEST_ID = 200
const LONGEST_WORD = 100
const MOST_BAD = 10
const ROWS_AT_ONCE = 1000
const LONGEST_SPAN_MS = 100 * 86_400_000

/**
 * @param pause yields to other work; awaited every thousand rows.
 * @throws MalformedTable or MissingColumn.
 */
export async function readStatement(
  text: string,
  columns: StatementColumns,
  pause: () => Promise<unknown>,
): Promise<ReadStatement> {
  const table = rowsOfCsv(text)
  const cellsOf = cellsAt(placesOf(table.next().value?.cells ?? [], columns))
  const body: (Cells & { line: number })[] = []
  for (const { line, cells } of table) {
    body.push({ line, ...cellsOf(cells) })
    if (body.length % ROWS_AT_ONCE === 0) await pause()
  }
  const decimal = decimalMarkOf(body.flatMap(({ amount, fee }) => [amount, fee]))
  const lines: StatementLine[] = []
  const bad: BadLine[] = []
  for (const [index, cells] of body.entries()) {
    if (index % ROWS_AT_ONCE === 0) await pause()
    const { line, transactionId, status } = cells
    if (transactionId === '' || bad.length >= MOST_BAD) continue
    const amount = readAmount(cells.amount, decimal)
    const fee = cells.fee === '' ? null : readAmount(cells.fee, decimal)
    const at = cells.date === '' ? null : readMoment(cells.date)
    const wrong: (StatementColumn | false)[] = [
      transactionId.length > LONGEST_ID && 'transactionId',
      amount === undefined && 'amount',
      fee === undefined && 'fee',
      at === undefined && 'date',
    ]
    const column = wrong.find((one) => one !== false)
    if (column) bad.push({ line, column, text: cells[column].slice(0, LONGEST_WORD) })
    if (amount === undefined || fee === undefined || at === undefined || column) continue
    lines.push({ line, transactionId, amount, fee, status: status.slice(0, LONGEST_WORD).toWellFormed() || null, at })
  }
  const ignored = body.filter(({ transactionId }) => transactionId === '').length
  return { rows: body.length, ignored, lines: withFees(lines), bad }
}

/** Some files write fees as money that left. What most of the fees of money that came in look like was charged, and the opposite was given back. */
function withFees(lines: StatementLine[]): StatementLine[] {
  const sumOf = (some: readonly StatementLine[]) => some.reduce((sum, { fee }) => sum + (fee ?? 0), 0)
  const isNegative = (sumOf(lines.filter(({ amount }) => amount > 0)) || sumOf(lines)) < 0
  return isNegative ? lines.map((line) => ({ ...line, fee: line.fee && -line.fee })) : lines
}

/** The first and the last time in the lines, ISO 8601 UTC; undefined if no line has one. */
export function spanOf(lines: readonly StatementLine[]): { from: string; to: string } | undefined {
  return lines.reduce<{ from: string; to: string } | undefined>((span, { at }) => {
    if (at === null) return span
    if (!span) return { from: at, to: at }
    if (at < span.from) span.from = at
    else if (at > span.to) span.to = at
    return span
  }, undefined)
}

/** Whether its lines span more than 100 days: otherwise a file of a few lines would report an account's whole history as missing. */
export function isTooWide({ lines }: ReadStatement): boolean {
  const span = spanOf(lines)
  return span !== undefined && Date.parse(span.to) - Date.parse(span.from) > LONGEST_SPAN_MS
}

type Cells = Record<StatementColumn, string>

/** Picks the known columns of a row. */
function cellsAt(places: Partial<Record<StatementColumn, number>>) {
  const cell = (row: readonly string[], place: number | undefined) =>
    place === undefined ? '' : clean(row[place] ?? '')
  return (row: readonly string[]): Cells => ({
    transactionId: cell(row, places.transactionId),
    amount: cell(row, places.amount),
    fee: cell(row, places.fee),
    status: cell(row, places.status),
    date: cell(row, places.date),
  })
}

/** Spreadsheets put an apostrophe before text that looks like a number. Providers' ids have no control characters. */
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

/** The mark before the last one or two digits; undefined if the file has none, or both. */
function decimalMarkOf(cells: readonly string[]): Mark | undefined {
  const marks = new Set(cells.flatMap((text) => /([.,])\d{1,2}\)?-?$/.exec(text)?.[1] ?? []))
  const [mark] = marks
  return marks.size === 1 ? (mark as Mark) : undefined
}

/** @returns cents; undefined if the text is no amount or is ambiguous. */
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

/** A time without a zone is Brasília time, which has had no summer time since 2019. */
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
  // Date.parse may turn a day that does not exist into another day.
  if (Number.isNaN(at) || new Date(local).getUTCDate() !== Number(day)) return undefined
  return new Date(at).toISOString()
}
