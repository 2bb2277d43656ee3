/** Writes CSV files that spreadsheets open correctly. */
import { cents, toReaisString } from './money.ts'

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** Excel takes its separators from the locale: in Brazil `;` between cells and a comma before the cents. */
export interface Spreadsheet {
  language: string
  timeZone: string
}

export type Cell = string | null

/** RFC 4180 with a byte order mark, without which Excel misreads accented letters. */
export function csvOf(header: readonly string[], lines: readonly (readonly Cell[])[], sheet: Spreadsheet): string {
  return `\uFEFF${[header, ...lines].map((cells) => csvLine(cells, sheet)).join('')}`
}

export function csvLine(cells: readonly Cell[], sheet: Spreadsheet): string {
  return `${cells.map((cell) => cell ?? '').join(isBrazilian(sheet) ? ';' : ',')}\r\n`
}

const isBrazilian = ({ language }: Spreadsheet) => language.startsWith('pt')

/** A text that a spreadsheet would execute as a formula is marked as text. */
export function text(value: string | null): string | null {
  if (value === null) return null
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A spreadsheet reads `0012` as 12 and `12-03` as a date, and truncates long numbers, so such a code is written as text. */
export function code(value: string | null): string | null {
  return value !== null && /^\d[\d.,:/+\-eE]*$/.test(value) ? `"=""${value}"""` : text(value)
}

/** @param amount integer cents; a balance may be negative. */
export function decimal(amount: number, sheet: Spreadsheet): string {
  const reais = `${amount < 0 ? '-' : ''}${toReaisString(cents(Math.abs(amount)))}`
  return isBrazilian(sheet) ? reais.replace('.', ',') : reais
}

/** In the format that every Excel recognises as a time. */
export function time(at: string | null, sheet: Spreadsheet): string | null {
  return at === null ? null : clockOf(sheet).format(new Date(at)).replace(',', '')
}

/** Cached, because creating a formatter takes far longer than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf({ language, timeZone }: Spreadsheet): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const clock =
    clocks.get(key) ??
    new Intl.DateTimeFormat(language.startsWith('pt') ? 'pt-BR' : 'sv-SE', {
      ...DAY,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZone,
    })
  clocks.set(key, clock)
  return clock
}
