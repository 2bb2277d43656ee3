/**
 * Pix behind a bearer token, with the calls that most providers have: what is assumed of those of which nothing is public.
 * Integer cents, a JSON token request, unsigned webhooks.
 */
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
import type { Answer, Call, FakeProvider, Fields, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, readWithdrawRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isBearer, isSame, issueToken } from '../tokens.ts'

const TOKEN_SECONDS = 3600
const AMOUNT = { at: 'amount', unit: 'cents' } as const

const RULES: readonly FieldRule[] = [
  { field: 'paymentMethod', valid: (value) => value === 'pix', message: 'paymentMethod must be pix' },
  { field: 'pix.expiresInSeconds', valid: isPositiveWhole, message: 'pix.expiresInSeconds must be above 0' },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.document.number', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'customer.document is invalid' },
  { field: 'customer.document.type', valid: matches(/^(?:cpf|cnpj)$/), message: 'customer.document is invalid' },
  { field: 'items', valid: (value) => Array.isArray(value) && value.length > 0, message: 'items are required' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl is invalid' },
]
const WITHDRAW_RULES: readonly FieldRule[] = [
  { field: 'pixKey', valid: isText, message: 'pixKey is required' },
  { field: 'pixKeyType', valid: matches(/^(?:CPF|CNPJ|EMAIL|PHONE|RANDOM)$/), message: 'pixKeyType is invalid' },
]

export interface TokenPixOptions {
  readonly account: DemoAccount
  /** The credentials sent in the token request. */
  readonly client: Fields
  readonly refunds?: boolean
  /** What is known of its notices, where that is more than what is assumed of the others. */
  readonly webhook?: FakeProvider['webhook']
}

export function tokenPixProvider({ account, client, refunds = false, webhook }: TokenPixOptions): FakeProvider {
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
    withdrawalStatuses: { pending: 'processing', paid: 'completed', refused: 'failed', canceled: 'canceled' },
    refuse,
    authorize: ({ headers }, books) =>
      isBearer(headers.authorization, account.secretKey, books.now()) ? null : refuse(401, 'Unauthorized'),
    asks: { deadline: ['pix.expiresInSeconds'] },
    routes: [
      {
        operation: 'token',
        method: 'POST',
        path: '/oauth/token',
        open: true,
        handle: (call, { now }) => giveToken(call, client, account, now()),
      },
      createRoute({
        path: '/transactions',
        refuse,
        rules: RULES,
        amount: AMOUNT,
        referenceAt: 'externalRef',
        webhookAt: 'postbackUrl',
        lifetimeMs: ({ pix }) => Number(fieldsOf(pix).expiresInSeconds) * 1000,
        status: 201,
        answer: toTransaction,
      }),
      readRoute('/transactions/:id', refuse, toTransaction),
      ...(refunds
        ? [refundRoute({ path: '/transactions/:id/refund', refuse, amount: AMOUNT, answer: toTransaction })]
        : []),
      withdrawRoute({
        path: '/withdrawals',
        refuse,
        rules: WITHDRAW_RULES,
        destination: pixKeyAt('pixKey', 'pixKeyType'),
        amount: AMOUNT,
        referenceAt: 'externalRef',
        status: 201,
        answer: toWithdrawal,
      }),
      readWithdrawRoute('/withdrawals/:id', refuse, toWithdrawal),
    ],
    webhook: webhook ?? {
      payload: (transaction) => ({ type: 'transaction', data: toTransaction(transaction) }),
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

function giveToken({ body }: Call, client: Fields, { secretKey }: DemoAccount, now: number): Answer {
  const asked = fieldsOf(body)
  const isClient = Object.entries(client).every(([name, value]) => isSame(String(asked[name] ?? ''), String(value)))
  if (!isClient) return refuse(401, 'invalid_client')
  const access_token = issueToken(secretKey, now + TOKEN_SECONDS * 1000)
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
}

function toTransaction({ id, status, amount, reference, pixCode, expiresAt }: Transaction) {
  return {
    id,
    status,
    amount,
    externalRef: reference || null,
    pix: { qrcode: pixCode, expirationDate: new Date(expiresAt).toISOString() },
  }
}

function toWithdrawal({ id, status, amount, reference }: Withdrawal) {
  return { id, status, amount, externalRef: reference || null }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
