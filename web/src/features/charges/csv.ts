/** The list as a file that the reader's own spreadsheet opens right. */
import type { TFunction } from 'i18next'
import type { Charge } from '../../api/contract.ts'
import { code, csvOf, decimal, type Spreadsheet as Sheet, text, time } from '../../ui/csv.ts'
import { maskDocument } from '../../ui/masks.ts'
import { statusLabel } from './status-label.ts'

/** Above this a spreadsheet is the wrong tool, and the file says so in the page. */
export const EXPORT_LIMIT = 5_000

type Translate = TFunction<['charges', 'common', 'timeline']>

interface Spreadsheet extends Sheet {
  t: Translate
}

type Cell = (charge: Charge, sheet: Spreadsheet) => string | null

const COLUMNS = {
  id: ({ id }) => text(id),
  status: (charge, { t }) => text(statusLabel(t, charge)),
  attention: ({ attentionReasons }, { t }) =>
    text(attentionReasons.map((reason) => t(`timeline:reason.${reason}`)).join(', ')),
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

export function toCsv(charges: readonly Charge[], sheet: Spreadsheet): string {
  const header = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map((name) => sheet.t(`csv.${name}`))
  const cells: readonly Cell[] = Object.values(COLUMNS)
  return csvOf(
    header,
    charges.map((charge) => cells.map((cell) => cell(charge, sheet))),
    sheet,
  )
}
