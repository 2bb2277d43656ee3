/** The columns of each list's file. */
import type { AuditRow } from '../../db/queries/access/audit.ts'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import type { CustomerRow, CustomerTotal } from '../../db/queries/customer/read.ts'
import type { DisbursementRow } from '../../db/queries/disbursement/read.ts'
import type { DisputeRow } from '../../db/queries/dispute/read.ts'
import type { ReceiverRow } from '../../db/queries/receiver/read.ts'
import type { Sold } from '../../db/queries/selling/sold.ts'
import { SELLERS_TIME_ZONE } from '../../domain/analytics.ts'
import { paidAmountOf } from '../../domain/charge.ts'
import type { ExportedList, ExportLanguage } from '../../domain/export.ts'
import { auditActions as englishActions } from '../../domain/labels/audit-actions-en.ts'
import { auditActions as portugueseActions } from '../../domain/labels/audit-actions-pt-BR.ts'
import { labels as english } from '../../domain/labels/en.ts'
import { failures as portugueseFailures } from '../../domain/labels/failures-pt-BR.ts'
import { type Labels, labels as portuguese } from '../../domain/labels/pt-BR.ts'
import { fill, maskDocument } from '../../domain/masks.ts'
import { OUR_MESSAGES, type OurMessage } from '../../domain/our-messages.ts'
import { inWords } from '../../domain/our-words.ts'
import { refundKindOf } from '../../domain/refund.ts'
import { requesterNamed } from '../../domain/requester.ts'
import { type Cell, code, decimal, type Spreadsheet, text, time } from '../../domain/spreadsheet.ts'
import type { Address } from '../../domain/transaction.ts'
import { EXPORT_TEXTS, type ExportTexts } from './texts.ts'

export interface Sheet extends Spreadsheet {
  texts: ExportTexts
  labels: Labels
  actions: Record<AuditRow['action'], string>
  failures: Readonly<Record<OurMessage, string>>
}

const LABELS = { 'pt-BR': portuguese, en: english } as const satisfies Record<ExportLanguage, Labels>
const ACTIONS = { 'pt-BR': portugueseActions, en: englishActions }
const FAILURES = { 'pt-BR': portugueseFailures, en: OUR_MESSAGES }

/** Times are in the sellers' time zone, as the days of the figures are. */
export const sheetIn = (language: ExportLanguage): Sheet => ({
  language,
  timeZone: SELLERS_TIME_ZONE,
  texts: EXPORT_TEXTS[language],
  labels: LABELS[language],
  actions: ACTIONS[language],
  failures: FAILURES[language],
})

/** A row with its charge. */
export interface OfCharge<Row> {
  row: Row
  charge: ChargeRow | undefined
}

type Cells<Row, List extends ExportedList> = {
  [name in keyof ExportTexts[List]]: (row: Row, sheet: Sheet) => Cell
}

const reasons = (given: readonly (keyof Labels['reason'])[], { labels }: Sheet) =>
  text(given.map((reason) => labels.reason[reason]).join(', '))

const failure = (message: string | null, { failures }: Sheet) =>
  text(message === null ? null : inWords(message, failures))

function requester(by: string | null, { texts }: Sheet): Cell {
  if (by === null) return text(null)
  const named = requesterNamed(by)
  switch (named.kind) {
    case 'buyer':
    case 'installation':
      return text(texts[named.kind])
    case 'key':
      return text(texts.key.replace('{name}', () => named.name))
    case 'user':
      return text(named.name)
  }
}

export const CHARGES: Cells<ChargeRow & { sold: Sold }, 'charges'> = {
  id: ({ id }) => text(id),
  status: ({ status, ending }, { labels }) => text(ending ? labels.ending[ending] : labels.chargeStatus[status]),
  attention: ({ attentionReasons }, sheet) => reasons(attentionReasons, sheet),
  amount: ({ amount, interest }, sheet) => decimal(amount - interest, sheet),
  final: (charge, sheet) => {
    const paid = paidAmountOf(charge)
    return paid === null ? null : decimal(paid, sheet)
  },
  refunded: ({ refundedAmount }, sheet) => decimal(refundedAmount, sheet),
  currency: ({ currency }) => currency,
  method: ({ paymentMethod }, { labels }) => text(labels.paymentMethod[paymentMethod]),
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
  items: ({ items }) => listed(items.map(({ quantity, title }) => `${quantity}x ${title}`)),
  customerPhone: ({ customer }) => code(customer.phone ?? null),
  address: ({ extras }) => text(extras.address ? addressLine(extras.address) : null),
  failure: ({ failureMessage }, sheet) => failure(failureMessage, sheet),
  metadata: ({ metadata }) => listed(Object.entries(metadata).map(([name, value]) => `${name}: ${value}`)),
  product: ({ sold }) => text(sold.product),
  offer: ({ sold }) => text(sold.offer),
  link: ({ sold }) => text(sold.link),
  createdBy: ({ createdByUser }, sheet) => requester(createdByUser, sheet),
}

/** Several texts in one cell. */
function listed(texts: readonly string[]): Cell {
  return text(texts.join(' | ') || null)
}

function addressLine({ address, number, district, city, state, zipCode }: Address): string {
  return [`${address}, ${number}`, district, `${city}, ${state}`, fill('#####-###', zipCode.replace(/\D/g, ''))].join(
    ' - ',
  )
}

