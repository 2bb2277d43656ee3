/** A file that the reader's own spreadsheet opens right. */
import { cents, toReaisString } from '../api/contract.ts'

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** Excel takes its separators from the country: a Brazilian one reads `;` between cells and a comma before the cents. */
export interface Spreadsheet {
  language: string
}

/** RFC 4180 with a byte order mark, without which Excel mistakes the letters. */
export function csvOf(header: readonly string[], lines: readonly (readonly (string | null)[])[], sheet: Spreadsheet) {
  const separator = isBrazilian(sheet) ? ';' : ','
  const rows = [header, ...lines].map((cells) => cells.map((cell) => cell ?? '').join(separator))
  return `\uFEFF${rows.join('\r\n')}\r\n`
}

const isBrazilian = ({ language }: Spreadsheet) => language.startsWith('pt')

/** A text that a spreadsheet would run as a formula is marked as text. */
export function text(value: string | null): string | null {
  if (value === null) return null
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A spreadsheet reads `0012` as 12 and `12-03` as a day, and loses the end of a long number: such a code is given as a text. */
export function code(value: string | null): string | null {
  return value !== null && /^\d[\d.,:/+\-eE]*$/.test(value) ? `"=""${value}"""` : text(value)
}

export function decimal(amount: number, sheet: Spreadsheet): string {
  const reais = toReaisString(cents(amount))
  return isBrazilian(sheet) ? reais.replace('.', ',') : reais
}

/** In the reader's own time, in the shape that every Excel takes for a time. */
export function time(at: string | null, { language }: Spreadsheet): string | null {
  if (at === null) return null
  const words = new Intl.DateTimeFormat(language.startsWith('pt') ? 'pt-BR' : 'sv-SE', {
    ...DAY,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return words.format(new Date(at)).replace(',', '')
}

export function download(name: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
