/** FIREBANK: an apiKey header, reais, an empty refund, callbacks without a proof. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldAt, isText, matches } from '../checks.ts'
import { endOfLocalDate } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'FIREBANK',
  transport: 'http',
  path: '/firebank',
  publicKey: null,
  secretKey: 'trilho-demo-firebank-key',
  webhookSecret: null,
} as const satisfies DemoAccount

const isPix = { field: 'type', valid: (value: unknown) => value === 'PIX', message: 'type deve ser PIX' }
const DOCUMENT = /^\w{11,14}$/

const PAYMENT_RULES: readonly FieldRule[] = [
  isPix,
  { field: 'payer.fullName', valid: isText, message: 'payer.fullName é obrigatório' },
  { field: 'payer.document', valid: matches(DOCUMENT), message: 'payer.document é inválido' },
  { field: 'transaction.description', valid: isText, message: 'transaction.description é obrigatório' },
  { field: 'transaction.dueDate', valid: matches(/^\d{4}-\d\d-\d\d$/), message: 'transaction.dueDate é inválido' },
  { field: 'transaction.externalId', valid: isText, message: 'transaction.externalId é obrigatório' },
]

const WITHDRAW_RULES: readonly FieldRule[] = [
  isPix,
  { field: 'details.key', valid: isText, message: 'details.key é obrigatório' },
  {
    field: 'details.keyType',
    valid: matches(/^(?:DOCUMENT|PHONE|MAIL|RANDOM_KEY)$/),
    message: 'details.keyType é inválido',
  },
  { field: 'details.name', valid: isText, message: 'details.name é obrigatório' },
  { field: 'details.document', valid: matches(DOCUMENT), message: 'details.document é inválido' },
  { field: 'externalId', valid: isText, message: 'externalId é obrigatório' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'CREATED',
    paid: 'PAID',
    refused: 'CANCELED',
    expired: 'EXPIRED',
    refunded: 'REFUNDED',
    chargeback: 'CHARGEBACK',
  },
  withdrawalStatuses: {
    pending: 'WITHDRAW_REQUEST',
    paid: 'WITHDRAW_PAID',
    refused: 'ERROR',
    canceled: 'CANCELED',
    returned: 'REFUND_IN',
  },
  refuse,
  authorize: ({ headers }) => (isSame(headers.apikey, ACCOUNT.secretKey) ? null : refuse(401, 'apiKey inválida')),
  asks: { deadline: ['transaction.dueDate'] },
  routes: [
    createRoute({
      path: '/payment',
      refuse,
      rules: PAYMENT_RULES,
      amount: { at: 'transaction.value', unit: 'reais' },
      referenceAt: 'transaction.externalId',
      lifetimeMs: (body, { now }) => endOfLocalDate(String(fieldAt(body, 'transaction.dueDate'))) - now(),
      answer: ({ id, status, pixCode }) => ({
        id: `p-${id}`,
        transactionId: id,
        status,
        pixQrCode: qrImageBase64(pixCode),
        pixCode,
      }),
    }),
    refundRoute({ path: '/payment/refund/:id', refuse, answer: ({ id }) => ({ transactionId: id }) }),
    withdrawRoute({
      path: '/payment/withdraw',
      refuse,
      rules: WITHDRAW_RULES,
      destination: pixKeyAt('details.key', 'details.keyType'),
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'externalId',
      answer: ({ id, status }) => ({ transactionId: id, status }),
    }),
  ],
  webhook: {
    payload: (transaction) => toCallback(transaction, transaction.paidAt === null ? null : 'CREDIT'),
    withdrawal: {
      payload: (withdrawal) => toCallback(withdrawal, withdrawal.stage === 'paid' ? 'DEBIT' : null),
    },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

/** In cents, unlike the request; `movementType` stays empty while no money has moved. */
function toCallback(
  { id, reference, status, amount, createdAt }: Transaction | Withdrawal,
  movementType: 'CREDIT' | 'DEBIT' | null,
) {
  return {
    transactionId: id,
    businessTransactionId: reference,
    status,
    value: amount,
    movementType,
    endToEndId: null,
    pixKey: 'loja@example.com',
    createdDate: new Date(createdAt).toISOString(),
    PayerName: 'Comprador Demo',
    PayerDocumentNumber: '***444777**',
    VoucherUrl: null,
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { statusCode: status, message } }
}
