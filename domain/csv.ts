/** Tables as text, as spreadsheets and providers write them: RFC 4180, and what the world makes of it. */

const SEPARATORS = [';', ',', '\t', '|'] as const
const MOST_CELLS = 200
const LONGEST_CELL = 10_000
const LONGEST_HEADING = 64 * 1024
/** The heading apart. */
const MOST_LINES = 100_000

/** Why a text is no table that can be read. */
export type TableFault = 'empty' | 'noTable' | 'lineTooLong' | 'tooManyLines' | 'openQuote'

export class MalformedTable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface Row {
  /** As a spreadsheet counts them: from 1, the heading and empty lines included. */
  line: number
  cells: string[]
}

/**
 * The table's rows, one after the other; empty lines are left out. The separator is the one that the first line that says something has most of.
 * @throws MalformedTable where nothing is written, the first line is no heading of several columns, a quotation never ends,
 * a line is no line of a table, or there are too many, empty ones included.
 */
export function* rowsOfCsv(text: string): Generator<Row, undefined> {
  const separator = separatorOf(text)
  let cells: string[] = []
  let lines = 0
  let hasHeading = false
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at) : plain(text, at, separator)
    if (cell.length > LONGEST_CELL || cells.length >= MOST_CELLS) throw tooLong()
    cells.push(cell)
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at += 1
    const isEmpty = cells.every((one) => one.trim() === '')
    // Behind the last line's end there is none.
    if (end < text.length || !isEmpty) lines += 1
    if (lines > MOST_LINES + 1) throw new MalformedTable('tooManyLines', 'It has more than 100,000 lines')
    if (!isEmpty && !hasHeading && !isHeading(cells)) {
      throw new MalformedTable('noTable', 'It is no table: its first line names no columns')
    }
    hasHeading ||= !isEmpty
    if (!isEmpty) yield { line: lines, cells }
    cells = []
  }
  if (!hasHeading) throw new MalformedTable('empty', 'It is empty')
}

/** A picture or a workbook read as text begins with one cell, or with signs that nobody types. */
const isHeading = (cells: readonly string[]) => cells.length > 1 && !cells.some((cell) => /[^\P{Cc}\s]/u.test(cell))

const tooLong = () => new MalformedTable('lineTooLong', 'A line is too long')

function separatorOf(text: string): string {
  const written = text.trimStart()
  const end = written.search(/[\r\n]|$/)
  if (end > LONGEST_HEADING) throw tooLong()
  const first = written.slice(0, end)
  const counted = SEPARATORS.map((separator) => ({ separator, count: first.split(separator).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator
}

interface Cell {
  cell: string
  /** Where the separator is, or the line's end. */
  end: number
}

function plain(text: string, at: number, separator: string): Cell {
  let end = at
  const last = Math.min(text.length, at + LONGEST_CELL + 1)
  while (end < last && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(at, end), end }
}

function quoted(text: string, at: number): Cell {
  const parts: string[] = []
  let from = at + 1
  let length = 0
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new MalformedTable('openQuote', 'A quotation never ends')
    length += quote - from + 1
    if (length > LONGEST_CELL + 1) throw tooLong()
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') {
      const end = text.slice(quote + 1, quote + 1 + LONGEST_CELL).search(/[;,\t|\r\n]|$/) + quote + 1
      return { cell: parts.join(''), end }
    }
    parts.push('"')
    from = quote + 2
  }
}
