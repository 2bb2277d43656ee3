/** Reads tables as text, as spreadsheets and providers write them: RFC 4180 and its common variants. */

const SEPARATORS = [';', ',', '\t', '|'] as const
const MOST_CELLS = 200
const LONGEST_CELL = 10_000
const LONGEST_HEADING = 64 * 1024
/** Not counting the heading. */
const MOST_LINES = 100_000

/** Why a text cannot be read as a table. */
export type TableFault = 'empty' | 'noTable' | 'lineTooLong' | 'tooManyLines' | 'openQuote'

export class MalformedTable extends Error {
  readonly fault: TableFault
  constructor(fault: TableFault, message: string) {
    super(message)
    this.fault = fault
  }
}

export interface Row {
  /** The line number as a spreadsheet counts it: from 1, with the heading and empty lines. */
  line: number
  cells: string[]
}

/**
 * The table's rows in order, without empty lines. The separator is the most frequent one in the first line that is not empty.
 * @throws MalformedTable if the text is empty, the first line is no heading of several columns, a quotation never ends, a line is too
 * long, or there are too many lines, counting empty ones.
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
    // The end of the last line does not start another line.
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

/** An image or a workbook read as text begins with a single cell or with control characters. */
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
  /** The position of the separator or of the line's end. */
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
