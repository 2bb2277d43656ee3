/** What ASAAS writes: payments, Pix codes and webhook events. */
import { type Cents, cents, toReais } from '../../domain/money.ts'
import { boletoLine } from '../boleto.ts'
import { localDate, localTime } from '../dates.ts'
import { randomWord } from '../identifiers.ts'
import type { Books, Stage, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { promised, refundsOf } from '../refunds.ts'

const EVENTS = {
  pending: 'PAYMENT_CREATED',
  paid: 'PAYMENT_RECEIVED',
  refused: 'PAYMENT_DELETED',
  expired: 'PAYMENT_OVERDUE',
  refunded: 'PAYMENT_REFUNDED',
  chargeback: 'PAYMENT_CHARGEBACK_REQUESTED',
} as const satisfies Record<Stage, string>

export function toEvent(transaction: Transaction, books: Books) {
  return {
    id: `evt_${randomWord(32, '0123456789abcdef')}`,
    event: EVENTS[transaction.stage],
    dateCreated: toDateTime(books.now()),
    payment:
      toInstallments(transaction, books).findLast(({ chargeback }) => chargeback) ?? toPayment(transaction, books),
  }
}

/** The whole plan. The buyer's bank takes back its last installment. */
export function toInstallments(transaction: Transaction, books: Books) {
  const { id, amount, request, stage } = transaction
  const own = toPayment(transaction, books)
  const count = Number(request.installmentCount ?? 1)
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    ...own,
    id: `${id}x${index + 2}`,
    installmentNumber: index + 2,
    value: toReais(cents(Math.floor(amount / count))),
  }))
  if (stage !== 'chargeback' || count === 1) return [own, ...others]
  const disputed = { status: transaction.status, chargeback: toChargeback(transaction) }
  return [own, ...others.map((one, index) => (index === count - 2 ? { ...one, ...disputed } : one))]
}

export function toPayment(transaction: Transaction, books: Books) {
  const { id, request, createdAt, paidAt } = transaction
  const isOthers = transaction.stage === 'chargeback' && isInInstallments(transaction)
  const status = isOthers ? 'RECEIVED' : transaction.status
  const deleted = transaction.stage === 'refused'
  return {
    object: 'payment',
    id,
    dateCreated: localDate(createdAt),
    customer: request.customer,
    value: toReais(inFirst(transaction)),
    netValue: toReais(inFirst(transaction)),
    description: request.description ?? null,
    billingType: request.billingType,
    installment: isInInstallments(transaction) ? `ins_${id}` : null,
    installmentNumber: isInInstallments(transaction) ? 1 : null,
    status: deleted ? 'PENDING' : promised(books, id) === transaction.amount ? 'REFUND_IN_PROGRESS' : status,
    dueDate: request.dueDate,
    originalDueDate: request.dueDate,
    paymentDate: paidAt === null ? null : localDate(paidAt),
    clientPaymentDate: paidAt === null ? null : localDate(paidAt),
    pixTransaction: transaction.endToEndId,
    pixQrCodeId: null,
    externalReference: transaction.reference || null,
    invoiceUrl: `https://asaas.invalid/i/${id.slice('pay_'.length)}`,
    bankSlipUrl: transaction.method === 'BILLET' ? `https://asaas.invalid/b/pdf/${id.slice('pay_'.length)}` : null,
    nossoNumero: null,
    deleted,
    chargeback: transaction.stage === 'chargeback' && !isOthers ? toChargeback(transaction) : null,
    refunds: toRefunds(transaction, books),
  }
}

const REFUND_STATUSES = { done: 'DONE', pending: 'PENDING', denied: 'CANCELLED' } as const

/** The client's reference is what it describes its refund with; one that was made in the dashboard is in the sum alone. */
function toRefunds({ id, refunded, updatedAt }: Transaction, books: Books) {
  const dateCreated = toDateTime(updatedAt)
  const known = refundsOf(books, id)
  const others = refunded - known.reduce((sum, { amount, stage }) => sum + (stage === 'done' ? amount : 0), 0)
  const listed = known.map(({ reference, amount, stage }) => ({
    dateCreated,
    status: REFUND_STATUSES[stage],
    value: toReais(amount),
    description: reference || null,
  }))
  const rest = others > 0 ? [{ dateCreated, status: 'DONE', value: toReais(cents(others)), description: null }] : []
  return listed.length + rest.length > 0 ? [...listed, ...rest] : null
}

const DAYS_FOR_EVIDENCE = 7

function toChargeback({ id, amount, updatedAt, paidAt }: Transaction) {
  return {
    id: `chb_${id}`,
    payment: id,
    status: 'REQUESTED',
    reason: 'ABSENCE_OF_PRINT',
    disputeStartDate: localDate(updatedAt),
    value: toReais(amount),
    paymentDate: paidAt === null ? null : localDate(paidAt),
    disputeStatus: 'REQUESTED',
    deadlineToSendDisputeDocuments: localDate(updatedAt + DAYS_FOR_EVIDENCE * 86_400_000),
  }
}

function isInInstallments({ request }: Transaction): boolean {
  return Number(request.installmentCount ?? 1) > 1
}

/** The first of several installments takes what the division leaves. */
function inFirst({ amount, request }: Transaction): Cents {
  const count = Number(request.installmentCount ?? 1)
  return cents(amount - Math.floor(amount / count) * (count - 1))
}

export function toBoletoLine(transaction: Transaction) {
  const line = boletoLine(transaction)
  return { identificationField: line, nossoNumero: line.slice(11, 21), barCode: line.slice(0, 44) }
}

export function toTransfer({ id, status, amount, reference, request, createdAt }: Withdrawal) {
  return {
    object: 'transfer',
    id,
    dateCreated: localDate(createdAt),
    type: request.bankAccount ? 'BANK_ACCOUNT' : 'PIX_KEY',
    operationType: request.operationType,
    value: toReais(amount),
    netValue: toReais(amount),
    status,
    transferFee: 0,
    effectiveDate: null,
    endToEndIdentifier: null,
    authorized: true,
    failReason: null,
    externalReference: reference || null,
    transactionReceiptUrl: null,
  }
}

const TRANSFER_EVENTS = {
  pending: 'TRANSFER_CREATED',
  paid: 'TRANSFER_DONE',
  refused: 'TRANSFER_FAILED',
  canceled: 'TRANSFER_CANCELLED',
  returned: 'TRANSFER_FAILED',
} as const satisfies Record<Withdrawal['stage'], string>

export function toTransferEvent(withdrawal: Withdrawal, now: number) {
  const isFailed = withdrawal.stage === 'refused' || withdrawal.stage === 'returned'
  return {
    id: `evt_${randomWord(32)}&${now}`,
    event: TRANSFER_EVENTS[withdrawal.stage],
    dateCreated: toDateTime(now),
    transfer: { ...toTransfer(withdrawal), ...(isFailed ? { failReason: 'Conta de destino encerrada' } : {}) },
  }
}

export function toPixCode(transaction: Transaction) {
  return {
    encodedImage: qrImageBase64(transaction.pixCode),
    payload: transaction.pixCode,
    expirationDate: toDateTime(transaction.expiresAt),
  }
}

/** "2026-11-21 23:59:59" */
function toDateTime(at: number): string {
  return localTime(at).slice(0, 19).replace('T', ' ')
}
