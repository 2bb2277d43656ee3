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
  isPositiveWhole,
  isReais,
  isText,
  isTextUpTo,
  isWebAddress,
  matches,
  optional,
} from '../checks.ts'
import { readRefund, toChargeback, toEvent, toPayment, toRefund } from '../documents/mercadopago.ts'
import { randomNumberId, randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider, Method, Route } from '../provider.ts'
import { cancelRoute, refundRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'MERCADOPAGO',
  transport: 'http',
  path: '/mercadopago',
  publicKey: 'TEST-trilho-demo-mercadopago-public',
  secretKey: 'TEST-trilho-demo-mercadopago',
  webhookSecret: 'trilho-demo-mercadopago-signature-secret',
} as const satisfies DemoAccount

const HOUR_MS = 3_600_000
const DEFAULT_EXPIRY_MS = 24 * HOUR_MS
const SHORTEST_EXPIRY_MS = HOUR_MS / 2
const LONGEST_EXPIRY_MS = 30 * 24 * HOUR_MS
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/

const METHODS: Readonly<Record<string, Method>> = {
  pix: 'PIX',
  bolbradesco: 'BILLET',
  visa: 'CREDIT_CARD',
  master: 'CREDIT_CARD',
}

const RULES: readonly FieldRule[] = [
  { field: 'transaction_amount', valid: isReais, code: '4037', message: 'Invalid transaction_amount' },
  {
    field: 'payment_method_id',
    valid: (value) => Object.hasOwn(METHODS, String(value)),
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

const CARD_RULES: readonly FieldRule[] = [
  ...RULES,
  { field: 'installments', valid: isPositiveWhole, code: '3028', message: 'Invalid parameter installments' },
  {
    field: 'statement_descriptor',
    valid: optional(isTextUpTo(13)),
    code: '4056',
    message: 'Invalid statement_descriptor',
  },
]

const BOLETO_RULES: readonly FieldRule[] = [
  ...RULES,
  { field: 'payer.last_name', valid: isText, code: '4051', message: 'payer.last_name is required' },
  ...['zip_code', 'street_name', 'street_number', 'neighborhood', 'city', 'federal_unit'].map((name) => ({
    field: `payer.address.${name}`,
    valid: isText,
    code: '4052',
    message: `payer.address.${name} is required`,
  })),
]

const TOKEN_RULES: readonly FieldRule[] = [
  { field: 'card_number', valid: matches(/^\d{13,19}$/), code: 'E301', message: 'Invalid parameter card_number' },
  { field: 'expiration_month', valid: isPositiveWhole, code: '325', message: 'Invalid parameter expiration_month' },
  {
    field: 'expiration_year',
    valid: (value) => isPositiveWhole(value) && value > 2000,
    code: '326',
    message: 'Invalid parameter expiration_year',
  },
  { field: 'security_code', valid: matches(/^\d{3,4}$/), code: 'E302', message: 'Invalid parameter security_code' },
  { field: 'cardholder.name', valid: isText, code: '316', message: 'Invalid parameter cardholder.name' },
  {
    field: 'cardholder.identification',
    valid: isIdentification,
    code: '324',
    message: 'Invalid parameter identification',
  },
]

/** The last digits of the card that every bank refuses. */
const REFUSED_CARD = '0002'

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
  asks: { installments: 'installments', deadline: ['date_of_expiration'] },
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
    { operation: 'findChargeback', method: 'GET', path: '/v1/chargebacks/search', handle: searchChargebacks },
    { operation: 'tokenizeCard', method: 'POST', path: '/v1/card_tokens', handle: withPublicKey(tokenizeCard) },
    { operation: 'findBrand', method: 'GET', path: '/v1/payment_methods/search', handle: withPublicKey(searchBrands) },
    cancelRoute({
      path: '/v1/payments/:id',
      method: 'PUT',
      refuse: (status, message) => refuse(status, message, status === 404 ? '2000' : undefined),
      word: 'cancelled',
      asks: ({ status }) => status === 'cancelled',
      answer: toPayment,
    }),
    refundRoute({
      path: '/v1/payments/:id/refunds',
      refuse: (status, message) => refuse(status, message),
      amount: { at: 'amount', unit: 'reais' },
      keyOf: ({ headers }) => headers['x-idempotency-key'],
      status: 201,
      answer: ({ id }, _, refund) => toRefund(id, refund),
    }),
    {
      operation: 'readRefund',
      method: 'GET',
      path: '/v1/payments/:id/refunds/:refund',
      handle: (call, books) => readRefund(call, books) ?? refuse(404, 'Refund not found'),
    },
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

  const request = fieldsOf(body)
  const method = METHODS[String(request.payment_method_id)] ?? 'PIX'
  const broken = firstBroken(body, { PIX: RULES, BILLET: BOLETO_RULES, CREDIT_CARD: CARD_RULES }[method])
  if (broken) return refuse(400, broken.message, broken.code)
  const card = method === 'CREDIT_CARD' ? books.recall('card', String(request.token)) : undefined
  if (method === 'CREDIT_CARD' && !card) return refuse(400, 'Invalid card_token_id', '2006')
  const now = books.now()
  const expiresAt = readExpiry(request.date_of_expiration, now)
  if (expiresAt === undefined) return refuse(400, 'Invalid value for date_of_expiration', '4390')

  const amount = fromReais(Number(request.transaction_amount))
  const { notification_url: webhookUrl } = request
  const transaction = books.create({
    id: String(randomNumberId()),
    reference: String(request.external_reference ?? ''),
    amount,
    method,
    stage: method !== 'CREDIT_CARD' ? 'pending' : card === REFUSED_CARD ? 'refused' : 'paid',
    pixCode:
      method === 'PIX'
        ? pixCode({ location: `pix.mercadopago.invalid/qr/v2/${randomWord(32)}`, amount, merchant: 'LOJA DEMO' })
        : '',
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

function withPublicKey(handle: Route['handle']): Route['handle'] {
  return (call, books) =>
    isSame(call.query.public_key, ACCOUNT.publicKey) ? handle(call, books) : refuse(401, 'invalid public_key')
}

/** Which card it was is kept as its last four digits. */
function tokenizeCard({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, TOKEN_RULES)
  if (broken) return refuse(400, broken.message, broken.code)
  const lastDigits = String(fieldsOf(body).card_number).slice(-4)
  const id = randomWord(32, '0123456789abcdef')
  books.remember('card', id, lastDigits)
  return { status: 201, body: { id, status: 'active', last_four_digits: lastDigits } }
}

function searchBrands({ query }: Call): Answer {
  const brand = query.bin?.startsWith('4') ? 'visa' : query.bin?.startsWith('5') ? 'master' : undefined
  const results = brand ? [{ id: brand, payment_type_id: 'credit_card', status: 'active' }] : []
  return { status: 200, body: { paging: { total: results.length, limit: 30, offset: 0 }, results } }
}

function searchPayments({ query }: Call, books: Books): Answer {
  const results = books.findByReference(query.external_reference ?? '').map(toPayment)
  return {
    status: 200,
    body: { paging: { total: results.length, limit: 30, offset: 0 }, results: results.slice(0, 30) },
  }
}

function searchChargebacks({ query }: Call, books: Books): Answer {
  const payment = books.find(query.payment_id ?? '')
  const results = payment?.stage === 'chargeback' ? [toChargeback(payment)] : []
  return { status: 200, body: { paging: { total: results.length, limit: 25, offset: 0 }, results } }
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
