/**
 * MERCADOPAGO: a bearer access token, reais, X-Idempotency-Key on every creation. Its webhooks go to the request's
 * notification_url and carry no status; they are signed over the query's data.id, the request id and the time.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import { fromReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  firstBroken,
  isEmail,
  isReais,
  isText,
  isTextUpTo,
  isWebAddress,
  optional,
} from '../checks.ts'
import { toEvent, toPayment } from '../documents/mercadopago.ts'
import { randomNumberId, randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider } from '../provider.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'MERCADOPAGO',
  transport: 'http',
  path: '/mercadopago',
  publicKey: null,
  secretKey: 'TEST-trilho-demo-mercadopago',
  webhookSecret: 'trilho-demo-mercadopago-signature-secret',
} as const satisfies DemoAccount

const HOUR_MS = 3_600_000
const DEFAULT_EXPIRY_MS = 24 * HOUR_MS
const SHORTEST_EXPIRY_MS = HOUR_MS / 2
const LONGEST_EXPIRY_MS = 30 * 24 * HOUR_MS
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/

const RULES: readonly FieldRule[] = [
  { field: 'transaction_amount', valid: isReais, code: '4037', message: 'Invalid transaction_amount' },
  {
    field: 'payment_method_id',
    valid: (value) => value === 'pix',
    code: '2006',
    message: 'The payment_method_id is invalid',
  },
  { field: 'payer.email', valid: isEmail, code: '4050', message: 'payer.email must be a valid email' },
  {
    field: 'payer.identification',
    valid: optional(isIdentification),
    code: '2067',
    message: 'Invalid user identification number',
  },
  { field: 'description', valid: optional(isTextUpTo(600)), code: '4023', message: 'description attribute is invalid' },
  {
    field: 'external_reference',
    valid: optional(isTextUpTo(256)),
    code: '4021',
    message: 'external_reference attribute is invalid',
  },
  {
    field: 'notification_url',
    valid: optional(isWebAddress),
    code: '4020',
    message: 'notification_url attribute must be url valid',
  },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pending',
    paid: 'approved',
    refused: 'rejected',
    expired: 'cancelled',
    refunded: 'refunded',
    chargeback: 'charged_back',
  },
  refuse: (status, message) => refuse(status, message),
  authorize: ({ headers }, { account }) => {
    if (!isText(headers.authorization)) return refuse(401, 'authorization value not present')
    return isSame(headers.authorization, `Bearer ${account.secretKey}`) ? null : refuse(401, 'invalid access token')
  },
  routes: [
    {
      operation: 'createTransaction',
      method: 'POST',
      path: '/v1/payments',
      reference: (body) => body.external_reference,
      handle: createPayment,
    },
    { operation: 'findTransaction', method: 'GET', path: '/v1/payments/search', handle: searchPayments },
    { operation: 'readTransaction', method: 'GET', path: '/v1/payments/:id', handle: readPayment },
  ],
  webhook: {
    payload: (transaction, books) => toEvent(transaction, books.now()),
    address: ({ url, transactionId }, books) => {
      const notified = new URL(url)
      notified.searchParams.set('data.id', transactionId)
      notified.searchParams.set('type', 'payment')
      const requestId = randomUUID()
      const ts = String(books.now())
      const v1 = createHmac('sha256', books.account.webhookSecret ?? '')
        .update(`id:${transactionId};request-id:${requestId};ts:${ts};`)
        .digest('hex')
      return { url: notified.href, headers: { 'x-request-id': requestId, 'x-signature': `ts=${ts},v1=${v1}` } }
    },
  },
}

function createPayment({ headers, body }: Call, books: Books): Answer {
  const key = headers['x-idempotency-key']
  if (!isText(key)) return refuse(400, "Header X-Idempotency-Key can't be null", '4292')
  const known = books.recall('idempotency key', key)
  const first = known === undefined ? undefined : books.find(String(known))
  if (first) return { status: 201, body: toPayment({ ...first, stage: 'pending', status: 'pending', paidAt: null }) }

  const broken = firstBroken(body, RULES)
  if (broken) return refuse(400, broken.message, broken.code)
  const request = fieldsOf(body)
  const now = books.now()
  const expiresAt = readExpiry(request.date_of_expiration, now)
  if (expiresAt === undefined) return refuse(400, 'Invalid value for date_of_expiration', '4390')

  const amount = fromReais(Number(request.transaction_amount))
  const { notification_url: webhookUrl } = request
  const transaction = books.create({
    id: String(randomNumberId()),
    reference: String(request.external_reference ?? ''),
    amount,
    pixCode: pixCode({ location: `pix.mercadopago.invalid/qr/v2/${randomWord(32)}`, amount, merchant: 'LOJA DEMO' }),
    expiresAt,
    ...(isText(webhookUrl) ? { webhookUrl } : {}),
    request,
  })
  books.remember('idempotency key', key, transaction.id)
  return { status: 201, body: toPayment(transaction), created: transaction }
}

function readPayment({ params }: Call, books: Books): Answer {
  const transaction = books.find(params.id ?? '')
  return transaction ? { status: 200, body: toPayment(transaction) } : refuse(404, 'Payment not found', '2000')
}

function searchPayments({ query }: Call, books: Books): Answer {
  const results = books.findByReference(query.external_reference ?? '').map(toPayment)
  return {
    status: 200,
    body: { paging: { total: results.length, limit: 30, offset: 0 }, results: results.slice(0, 30) },
  }
}

/** Milliseconds since 1970; undefined when the provider would not take it. A Pix code lives half an hour to thirty days. */
function readExpiry(value: unknown, now: number): number | undefined {
  if (value == null) return now + DEFAULT_EXPIRY_MS
  if (typeof value !== 'string' || !WITH_ZONE.test(value)) return undefined
  const at = Date.parse(value)
  return at >= now + SHORTEST_EXPIRY_MS && at <= now + LONGEST_EXPIRY_MS ? at : undefined
}

function isIdentification(value: unknown): boolean {
  const number = fieldAt(value, 'number')
  if (!isText(number)) return false
  switch (fieldAt(value, 'type')) {
    case 'CPF':
      return isValidCpf(number)
    case 'CNPJ':
      return isValidCnpj(number, { version: 2 })
    default:
      return false
  }
}

const WORDS: Readonly<Record<number, string>> = { 400: 'bad_request', 401: 'unauthorized', 404: 'not_found' }

function refuse(status: number, message: string, code?: string): Answer {
  const cause = code ? [{ code: Number(code), description: message }] : []
  return { status, body: { message, error: WORDS[status] ?? 'internal_error', status, cause } }
}
