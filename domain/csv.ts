/** Tables as text, as spreadsheets and providers write them: RFC 4180, and what the world makes of it. */

const SEPARATORS = [';', ',', '\t', '|'] as const
const MOST_CELLS = 200
const LONGEST_CELL = 10_000

export class MalformedTable extends Error {}

/**
 * The table's rows, one after the other; empty lines are left out. The separator is the one that the first line has most of.
 * @throws MalformedTable where a quotation never ends, or a line is no line of a table.
 */
export function* rowsOfCsv(text: string): Generator<string[]> {
  const separator = separatorOf(text)
  let cells: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at <= text.length) {
    const { cell, end } = text[at] === '"' ? quoted(text, at) : plain(text, at, separator)
    if (cell.length > LONGEST_CELL || cells.length >= MOST_CELLS) throw new MalformedTable('A line is too long')
    cells.push(cell)
    at = end + 1
    if (text[end] === separator) continue
    if (text[end] === '\r' && text[at] === '\n') at += 1
    if (cells.some((one) => one.trim() !== '')) yield cells
    cells = []
  }
}

function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/))
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
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(at, end), end }
}

function quoted(text: string, at: number): Cell {
  const parts: string[] = []
  let from = at + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new MalformedTable('A quotation never ends')
    parts.push(text.slice(from, quote))
    if (text[quote + 1] !== '"') {
      const end = text.slice(quote + 1, quote + 1 + LONGEST_CELL).search(/[;,\t|\r\n]|$/) + quote + 1
      return { cell: parts.join(''), end }
    }
    parts.push('"')
    from = quote + 2
  }
}
