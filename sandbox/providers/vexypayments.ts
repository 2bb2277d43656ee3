/** VEXYPAYMENTS' bank version: a token from Basic credentials, integer cents, webhooks signed over the time and the body. */
import { createHmac } from 'node:crypto'
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
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Stage, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isBasic, isBearer, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'VEXYPAYMENTS',
  transport: 'http',
  path: '/vexypayments',
  publicKey: 'trilho-demo-vexypayments-client',
  secretKey: 'trilho-demo-vexypayments-client-secret',
  webhookSecret: 'trilho-demo-vexypayments-webhook-secret',
} as const satisfies DemoAccount

const TOKEN_SECONDS = 3600
const EVENTS = {
  pending: 'transaction_created',
  paid: 'transaction_paid',
  refused: 'transaction_failed',
  expired: 'transaction_failed',
  refunded: 'transaction_refunded',
  chargeback: 'transaction_updated',
} as const satisfies Record<Stage, string>

const RULES: readonly FieldRule[] = [
  { field: 'description', valid: isText, message: 'description is required' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl is invalid' },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.documentType', valid: matches(/^(?:cpf|cnpj)$/), message: 'customer.documentType is invalid' },
  { field: 'customer.document', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'customer.document is invalid' },
  { field: 'items', valid: isItems, message: 'items are invalid' },
]
const OUT_RULES: readonly FieldRule[] = [
  { field: 'pixKey', valid: isText, message: 'pixKey is required' },
  { field: 'currency', valid: (value) => value === 'BRL', message: 'currency must be BRL' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pending',
    paid: 'paid',
    refused: 'failed',
    expired: 'expired',
    refunded: 'refunded',
    chargeback: 'RETIDO',
  },
  withdrawalStatuses: { pending: 'queued', paid: 'completed', refused: 'canceled', canceled: 'canceled' },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) ? null : refuse(401, 'Unauthorized'),
  routes: [
    { operation: 'token', method: 'POST', path: '/api/auth', open: true, handle: giveToken },
    createRoute({
      path: '/api/v1/pix/in/qrcode',
      refuse,
      rules: RULES,
      amount: { at: 'amountInCents', unit: 'cents' },
      webhookAt: 'postbackUrl',
      status: 201,
      answer: toTransaction,
    }),
    readRoute('/api/v1/transactions/:id', refuse, toTransaction),
    requiresKey(
      withdrawRoute({
        path: '/api/v1/pix/out/pixkey',
        refuse,
        rules: OUT_RULES,
        destination: pixKeyAt('pixKey'),
        amount: { at: 'amount', unit: 'cents' },
        referenceOf: (_, { headers }) => headers['x-idempotency-key'],
        answer: toTransfer,
      }),
    ),
    readWithdrawRoute('/api/v1/pix/out/pixkey/:id', refuse, toTransfer),
  ],
  webhook: {
    payload: ({ id, stage, amount, status, endToEndId }) => ({
      id: `evt_${randomWord(20)}`,
      type: 'transaction',
      event: EVENTS[stage],
      scope: 'postback',
      transaction: { id, amount, status, pix: { endToEndId, payerInfo: null } },
    }),
    withdrawal: {
      urlAt: 'postbackUrl',
      payload: ({ id, stage, status, amount }) =>
        stage === 'pending'
          ? null
          : {
              id: `evt_${randomWord(20)}`,
              type: 'transfer',
              event: stage === 'paid' ? 'transfer_completed' : 'transfer_canceled',
              scope: 'postback',
              transfer: { id, status, amount },
            },
    },
    address: ({ url, body }, { now }) => {
      const signed = createHmac('sha256', ACCOUNT.webhookSecret).update(`${now()}.${body}`).digest('hex')
      return { url, headers: { 'vexy-signature': `t=${now()},v1=${signed}` } }
    },
  },
}

function giveToken({ headers }: Call, { now }: Books): Answer {
  if (!isBasic(headers.authorization, ACCOUNT.publicKey, ACCOUNT.secretKey)) return refuse(401, 'Invalid credentials')
  const token = issueToken(ACCOUNT.secretKey, now() + TOKEN_SECONDS * 1000)
  return { status: 200, body: { token, expires_in: TOKEN_SECONDS } }
}

/** The same key again is answered with the transfer that it made. */
function requiresKey(route: FakeProvider['routes'][number]): FakeProvider['routes'][number] {
  const handle = (call: Call, books: Books): Answer => {
    const idempotencyKey = call.headers['x-idempotency-key']
    if (!isText(idempotencyKey)) return refuse(400, 'x-idempotency-key is required')
    const known = books.findWithdrawalByReference(idempotencyKey)
    return known ? { status: 200, body: toTransfer(known) } : route.handle(call, books)
  }
  return { ...route, handle }
}

function isItems(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.map(fieldsOf).every(({ title, amountInCents }) => isText(title) && isPositiveWhole(amountInCents))
  )
}

function toTransaction({ id, status, amount, pixCode }: Transaction) {
  const data = { id, status, amount, fees: 0, pix: { emv: pixCode, qrCode: qrImageBase64(pixCode) } }
  return { success: true, message: 'OK', data }
}

function toTransfer({ id, status, amount, request }: Withdrawal) {
  return {
    success: true,
    message: 'OK',
    data: { id, status, amount, netAmount: amount, fees: 0, pixKey: request.pixKey },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { success: false, message } }
}
