/** The list as a file that the reader's own spreadsheet opens right. */
import type { TFunction } from 'i18next'
import type { Charge } from '../../api/contract.ts'
import { cents, toReaisString } from '../../api/contract.ts'
import { maskDocument } from '../../ui/masks.ts'

/** Above this a spreadsheet is the wrong tool, and the file says so in the page. */
export const EXPORT_LIMIT = 5_000

const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

type Translate = TFunction<['charges', 'common', 'timeline']>

/** Excel takes its separators from the country: a Brazilian one reads `;` between cells and a comma before the cents. */
interface Spreadsheet {
  language: string
  t: Translate
}

type Cell = (charge: Charge, sheet: Spreadsheet) => string | null

const COLUMNS = {
  id: ({ id }) => text(id),
  status: ({ status }, { t }) => text(t(`common:status.${status}`)),
  attention: ({ attention }, { t }) => attention && text(t(`timeline:reason.${attention}`)),
  amount: ({ amount }, sheet) => decimal(amount, sheet),
  final: ({ finalValue }, sheet) => decimal(finalValue, sheet),
  refunded: ({ refundedAmount }, sheet) => decimal(refundedAmount, sheet),
  currency: ({ currency }) => currency,
  method: ({ paymentMethod }, { t }) => text(t(`common:method.${paymentMethod}`)),
  installments: ({ installments }) => String(installments),
  provider: ({ provider }) => text(provider),
  transaction: ({ transactionId }) => code(transactionId),
  order: ({ orderId }) => code(orderId),
  customerName: ({ customer }) => text(customer.name),
  customerEmail: ({ customer }) => text(customer.email),
  customerDocument: ({ customer }) => text(maskDocument(customer.document)),
  created: ({ createdAt }, sheet) => time(createdAt, sheet),
  paid: ({ paidAt }, sheet) => time(paidAt, sheet),
  expires: ({ expiresAt }, sheet) => time(expiresAt, sheet),
} as const satisfies Record<string, Cell>

/** RFC 4180 with a byte order mark, without which Excel mistakes the letters. */
export function toCsv(charges: readonly Charge[], sheet: Spreadsheet): string {
  const separator = isBrazilian(sheet) ? ';' : ','
  const header = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((name) => sheet.t(`csv.${name}`))
  const cells: readonly Cell[] = Object.values(COLUMNS)
  const lines = charges.map((charge) => cells.map((cell) => cell(charge, sheet) ?? '').join(separator))
  return `\uFEFF${[header.join(separator), ...lines].join('\r\n')}\r\n`
}

const isBrazilian = ({ language }: Spreadsheet) => language.startsWith('pt')

/** A text that a spreadsheet would run as a formula is marked as text. */
function text(value: string | null): string | null {
  if (value === null) return null
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A spreadsheet reads `0012` as 12 and `12-03` as a day, and loses the end of a long number: such a code is given as a text. */
function code(value: string | null): string | null {
  return value !== null && /^\d[\d.,:/+\-eE]*$/.test(value) ? `"=""${value}"""` : text(value)
}

function decimal(amount: number, sheet: Spreadsheet): string {
  const reais = toReaisString(cents(amount))
  return isBrazilian(sheet) ? reais.replace('.', ',') : reais
}

/** In the reader's own time, in the shape that every Excel takes for a time. */
function time(at: string | null, { language }: Spreadsheet): string | null {
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
