/** PRONTTUS: two headers for its keys, integer cents, no reference of the client's, webhooks without a signature. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldAt, isEmail, isText, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'PRONTTUS',
  transport: 'http',
  path: '/pronttus/v1',
  publicKey: 'trilho-demo-pronttus-client',
  secretKey: 'trilho-demo-pronttus-client-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const AMOUNT = { at: 'amount', unit: 'cents' } as const
const isDocument = matches(/^[0-9A-Z]{11,14}$/)

const RULES: readonly FieldRule[] = [
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document is invalid' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.phone', valid: optional(isText), message: 'customer.phone is invalid' },
  { field: 'description', valid: isText, message: 'description is required' },
]
const WITHDRAW_RULES: readonly FieldRule[] = [
  { field: 'details.name', valid: isText, message: 'details.name is required' },
  { field: 'details.document', valid: isDocument, message: 'details.document is invalid' },
  { field: 'details.key', valid: isText, message: 'details.key is required' },
  { field: 'details.keyType', valid: isText, message: 'details.keyType is required' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  // What a refused, an expired and a merely refunded payment is called is not known.
  statuses: {
    pending: 'WAITING_PAYMENT',
    paid: 'PAID',
    refused: 'REFUSED',
    expired: 'EXPIRED',
    refunded: 'REFUND',
    chargeback: 'REFUND',
  },
  contested: 'INFRACTION',
  withdrawalStatuses: { pending: 'PROCESSING', paid: 'PAID', refused: 'FAILED', canceled: null },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers['x-client-id'], ACCOUNT.publicKey) && isSame(headers['x-client-secret'], ACCOUNT.secretKey)
      ? null
      : refuse(401, 'Credenciais inválidas'),
  routes: [
    createRoute({
      path: '/payment',
      refuse,
      rules: RULES,
      amount: AMOUNT,
      status: 201,
      answer: ({ id, pixCode }) => ({ transactionId: id, pixCode }),
    }),
    withdrawRoute({
      path: '/payment/withdraw',
      refuse,
      rules: WITHDRAW_RULES,
      destination: pixKeyAt('details.key', 'details.keyType'),
      amount: AMOUNT,
      status: 201,
      answer: ({ id, status }) => ({ transactionId: id, status }),
    }),
    refundRoute({
      path: '/payment/refund',
      refuse,
      amount: AMOUNT,
      idOf: ({ body }) => fieldAt(body, 'transactionId'),
      answer: ({ id }, _, { stage }) => ({ transactionId: id, status: stage === 'done' ? 'REFUND' : 'PROCESSING' }),
    }),
    readRoute('/payment/:id', refuse, toPayment),
  ],
  webhook: {
    payload: toNotice,
    withdrawal: { payload: toNotice },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

/** The same of charges and withdrawals. */
function toNotice({ id, status }: Transaction | Withdrawal) {
  return { transactionId: id, status }
}

function toPayment({ id, status, amount, pixCode }: Transaction) {
  return { transactionId: id, status, amount, pixCode }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { code: `ERROR_${status}`, message } }
}
