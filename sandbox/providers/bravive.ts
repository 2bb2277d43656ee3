/** BRAVIVE: a bearer key, integer cents, flat `payer_` fields, webhooks without a signature. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, isEmail, isText, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'BRAVIVE',
  transport: 'http',
  path: '/bravive/api/v1',
  publicKey: null,
  secretKey: 'trilho-demo-bravive-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

const AMOUNT = { at: 'amount', unit: 'cents' } as const
const isCurrency = (value: unknown) => value === 'BRL'
const isPix = (value: unknown) => value === 'PIX'

const RULES: readonly FieldRule[] = [
  { field: 'currency', valid: isCurrency, message: 'currency must be BRL' },
  { field: 'method', valid: isPix, message: 'method must be PIX' },
  { field: 'description', valid: isText, message: 'description is required' },
  { field: 'payer_name', valid: isText, message: 'payer_name is required' },
  { field: 'payer_email', valid: isEmail, message: 'payer_email is invalid' },
  { field: 'payer_phone', valid: optional(isText), message: 'payer_phone is invalid' },
  { field: 'payer_document', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'payer_document is invalid' },
]
const WITHDRAW_RULES: readonly FieldRule[] = [
  { field: 'pix_key', valid: isText, message: 'pix_key is required' },
  { field: 'pix_type', valid: matches(/^(?:CPF|CNPJ|EMAIL|PHONE|EVP)$/), message: 'pix_type is invalid' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'PENDING',
    paid: 'APPROVED',
    refused: 'REJECTED',
    expired: 'CANCELED',
    refunded: 'REFUNDED',
    chargeback: 'IN_DISPUTE',
  },
  withdrawalStatuses: { pending: 'PENDING', paid: 'APPROVED', refused: 'REJECTED', canceled: 'CANCELED' },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers.authorization, `Bearer ${ACCOUNT.secretKey}`) ? null : refuse(401, 'Unauthenticated.'),
  routes: [
    createRoute({
      path: '/payments',
      refuse,
      rules: RULES,
      amount: AMOUNT,
      referenceAt: 'custom_id',
      status: 201,
      answer: toPayment,
    }),
    readRoute('/payments/:id', refuse, toPayment),
    withdrawRoute({
      path: '/withdraws',
      refuse,
      rules: WITHDRAW_RULES,
      destination: pixKeyAt('pix_key', 'pix_type'),
      amount: AMOUNT,
      referenceAt: 'custom_id',
      status: 201,
      answer: toWithdraw,
    }),
    readWithdrawRoute('/withdraws/:id', refuse, toWithdraw),
  ],
  webhook: {
    payload: (transaction) => ({
      id: transaction.id,
      type: 'PAYMENT',
      status: transaction.status,
      amount: transaction.amount,
      currency: 'BRL',
      external_id: null,
      created_at: new Date(transaction.createdAt).toISOString(),
      updated_at: new Date(transaction.updatedAt).toISOString(),
      payer: { name: transaction.request.payer_name },
      payment_method: { type: 'PIX', details: {} },
    }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function toPayment({ id, status, pixCode, createdAt }: Transaction) {
  return {
    id,
    custom_id: id,
    method: 'PIX',
    status,
    pix_qr_code: `data:image/png;base64,${qrImageBase64(pixCode)}`,
    pix_code: pixCode,
    billet_url: null,
    billet_code: null,
    link_url: null,
    created_at: new Date(createdAt).toISOString(),
  }
}

function toWithdraw({ id, status, amount, createdAt }: Withdrawal) {
  return { id, status, amount, created_at: new Date(createdAt).toISOString() }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
