/**
 * The "v1/transactions" white label, sold under many names: Basic credentials, integer cents, lower-case methods, one
 * call, a flat answer with a number for its id, and unsigned postbacks to the request's postbackUrl.
 */
import { cents } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  firstBroken,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  optional,
} from '../checks.ts'
import { randomNumberId, randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider, Fields, Transaction } from '../provider.ts'
import { isBasic } from '../tokens.ts'

const DAY_MS = 86_400_000

const RULES: readonly FieldRule[] = [
  { field: 'amount', valid: isPositiveWhole, message: 'amount must be an integer number of cents' },
  { field: 'currency', valid: optional((value) => value === 'BRL'), message: 'currency must be BRL' },
  { field: 'paymentMethod', valid: (value) => value === 'pix', message: 'paymentMethod must be pix' },
  {
    field: 'pix.expiresInDays',
    valid: optional((value) => isPositiveWhole(value) && value <= 90),
    message: 'pix.expiresInDays must be an integer between 1 and 90',
  },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email must be an email' },
  { field: 'customer.phone', valid: optional(isText), message: 'customer.phone must be a string' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document is invalid' },
  { field: 'items', valid: isItems, message: 'items must have title, unitPrice, quantity and tangible' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl must be a URL' },
  { field: 'externalRef', valid: optional(isText), message: 'externalRef must be a string' },
  { field: 'metadata', valid: optional((value) => typeof value === 'string'), message: 'metadata must be a string' },
]

export interface WhiteLabelOptions {
  readonly account: DemoAccount
  /** User and password of the Basic credentials: the brands differ in what they put where. */
  readonly basic: readonly [user: string, password: string]
}

export function whiteLabelProvider({ account, basic: [user, password] }: WhiteLabelOptions): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'waiting_payment',
      paid: 'paid',
      refused: 'refused',
      expired: 'expired',
      refunded: 'refunded',
      chargeback: 'chargedback',
    },
    refuse,
    authorize: ({ headers }) => (isBasic(headers.authorization, user, password) ? null : refuse(401, 'Unauthorized')),
    routes: [
      {
        operation: 'createTransaction',
        method: 'POST',
        path: '/transactions',
        reference: (body) => body.externalRef,
        handle: createTransaction,
      },
      { operation: 'readTransaction', method: 'GET', path: '/transactions/:id', handle: readTransaction },
    ],
    webhook: {
      payload: (transaction) => ({
        id: randomNumberId(),
        type: 'transaction',
        objectId: transaction.id,
        url: transaction.webhookUrl,
        data: toTransaction(transaction),
      }),
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

function createTransaction({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, RULES)
  if (broken) return refuse(400, broken.message)
  const request = fieldsOf(body)
  const amount = cents(Number(request.amount))
  const brand = books.account.provider
  const { postbackUrl: webhookUrl } = request
  const transaction = books.create({
    id: String(randomNumberId()),
    reference: String(request.externalRef ?? ''),
    amount,
    pixCode: pixCode({ location: `pix.${brand.toLowerCase()}.invalid/qr/${randomWord(32)}`, amount, merchant: brand }),
    expiresAt: books.now() + Number(fieldAt(request, 'pix.expiresInDays') ?? 1) * DAY_MS,
    ...(isText(webhookUrl) ? { webhookUrl } : {}),
    request,
  })
  return { status: 200, body: toTransaction(transaction), created: transaction }
}

function readTransaction({ params }: Call, books: Books): Answer {
  const transaction = books.find(params.id ?? '')
  return transaction ? { status: 200, body: toTransaction(transaction) } : refuse(404, 'Transaction not found')
}

function isDocument(value: unknown): boolean {
  const { number, type } = fieldsOf(value)
  if (!isText(number)) return false
  return (type === 'cpf' && /^\d{11}$/.test(number)) || (type === 'cnpj' && /^[0-9A-Z]{12}\d{2}$/.test(number))
}

function isItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.map(fieldsOf).every(isItem)
}

function isItem({ title, unitPrice, quantity, tangible }: Fields): boolean {
  return isText(title) && isPositiveWhole(unitPrice) && isPositiveWhole(quantity) && typeof tangible === 'boolean'
}

function toTransaction(transaction: Transaction) {
  const { id, request, amount, stage, status, createdAt, updatedAt, paidAt } = transaction
  const refunded = stage === 'refunded'
  return {
    id: Number(id),
    amount,
    currency: 'BRL',
    paymentMethod: 'pix',
    status,
    installments: 1,
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
    paidAmount: paidAt === null ? 0 : amount,
    refundedAt: refunded ? new Date(updatedAt).toISOString() : null,
    refundedAmount: refunded ? amount : 0,
    postbackUrl: transaction.webhookUrl,
    metadata: request.metadata ?? null,
    ip: request.ip ?? null,
    externalRef: transaction.reference || null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    payer: null,
    traceable: request.traceable ?? false,
    items: request.items,
    customer: request.customer,
    fee: { fixedAmount: 0, spreadPercent: 0, estimatedFee: 0, netAmount: amount, currency: 'BRL' },
    splits: request.splits ?? [],
    refunds: refunded ? [{ amount, status: 'refunded' }] : [],
    pix: {
      qrcode: transaction.pixCode,
      end2EndId: transaction.endToEndId,
      receiptUrl: null,
      expirationDate: new Date(transaction.expiresAt).toISOString(),
    },
    boleto: null,
    card: null,
    refusedReason: stage === 'refused' ? { description: 'Recusada pelo banco do pagador' } : null,
    shipping: request.shipping ?? null,
    delivery: null,
    threeDS: null,
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
