/** RAPDYN: a bearer token, integer cents, documents and keys with their dots, webhooks without a signature. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, isEmail, isPositiveWhole, isText, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, FakeProvider, Fields, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, readRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'RAPDYN',
  transport: 'http',
  path: '/rapdyn/api',
  publicKey: null,
  secretKey: 'trilho-demo-rapdyn-token',
  webhookSecret: null,
} as const satisfies DemoAccount

const CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/
const CNPJ = /^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}$/
const KEYS: Readonly<Record<string, RegExp>> = {
  cpf: CPF,
  cnpj: CNPJ,
  phone: /^\(\d{2}\) \d{4,5}-\d{4}$/,
  email: /^[^\s@]+@[^\s@]+$/,
  randomkey: /^[0-9a-f-]{36}$/i,
}

const RULES: readonly FieldRule[] = [
  { field: 'method', valid: (value) => value === 'pix', message: 'method must be pix' },
  { field: 'external_id', valid: optional(isText), message: 'external_id is invalid' },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document is invalid' },
  { field: 'delivery.street', valid: optional(isText), message: 'delivery.street is invalid' },
  { field: 'products', valid: isProducts, message: 'products are invalid' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pending',
    paid: 'paid',
    refused: 'failed',
    expired: 'cancelled',
    refunded: 'returned',
    chargeback: 'med',
  },
  withdrawalStatuses: {
    pending: 'pending',
    paid: 'completed',
    refused: 'failed',
    canceled: 'canceled',
    returned: 'refunded',
  },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers.authorization, `Bearer ${ACCOUNT.secretKey}`) ? null : refuse(401, 'Unauthenticated.'),
  routes: [
    createRoute({
      path: '/payments',
      refuse,
      rules: RULES,
      amount: { at: 'amount', unit: 'cents' },
      referenceAt: 'external_id',
      answer: ({ id, pixCode }) => ({ id, pix: { copypaste: pixCode, qrcode: qrImageBase64(pixCode) } }),
    }),
    readRoute('/transactions/:id', refuse, (transaction) => ({ data: toTransaction(transaction) })),
    refundRoute({
      path: '/payments/refund/:id',
      method: 'PUT',
      refuse,
      answer: () => ({ message: 'Reembolso solicitado' }),
    }),
    withdrawRoute({
      path: '/transfers/out',
      refuse,
      rules: (body) => [
        { field: 'pix_key', valid: matches(KEYS[String(body.pix_key_type)] ?? /^$/), message: 'pix_key is invalid' },
      ],
      destination: pixKeyAt('pix_key', 'pix_key_type'),
      amount: { at: 'value', unit: 'cents' },
      referenceAt: 'external_id',
      answer: toTransfer,
    }),
  ],
  webhook: {
    payload: (transaction) => ({
      notification_type: 'transaction',
      id: transaction.id,
      total: transaction.amount,
      method: 'pix',
      status: transaction.status,
      external_id: transaction.reference || null,
      pix: { end2EndId: transaction.endToEndId },
      platform_tax: 0,
      transaction_tax: 0,
    }),
    withdrawal: {
      payload: ({ id, amount, status, reference }) => ({
        notification_type: 'transfer_out',
        id,
        total: amount,
        method: 'pix',
        status,
        external_id: reference || null,
        pix: { end2EndId: null },
      }),
    },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function isDocument(value: unknown): boolean {
  const { type, value: number } = fieldsOf(value)
  return (type === 'CPF' && matches(CPF)(number)) || (type === 'CNPJ' && matches(CNPJ)(number))
}

function isProducts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.map(fieldsOf).every(isProduct)
}

function isProduct({ name, price, quantity, type }: Fields): boolean {
  return isText(name) && isPositiveWhole(price) && matches(/^\d+$/)(quantity) && matches(/^(?:digital|physical)$/)(type)
}

function toTransaction({ status, endToEndId, request }: Transaction) {
  return { status, pix: { end2EndId: endToEndId }, customer: request.customer }
}

function toTransfer({ id, status }: Withdrawal) {
  return { transfer_id: id, status }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
