/** PLUGGOU's wire: two key headers, integer cents, flat `buyer_` fields, no reference of the client's, unsigned webhooks. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, isEmail, isText, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const AMOUNT = { at: 'amount', unit: 'cents' } as const

const RULES: readonly FieldRule[] = [
  { field: 'payment_method', valid: (value) => value === 'pix', message: 'payment_method must be pix' },
  { field: 'buyer.buyer_name', valid: isText, message: 'buyer_name is required' },
  { field: 'buyer.buyer_document', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'buyer_document is invalid' },
  { field: 'buyer.buyer_phone', valid: optional(matches(/^\d{10,11}$/)), message: 'buyer_phone is invalid' },
  { field: 'buyer.buyer_email', valid: optional(isEmail), message: 'buyer_email is invalid' },
]
const WITHDRAW_RULES: readonly FieldRule[] = [
  { field: 'key_type', valid: matches(/^(?:cpf|cnpj|email|phone|random)$/), message: 'key_type is invalid' },
  { field: 'key_value', valid: isText, message: 'key_value is required' },
]

export function pluggouProvider(account: DemoAccount): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'pending',
      paid: 'paid',
      refused: 'failed',
      expired: 'failed',
      refunded: null,
      chargeback: 'chargeback',
    },
    withdrawalStatuses: { pending: 'processing', paid: 'paid', refused: 'failed', canceled: null },
    refuse,
    authorize: ({ headers }) =>
      isSame(headers['x-public-key'], account.publicKey ?? '') && isSame(headers['x-secret-key'], account.secretKey)
        ? null
        : refuse(401, 'Invalid API keys'),
    routes: [
      createRoute({
        path: '/transactions',
        refuse,
        rules: RULES,
        amount: AMOUNT,
        status: 201,
        answer: toTransaction,
      }),
      readRoute('/transactions/:id', refuse, toTransaction),
      withdrawRoute({
        path: '/withdrawals',
        refuse,
        rules: WITHDRAW_RULES,
        destination: pixKeyAt('key_value', 'key_type'),
        amount: AMOUNT,
        status: 201,
        answer: toWithdrawal,
      }),
    ],
    webhook: {
      payload: ({ id, status, endToEndId, paidAt }) => ({
        event_type: 'transaction',
        data: {
          id,
          status,
          e2e_id: endToEndId,
          paid_at: paidAt === null ? null : new Date(paidAt).toISOString(),
          payer_name: 'Comprador Demo',
          payer_document: null,
        },
      }),
      withdrawal: {
        payload: ({ id, status }) => ({ event_type: 'withdrawal', data: { id, status, e2e_id: null } }),
      },
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

function toTransaction({ id, status, amount, pixCode }: Transaction) {
  return { success: true, data: { id, status, amount, pix: { emv: pixCode } } }
}

function toWithdrawal({ id, status, amount }: Withdrawal) {
  return { success: true, data: { id, status, amount } }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { success: false, message } }
}
