/**
 * The PRIMEPAG wire, sold under several names: a token from Basic credentials, integer cents, one call for a Pix code,
 * no picture, withdrawals under the client's own id, webhooks with an md5 over four values. What it does not know it answers
 * with 406, not 404.
 */
import { createHash } from 'node:crypto'
import { cents } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, firstBroken, isPositiveWhole, isTextUpTo, matches, optional } from '../checks.ts'
import { localTime } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider, Route, Transaction, Withdrawal } from '../provider.ts'
import { withdrawRoute } from '../routes.ts'
import { isBasic, isBearer, issueToken } from '../tokens.ts'

const TOKEN_SECONDS = 1800
const PAGE_SIZE = 100
const DEFAULT_EXPIRY_SECONDS = 1800

const RULES: readonly FieldRule[] = [
  { field: 'value_cents', valid: isPositiveWhole, message: 'value_cents must be an integer greater than 0' },
  { field: 'generator_name', valid: optional(isTextUpTo(100)), message: 'generator_name invalid' },
  { field: 'generator_document', valid: optional(matches(/^\w{11,14}$/)), message: 'generator_document not_a_number' },
  {
    field: 'expiration_time',
    valid: optional((value) => isPositiveWhole(typeof value === 'string' ? Number(value) : value)),
    message: 'expiration_time invalid',
  },
  { field: 'external_reference', valid: optional(isTextUpTo(255)), message: 'external_reference invalid' },
]

/** Keys as the directory has them. */
const KEYS: Readonly<Record<string, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
  phone: /^\+55\d{10,11}$/,
  email: /^\S+@\S+$/,
  token: /^\S{36}$/,
}

const PAYMENT_RULES: readonly FieldRule[] = [
  { field: 'initiation_type', valid: (value) => value === 'dict', message: 'initiation_type invalid' },
  { field: 'idempotent_id', valid: isTextUpTo(255), message: 'idempotent_id required' },
  { field: 'receiver_name', valid: optional(isTextUpTo(100)), message: 'receiver_name invalid' },
  { field: 'receiver_document', valid: optional(matches(/^\w{11,14}$/)), message: 'receiver_document not_a_number' },
  { field: 'pix_key_type', valid: (value) => Object.hasOwn(KEYS, String(value)), message: 'pix_key_type invalid' },
  { field: 'authorized', valid: optional((value) => typeof value === 'boolean'), message: 'authorized invalid' },
]

export interface PrimepagOptions {
  readonly account: DemoAccount
  /** The beginning of its reference codes, and the recipient's name in the Pix code. */
  readonly name: string
  /** The Authorization value registered with the webhook address; echoed in every notice. */
  readonly webhookAuthorization: string
}

export function primepagProvider({ account, name, webhookAuthorization }: PrimepagOptions): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'awaiting_payment',
      paid: 'paid',
      refused: 'canceled',
      expired: 'canceled',
      refunded: null,
      chargeback: 'error',
    },
    withdrawalStatuses: { pending: 'sent', paid: 'completed', refused: 'canceled', canceled: 'canceled' },
    refuse,
    authorize: ({ headers }, books) =>
      isBearer(headers.authorization, account.secretKey, books.now()) ? null : refuse(401, 'Unauthorized'),
    asks: { deadline: ['expiration_time'] },
    routes: [
      { operation: 'token', method: 'POST', path: '/auth/generate_token', open: true, handle: generateToken },
      {
        operation: 'createTransaction',
        method: 'POST',
        path: '/v1/pix/qrcodes',
        reference: (body) => body.external_reference,
        handle: (call, books) => createQrcode(call, books, name),
      },
      { operation: 'findTransaction', method: 'GET', path: '/v1/pix/qrcodes', handle: listQrcodes },
      { operation: 'readTransaction', method: 'GET', path: '/v1/pix/qrcodes/:reference_code', handle: readQrcode },
      paymentRoute(name),
      readPaymentRoute('readWithdraw', '/v1/pix/payments/:id', (id, books) => books.findWithdrawal(id)),
      readPaymentRoute('findWithdraw', '/v1/pix/payments/:id/idempotent_id', (id, books) =>
        books.findWithdrawalByReference(id),
      ),
    ],
    webhook: {
      payload: (transaction) => ({
        notification_type: 'pix_qrcode',
        message: toQrcode(transaction),
        md5: md5(
          `qrcode.${transaction.id}.${transaction.endToEndId ?? ''}.${transaction.amount}.${account.webhookSecret}`,
        ),
      }),
      withdrawal: {
        payload: (withdrawal) => ({
          notification_type: 'pix_payment',
          message: toPayment(withdrawal).payment,
          md5: md5(`payment.${withdrawal.id}.${withdrawal.reference}.${withdrawal.amount}.${account.webhookSecret}`),
        }),
      },
      address: ({ url }) => ({ url, headers: { authorization: webhookAuthorization } }),
    },
  }
}

function generateToken({ headers, body }: Call, { account, now }: Books): Answer {
  if (!isBasic(headers.authorization, account.publicKey ?? '', account.secretKey)) return refuse(401, 'Unauthorized')
  if (fieldsOf(body).grant_type !== 'client_credentials') return refuse(400, 'grant_type invalid')
  const access_token = issueToken(account.secretKey, now() + TOKEN_SECONDS * 1000)
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
}

