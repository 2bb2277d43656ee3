import type { Charge } from '../../api/contract.ts'
import { cents, toReaisString } from '../../api/contract.ts'

/** Above this a spreadsheet is the wrong tool, and the file says so in the page. */
export const EXPORT_LIMIT = 5_000

const COLUMNS: readonly [header: string, cell: (charge: Charge) => string | number | null | undefined][] = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['needsAttention', ({ needsAttention }) => String(needsAttention)],
  ['amount', ({ amount }) => toReaisString(cents(amount))],
  ['refundedAmount', ({ refundedAmount }) => toReaisString(cents(refundedAmount))],
  ['currency', ({ currency }) => currency],
  ['paymentMethod', ({ paymentMethod }) => paymentMethod],
  ['provider', ({ provider }) => provider],
  ['transactionId', ({ transactionId }) => transactionId],
  ['orderId', ({ orderId }) => orderId],
  ['customerName', ({ customer }) => customer.name],
  ['customerEmail', ({ customer }) => customer.email],
  ['customerDocument', ({ customer }) => customer.document],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
  ['expiresAt', ({ expiresAt }) => expiresAt],
]

/**
 * RFC 4180, with a byte order mark, without which Excel mistakes the letters. A text that a spreadsheet would run as a
 * formula is marked as text.
 */
export function toCsv(charges: readonly Charge[]): string {
  const lines = charges.map((charge) => COLUMNS.map(([, cell]) => cellOf(cell(charge) ?? '')).join(','))
  return `\uFEFF${[COLUMNS.map(([header]) => header).join(','), ...lines].join('\r\n')}\r\n`
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function download(name: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