export const REFUNDS: Cells<OfCharge<DisbursementRow>, 'refunds'> = {
  id: ({ row }) => text(row.id),
  charge: ({ row }) => text(row.chargeId),
  status: ({ row }, { labels }) => text(labels.disbursementStatus[row.status]),
  attention: ({ row }, sheet) => reasons(row.attentionReasons, sheet),
  amount: ({ row }, sheet) => decimal(row.amount, sheet),
  currency: ({ row }) => row.currency,
  method: ({ charge }, { labels }) => text(charge ? labels.paymentMethod[charge.paymentMethod] : null),
  kind: ({ row }, { labels }) => text(labels.refundKind[refundKindOf(row)]),
  customerName: ({ charge }) => text(charge?.customer.name ?? null),
  provider: ({ row }) => text(row.provider),
  external: ({ row }) => code(row.externalId),
  failure: ({ row }, sheet) => failure(row.failureMessage, sheet),
  created: ({ row }, sheet) => time(row.createdAt, sheet),
  approved: ({ row }, sheet) => time(row.approvedAt, sheet),
}

export const WITHDRAWALS: Cells<DisbursementRow, 'withdrawals'> = {
  id: ({ id }) => text(id),
  status: ({ status }, { labels }) => text(labels.disbursementStatus[status]),
  attention: ({ attentionReasons }, sheet) => reasons(attentionReasons, sheet),
  amount: ({ amount }, sheet) => decimal(amount, sheet),
  method: ({ method }, { labels }) => text(method && labels.withdrawMethod[method]),
  destination: ({ destination }, { texts }) => {
    const { pixKey, receiverId, bankCode, branchNumber, accountNumber } = destination ?? {}
    if (accountNumber === undefined) return code(pixKey ?? receiverId ?? null)
    const account = texts.account.replace('{bank}', bankCode ?? '').replace('{branch}', branchNumber ?? '')
    return text(account.replace('{account}', accountNumber))
  },
  holder: ({ destination }) => text(destination?.name ?? destination?.accountHolder ?? null),
  holderDocument: ({ destination }) => {
    const document = destination?.document ?? destination?.accountDocument
    return document === undefined ? null : text(maskDocument(document))
  },
  reference: ({ reference }) => code(reference),
  description: ({ description }) => text(description),
  provider: ({ provider }) => text(provider),
  external: ({ externalId }) => code(externalId),
  failure: ({ failureMessage }, sheet) => failure(failureMessage, sheet),
  created: ({ createdAt }, sheet) => time(createdAt, sheet),
  approved: ({ approvedAt }, sheet) => time(approvedAt, sheet),
}

export const RECEIVERS: Cells<ReceiverRow, 'receivers'> = {
  id: ({ id }) => text(id),
  name: ({ name }) => text(name),
  document: ({ document }) => text(maskDocument(document)),
  email: ({ email }) => text(email),
  status: ({ status }, { labels }) => text(labels.receiverStatus[status]),
  attention: ({ attention }, sheet) => reasons(attention ? [attention] : [], sheet),
  balance: ({ balance }, sheet) => (balance === null ? null : decimal(balance, sheet)),
  provider: ({ provider }) => text(provider),
  external: ({ receiverId }) => code(receiverId),
  created: ({ createdAt }, sheet) => time(createdAt, sheet),
}

/** A customer who has paid in two currencies has two lines, because the amounts cannot be added. */
export const CUSTOMERS: Cells<{ customer: CustomerRow; total: CustomerTotal }, 'customers'> = {
  id: ({ customer }) => text(customer.id),
  name: ({ customer }) => text(customer.contact.name),
  email: ({ customer }) => text(customer.contact.email),
  document: ({ customer }) => text(maskDocument(customer.contact.document)),
  phone: ({ customer }) => code(customer.contact.phone ?? null),
  currency: ({ total }) => total.currency,
  charges: ({ total }) => String(total.charges),
  approved: ({ total }) => String(total.approved),
  approvedAmount: ({ total }, sheet) => decimal(total.approvedAmount, sheet),
  refundedAmount: ({ total }, sheet) => decimal(total.refundedAmount, sheet),
  since: ({ customer }, sheet) => time(customer.createdAt, sheet),
  last: ({ customer }, sheet) => time(customer.lastChargeAt, sheet),
}

export const DISPUTES: Cells<OfCharge<DisputeRow>, 'disputes'> = {
  id: ({ row }) => text(row.id),
  charge: ({ row }) => text(row.chargeId),
  customerName: ({ charge }) => text(charge?.customer.name ?? null),
  kind: ({ row }, { labels }) => text(labels.disputeKind[row.kind]),
  state: ({ row }, { labels }) => text(labels.disputeState[row.state]),
  amount: ({ row }, sheet) => decimal(row.amount, sheet),
  currency: ({ row }) => row.currency,
  method: ({ charge }, { labels }) => text(charge ? labels.paymentMethod[charge.paymentMethod] : null),
  provider: ({ row }) => text(row.provider),
  transaction: ({ row }) => code(row.transactionId),
  opened: ({ row }, sheet) => time(row.openedAt, sheet),
  due: ({ row }, sheet) => time(row.dueAt, sheet),
  closed: ({ row }, sheet) => time(row.closedAt, sheet),
  closedBy: ({ row }) => text(row.closedBy),
  note: ({ row }) => text(row.note),
}

export const AUDIT_LOG: Cells<AuditRow, 'audit-log'> = {
  at: ({ at }, sheet) => time(at, sheet),
  actor: ({ actor }, sheet) => requester(actor, sheet),
  action: ({ action }, { actions }) => text(actions[action]),
  target: ({ target }) => text(target),
  ip: ({ ip }) => text(ip),
  detail: ({ detail }) => detail && text(JSON.stringify(detail)),
}
