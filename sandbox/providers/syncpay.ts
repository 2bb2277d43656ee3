/** SYNCPAY: a token by a JSON request, reais, no reference of the client's, one read for both directions, unsigned webhooks. */
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  matches,
  optional,
} from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, Books, Call, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, withdrawRoute } from '../routes.ts'
import { sharesAt } from '../terms.ts'
import { isBearer, isSame, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'SYNCPAY',
  transport: 'http',
  path: '/syncpay',
  publicKey: 'trilho-demo-syncpay-client',
  secretKey: 'trilho-demo-syncpay-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const TOKEN_SECONDS = 3600
const BELOW = '/api/partner/v1'
const AMOUNT = { at: 'amount', unit: 'reais' } as const
const MAX_SPLITS = 3

const RULES: readonly FieldRule[] = [
  { field: 'description', valid: isText, message: 'O campo description é obrigatório.' },
  { field: 'webhook_url', valid: optional(isWebAddress), message: 'O campo webhook_url é inválido.' },
  { field: 'client.name', valid: isText, message: 'O campo client.name é obrigatório.' },
  { field: 'client.cpf', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'O campo client.cpf é inválido.' },
  { field: 'client.email', valid: isEmail, message: 'O campo client.email é inválido.' },
  { field: 'client.phone', valid: optional(matches(/^\d{10,11}$/)), message: 'O campo client.phone é inválido.' },
  { field: 'split', valid: optional(isSplit), message: 'O campo split é inválido.' },
]
const CASH_OUT_RULES: readonly FieldRule[] = [
  {
    field: 'pix_key_type',
    valid: matches(/^(?:CPF|CNPJ|EMAIL|PHONE|EVP)$/),
    message: 'O campo pix_key_type é inválido.',
  },
  { field: 'pix_key', valid: isText, message: 'O campo pix_key é obrigatório.' },
  { field: 'document.type', valid: matches(/^(?:cpf|cnpj)$/), message: 'O campo document.type é inválido.' },
  { field: 'document.number', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'O campo document.number é inválido.' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pending',
    paid: 'completed',
    refused: 'failed',
    expired: 'failed',
    refunded: 'refunded',
    chargeback: 'med',
  },
  withdrawalStatuses: { pending: 'pending', paid: 'completed', refused: 'failed', canceled: null },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) ? null : refuse(401, 'Não autorizado'),
  asks: { shares: sharesAt({ at: 'split', recipient: 'user_id', percent: 'percentage' }) },
  routes: [
    { operation: 'token', method: 'POST', path: `${BELOW}/auth-token`, open: true, handle: giveToken },
    createRoute({
      path: `${BELOW}/cash-in`,
      refuse,
      rules: RULES,
      amount: AMOUNT,
      webhookAt: 'webhook_url',
      answer: ({ id, pixCode }) => ({
        message: 'Cashin request successfully submitted',
        pix_code: pixCode,
        identifier: id,
      }),
    }),
    withdrawRoute({
      path: `${BELOW}/cash-out`,
      refuse,
      rules: CASH_OUT_RULES,
      destination: pixKeyAt('pix_key', 'pix_key_type'),
      amount: AMOUNT,
      answer: ({ id }) => ({ message: 'Cashout request successfully submitted', reference_id: id }),
    }),
    { operation: 'readTransaction', method: 'GET', path: `${BELOW}/transaction/:id`, handle: read },
    {
      operation: 'readBalance',
      method: 'GET',
      path: `${BELOW}/balance`,
      handle: (_call, books) => ({ status: 200, body: { balance: toReais(books.balance()) } }),
    },
  ],
  webhook: {
    payload: (transaction) => ({
      data: {
        id: transaction.id,
        ...told(transaction),
        client: { name: 'Comprador Demo' },
        pix_code: transaction.pixCode,
      },
    }),
    withdrawal: {
      payload: (withdrawal) => ({
        data: { id: withdrawal.id, ...told(withdrawal), pix_type: 'CPF', pix_key: withdrawal.request.pix_key },
      }),
    },
    // The header alone says what it is about.
    address: ({ url, body }) => ({
      url,
      headers: { event: 'pix_key' in fieldsOf(fieldsOf(JSON.parse(body)).data) ? 'cashout.update' : 'cashin.update' },
    }),
  },
}

function giveToken({ body }: Call, { now }: Books): Answer {
  const { client_id, client_secret } = fieldsOf(body)
  if (!isSame(String(client_id), ACCOUNT.publicKey) || !isSame(String(client_secret), ACCOUNT.secretKey)) {
    return refuse(401, 'Credenciais inválidas')
  }
  const expiresAt = now() + TOKEN_SECONDS * 1000
  const access_token = issueToken(ACCOUNT.secretKey, expiresAt)
  const expires_at = new Date(expiresAt).toISOString()
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, expires_at } }
}

function read({ params }: Call, books: Books): Answer {
  const id = params.id ?? ''
  const found = books.find(id) ?? books.findWithdrawal(id)
  if (!found) return refuse(404, 'Transação não encontrada')
  const pix = 'pixCode' in found ? { pix_code: found.pixCode } : {}
  return { status: 200, body: { data: { reference_id: `ref-${id}`, ...common(found), ...pix } } }
}

function told({ status, amount, createdAt, updatedAt }: Transaction | Withdrawal) {
  return {
    amount: toReais(amount),
    final_amount: toReais(amount),
    currency: 'BRL',
    status,
    payment_method: 'PIX',
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}

function common({ status, amount, createdAt, request }: Transaction | Withdrawal) {
  return {
    status,
    amount: toReais(amount),
    currency: 'BRL',
    transaction_date: new Date(createdAt).toISOString(),
    description: request.description ?? null,
  }
}

function isSplit(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_SPLITS &&
    value.map(fieldsOf).every(({ percentage, user_id }) => isPositiveWhole(percentage) && isText(user_id))
  )
}

function refuse(status: number, message: string): Answer {
  return { status: status === 400 ? 422 : status, body: { message } }
}