function createQrcode({ body }: Call, books: Books, name: string): Answer {
  const broken = firstBroken(body, RULES)
  if (broken) return refuse(400, broken.message)
  const request = fieldsOf(body)
  if (request.generator_name != null && request.generator_document == null) {
    return refuse(400, 'generator_document required')
  }
  const amount = cents(Number(request.value_cents))
  const code = `${name}PIXQRCODE${randomWord(16, '0123456789')}`
  const transaction = books.create({
    id: code,
    reference: String(request.external_reference ?? ''),
    amount,
    pixCode: pixCode({ location: `pix.${name.toLowerCase()}.invalid/v2/${randomWord(32)}`, amount, merchant: name }),
    expiresAt: books.now() + Number(request.expiration_time ?? DEFAULT_EXPIRY_SECONDS) * 1000,
    request,
  })
  const qrcode = {
    reference_code: transaction.id,
    external_reference: transaction.reference || null,
    content: transaction.pixCode,
    image_base64: null,
  }
  return { status: 201, body: { qrcode }, created: transaction }
}

function readQrcode({ params }: Call, books: Books): Answer {
  const transaction = books.find(params.reference_code ?? '')
  if (!transaction) return refuse(406, 'Qrcode not found.')
  return { status: 200, body: { qrcode: toQrcode(transaction) } }
}

function listQrcodes({ query }: Call, books: Books): Answer {
  const { registration_start_date: from, registration_end_date: to } = query
  if (from && !to) return refuse(400, 'registration_end_date required')
  if (to && !from) return refuse(400, 'registration_start_date required')
  const page = Number(query.page ?? 1)
  if (!isPositiveWhole(page)) return refuse(400, 'page invalid')
  const found = books.createdBetween(from ? toTime(from) : 0, to ? toTime(to) : books.now())
  return {
    status: 200,
    body: {
      qrcodes: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(toQrcode),
      meta: {
        current_page: page,
        total_pages: Math.ceil(found.length / PAGE_SIZE),
        total_items_amount: found.length,
        total_value_cents: found.reduce((sum, { amount }) => sum + amount, 0),
      },
    },
  }
}

/** "2024-04-02T14:24:36", in Brasília where no zone is given. */
function toTime(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}-03:00`)
}

function toQrcode(transaction: Transaction) {
  const { request, paidAt } = transaction
  const paid = paidAt !== null
  return {
    reference_code: transaction.id,
    external_reference: transaction.reference || null,
    value_cents: transaction.amount,
    content: transaction.pixCode,
    status: transaction.status,
    generator_name: request.generator_name ?? null,
    generator_document: request.generator_document ?? null,
    payer_name: paid ? (request.generator_name ?? 'Comprador Demo') : null,
    payer_document: paid ? (request.generator_document ?? null) : null,
    payer_bank_name: paid ? 'Banco Demo' : null,
    payer_agency: paid ? '0001' : null,
    payer_account: paid ? '123456' : null,
    payer_account_type: paid ? 'checking_account' : null,
    registration_date: localTime(transaction.createdAt),
    payment_date: paid ? localTime(paidAt) : null,
    end_to_end: transaction.endToEndId,
  }
}

/** An id that was used before gives the payment that it made. */
function paymentRoute(name: string): Route {
  const route = withdrawRoute({
    path: '/v1/pix/payments',
    refuse,
    rules: ({ pix_key_type }) => [
      ...PAYMENT_RULES,
      { field: 'pix_key', valid: matches(KEYS[String(pix_key_type)] ?? /^$/), message: 'pix_key invalid' },
    ],
    destination: pixKeyAt('pix_key', 'pix_key_type'),
    amount: { at: 'value_cents', unit: 'cents' },
    referenceAt: 'idempotent_id',
    newId: () => `${name}${randomWord(12, '0123456789')}`,
    status: 201,
    answer: toPayment,
  })
  return {
    ...route,
    handle: (call, books) => {
      const known = books.findWithdrawalByReference(String(fieldsOf(call.body).idempotent_id ?? ''))
      return known ? { status: 201, body: toPayment(known) } : route.handle(call, books)
    },
  }
}

function readPaymentRoute(
  operation: string,
  path: string,
  find: (id: string, books: Books) => Withdrawal | undefined,
): Route {
  const handle = ({ params }: Call, books: Books): Answer => {
    const payment = find(params.id ?? '', books)
    return payment ? { status: 200, body: toPayment(payment) } : refuse(406, 'Payment not found.')
  }
  return { operation, method: 'GET', path, handle }
}

function toPayment({ id, reference, amount, status, stage, request, createdAt, updatedAt }: Withdrawal) {
  return {
    payment: {
      reference_code: id,
      idempotent_id: reference,
      value_cents: amount,
      pix_key_type: request.pix_key_type,
      pix_key: request.pix_key,
      receiver_name: request.receiver_name ?? null,
      receiver_document: request.receiver_document ?? null,
      status,
      registration_date: localTime(createdAt),
      payment_date: stage === 'paid' ? localTime(updatedAt) : null,
    },
  }
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function refuse(status: number, error: string): Answer {
  return { status, body: { error } }
}
