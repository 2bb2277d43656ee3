/** PAGAR.ME's order, with its one charge and that charge's last transaction. */
import { boletoLine } from '../boleto.ts'
import { fieldAt, fieldsOf } from '../checks.ts'
import type { Books, Transaction, Withdrawal } from '../provider.ts'
import { lastRefund } from '../refunds.ts'

const BANK_WORDS = {
  pending: 'waiting_payment',
  paid: 'captured',
  refused: 'not_authorized',
  expired: 'voided',
  refunded: 'refunded',
  chargeback: 'chargedback',
} as const

export function toOrder(transaction: Transaction, books: Books) {
  const { id, reference, amount, refunded, status, stage, paidAt, createdAt, updatedAt, request } = transaction
  const method = fieldAt(request, 'payment.payment_method')
  return {
    id,
    code: reference,
    amount,
    currency: 'BRL',
    closed: request.closed ?? true,
    items: request.items,
    customer: request.customer ?? { id: request.customer_id },
    status: stage === 'chargeback' ? 'paid' : status,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
    charges: [
      {
        id: id.replace(/^or_/, 'ch_'),
        code: reference,
        order: { id },
        amount,
        paid_amount: paidAt === null ? 0 : amount,
        canceled_amount: refunded,
        status,
        currency: 'BRL',
        payment_method: method,
        paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
        last_transaction: { ...toBank(transaction), ...lastAtBank(transaction, books) },
      },
    ],
  }
}

/** A refund is a separate transaction, and the charge's last one until the next change. */
function lastAtBank({ id, stage }: Transaction, books: Books) {
  const refund = stage === 'paid' || stage === 'refunded' ? lastRefund(books, id) : undefined
  if (!refund) return {}
  const done = stage === 'refunded' ? 'refunded' : 'partial_refunded'
  const status = { done, pending: 'pending_refund', denied: 'error_on_refunding' }[refund.stage]
  return { id: `tran_${refund.id}`, amount: refund.amount, status, success: refund.stage !== 'denied' }
}

function toBank(transaction: Transaction) {
  const { id, method, stage, amount, pixCode, expiresAt, endToEndId } = transaction
  const base = {
    id: id.replace(/^or_/, 'tran_'),
    amount,
    status: BANK_WORDS[stage],
    success: stage !== 'refused',
    gateway_response: { code: '200', errors: [] },
  }
  const expiry = new Date(expiresAt).toISOString()
  switch (method) {
    case 'PIX':
      return {
        ...base,
        qr_code: pixCode,
        qr_code_url: `https://api.pagar.me/core/v5/transactions/${base.id}/qrcode`,
        expires_at: expiry,
        end_to_end_id: endToEndId,
      }
    case 'BILLET':
      return {
        ...base,
        line: boletoLine(transaction),
        barcode: boletoLine(transaction).slice(0, 44),
        pdf: `https://api.pagar.me/core/v5/transactions/${base.id}/pdf`,
        due_at: expiry,
      }
    case 'CREDIT_CARD':
      return {
        ...base,
        acquirer_name: 'pagarme',
        acquirer_return_code: stage === 'refused' ? '51' : '0000',
        acquirer_message: stage === 'refused' ? 'Saldo insuficiente' : 'Transação aprovada com sucesso',
      }
  }
}

export function toWithdrawal({ id, amount, status, createdAt, request }: Withdrawal) {
  return {
    id: Number(id),
    amount,
    status,
    fee: 0,
    type: 'ted',
    metadata: fieldsOf(request.metadata),
    created_at: new Date(createdAt).toISOString(),
  }
}
