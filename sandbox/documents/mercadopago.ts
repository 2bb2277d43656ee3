/** What MERCADOPAGO writes: payments and webhook events. */
import { toReais } from '../../domain/money.ts'
import { boletoLine } from '../boleto.ts'
import { fieldsOf } from '../checks.ts'
import { localTime } from '../dates.ts'
import { randomNumberId } from '../identifiers.ts'
import type { Answer, Books, Call, Method, Stage, Transaction } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { type Refund, refundsOf } from '../refunds.ts'

const MERCADOPAGO_HOURS = -4

const EVIDENCE_MS = 10 * 86_400_000

const TYPE_IDS = {
  PIX: 'bank_transfer',
  CREDIT_CARD: 'credit_card',
  BILLET: 'ticket',
} as const satisfies Record<Method, string>

const STATUS_DETAILS = {
  pending: 'pending_waiting_transfer',
  paid: 'accredited',
  refused: 'rejected_by_bank',
  expired: 'expired',
  refunded: 'refunded',
  chargeback: 'in_process',
} as const satisfies Record<Stage, string>

/** Why a card was refused, as its bank gives most of its reasons. */
const REFUSED_CARD = 'cc_rejected_insufficient_amount'

/** It says that something happened to a payment, not what. */
export function toEvent(transaction: Transaction, now: number) {
  return {
    id: randomNumberId(),
    live_mode: false,
    type: 'payment',
    date_created: toTime(now),
    user_id: 1_000_001,
    api_version: 'v1',
    action: transaction.stage === 'pending' ? 'payment.created' : 'payment.updated',
    data: { id: transaction.id },
  }
}

/** The case of a payment that was charged back. */
export function toChargeback({ id, amount, updatedAt }: Transaction) {
  return {
    id: `2340000${id}`,
    payments: [Number(id)],
    currency: 'BRL',
    amount: toReais(amount),
    reason: 'general',
    coverage_applied: null,
    coverage_elegible: true,
    documentation_required: true,
    documentation_status: 'pending',
    documentation: [],
    date_documentation_deadline: toTime(updatedAt + EVIDENCE_MS),
    date_created: toTime(updatedAt),
    date_last_updated: toTime(updatedAt),
    live_mode: false,
  }
}

export function toPayment(transaction: Transaction) {
  const { id, request, amount, refunded, stage, status, createdAt, paidAt } = transaction
  const payer = fieldsOf(request.payer)
  const isBoleto = transaction.method === 'BILLET'
  const isBack = stage === 'refunded' || stage === 'chargeback'
  const isPartlyBack = !isBack && refunded > 0
  return {
    id: Number(id),
    date_created: toTime(createdAt),
    date_approved: paidAt === null ? null : toTime(paidAt),
    date_last_updated: toTime(transaction.updatedAt),
    date_of_expiration: toTime(transaction.expiresAt),
    operation_type: 'regular_payment',
    payment_method_id: request.payment_method_id,
    payment_type_id: TYPE_IDS[transaction.method],
    status,
    status_detail: detailOf(transaction, isPartlyBack),
    currency_id: 'BRL',
    description: request.description ?? null,
    live_mode: false,
    external_reference: transaction.reference || null,
    notification_url: transaction.webhookUrl,
    transaction_amount: toReais(amount),
    transaction_amount_refunded: toReais(isBack ? amount : refunded),
    installments: request.installments ?? 1,
    statement_descriptor: request.statement_descriptor ?? null,
    payer: { email: payer.email, identification: payer.identification ?? { type: null, number: null } },
    transaction_details: {
      total_paid_amount: toReais(amount),
      net_received_amount: 0,
      external_resource_url: isBoleto ? `https://mercadopago.invalid/payments/${id}/ticket` : null,
      digitable_line: isBoleto ? boletoLine(transaction) : null,
    },
    barcode: isBoleto ? { type: 'Code128C', content: boletoLine(transaction).slice(0, 44) } : null,
    point_of_interaction: transaction.method === 'PIX' ? toPointOfInteraction(transaction) : null,
  }
}

function detailOf({ stage, method }: Transaction, isPartlyBack: boolean): string {
  if (isPartlyBack) return 'partially_refunded'
  return stage === 'refused' && method === 'CREDIT_CARD' ? REFUSED_CARD : STATUS_DETAILS[stage]
}

function toPointOfInteraction({ id, pixCode }: Transaction) {
  return {
    type: 'OPENPLATFORM',
    transaction_data: {
      qr_code: pixCode,
      qr_code_base64: qrImageBase64(pixCode),
      ticket_url: `https://mercadopago.invalid/payments/${id}/ticket`,
    },
  }
}

function toTime(at: number): string {
  return localTime(at, MERCADOPAGO_HOURS)
}

const REFUND_STATUSES = { done: 'approved', pending: 'in_process', denied: 'rejected' } as const

export function toRefund(payment: string, { id, amount, stage }: Refund) {
  return { id: Number(id), payment_id: Number(payment), amount: toReais(amount), status: REFUND_STATUSES[stage] }
}

export function readRefund({ params: { id = '', refund } }: Call, books: Books): Answer | undefined {
  const found = refundsOf(books, id).find((one) => one.id === refund)
  return found && { status: 200, body: toRefund(id, found) }
}
