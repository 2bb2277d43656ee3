/** What ASAAS writes: payments, Pix codes and webhook events. */
import { toReais } from '../../domain/money.ts'
import { localDate, localTime } from '../dates.ts'
import { randomWord } from '../identifiers.ts'
import type { Stage, Transaction } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'

const EVENTS = {
  pending: 'PAYMENT_CREATED',
  paid: 'PAYMENT_RECEIVED',
  refused: 'PAYMENT_DELETED',
  expired: 'PAYMENT_OVERDUE',
  refunded: 'PAYMENT_REFUNDED',
  chargeback: 'PAYMENT_CHARGEBACK_REQUESTED',
} as const satisfies Record<Stage, string>

export function toEvent(transaction: Transaction, now: number) {
  return {
    id: `evt_${randomWord(32, '0123456789abcdef')}`,
    event: EVENTS[transaction.stage],
    dateCreated: toDateTime(now),
    payment: toPayment(transaction),
  }
}

export function toPayment(transaction: Transaction) {
  const { id, request, amount, status, createdAt, paidAt } = transaction
  const refunded = transaction.stage === 'refunded'
  const deleted = transaction.stage === 'refused'
  return {
    object: 'payment',
    id,
    dateCreated: localDate(createdAt),
    customer: request.customer,
    value: toReais(amount),
    netValue: toReais(amount),
    description: request.description ?? null,
    billingType: 'PIX',
    status: deleted ? 'PENDING' : status,
    dueDate: request.dueDate,
    originalDueDate: request.dueDate,
    paymentDate: paidAt === null ? null : localDate(paidAt),
    clientPaymentDate: paidAt === null ? null : localDate(paidAt),
    pixTransaction: transaction.endToEndId,
    pixQrCodeId: null,
    externalReference: transaction.reference || null,
    invoiceUrl: `https://asaas.invalid/i/${id.slice('pay_'.length)}`,
    bankSlipUrl: null,
    nossoNumero: null,
    deleted,
    refunds: refunded
      ? [{ dateCreated: toDateTime(transaction.updatedAt), status: 'DONE', value: toReais(amount) }]
      : null,
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
