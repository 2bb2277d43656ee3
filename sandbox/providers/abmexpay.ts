/** ABMEXPAY: a bearer token from the client's id and secret, orders paid by Pix, unsigned webhooks. */
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  matches,
} from '../checks.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Transaction } from '../provider.ts'
import { createRoute, readRoute } from '../routes.ts'
import { isBearer, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'ABMEXPAY',
  transport: 'http',
  path: '/abmexpay/v1',
  publicKey: 'trilho-demo-abmexpay-client',
  secretKey: 'trilho-demo-abmexpay-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const TOKEN_SECONDS = 3600

const RULES: readonly FieldRule[] = [
  { field: 'payment_method', valid: (value) => value === 'pix', message: 'payment_method must be pix' },
  { field: 'pix.expires_in', valid: isPositiveWhole, message: 'pix.expires_in is invalid' },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.document.number', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'customer.document is invalid' },
  { field: 'customer.document.type', valid: matches(/^(?:CPF|CNPJ)$/), message: 'customer.document is invalid' },
  { field: 'items', valid: (value) => Array.isArray(value) && value.length > 0, message: 'items are required' },
  { field: 'webhook_url', valid: isWebAddress, message: 'webhook_url must be an address' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pending',
    paid: 'paid',
    refused: 'refused',
    expired: 'expired',
    refunded: 'refunded',
    chargeback: 'chargeback',
  },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) ? null : refuse(401, 'Unauthorized'),
  asks: { deadline: ['pix.expires_in'] },
  routes: [
    { operation: 'token', method: 'POST', path: '/token', open: true, handle: issue },
    createRoute({
      path: '/orders',
      refuse,
      rules: RULES,
      amount: { at: 'amount', unit: 'cents' },
      referenceAt: 'external_reference',
      webhookAt: 'webhook_url',
      newId: () => `ord_${randomWord(16)}`,
      lifetimeMs: (body) => Number(fieldAt(body, 'pix.expires_in')) * 1000,
      status: 201,
      answer: toOrder,
    }),
    readRoute('/orders/:id', refuse, toOrder),
  ],
  webhook: {
    payload: (transaction) => ({ event: 'order.updated', data: toOrder(transaction) }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function issue({ body }: Call, books: Books): Answer {
  const { client_id, client_secret } = fieldsOf(body)
  if (client_id !== ACCOUNT.publicKey || client_secret !== ACCOUNT.secretKey) return refuse(401, 'Unauthorized')
  const access_token = issueToken(ACCOUNT.secretKey, books.now() + TOKEN_SECONDS * 1000)
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
}

function toOrder({ id, amount, status, reference, pixCode, expiresAt }: Transaction) {
  return {
    id,
    amount,
    status,
    payment_method: 'pix',
    external_reference: reference || null,
    pix: { qr_code: pixCode, expires_at: new Date(expiresAt).toISOString() },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
