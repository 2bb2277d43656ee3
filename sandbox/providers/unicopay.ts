/** UNICOPAY: the token in the address, cents, carts, charges known by a hash, refunds that are only queued. */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, isEmail, isPositiveWhole, isText, isWebAddress, matches } from '../checks.ts'
import { randomNumberId, randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Method, Transaction } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, readRoute, refundRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'UNICOPAY',
  transport: 'http',
  path: '/unicopay/public/v1',
  publicKey: null,
  secretKey: 'trilho-demo-unicopay-token',
  webhookSecret: null,
} as const satisfies DemoAccount

const METHODS: Readonly<Record<string, Method>> = { pix: 'PIX', credit_card: 'CREDIT_CARD' }

const RULES: readonly FieldRule[] = [
  {
    field: 'payment_method',
    valid: (value) => Object.hasOwn(METHODS, String(value)),
    message: 'The selected payment method is invalid.',
  },
  { field: 'installments', valid: isPositiveWhole, message: 'The installments field is required.' },
  { field: 'postback_url', valid: isWebAddress, message: 'The postback url format is invalid.' },
  { field: 'customer.name', valid: isText, message: 'The customer.name field is required.' },
  { field: 'customer.email', valid: isEmail, message: 'The customer.email must be a valid email address.' },
  { field: 'customer.document', valid: matches(/^\w{11,14}$/), message: 'The customer.document is invalid.' },
  { field: 'cart', valid: isCart, message: 'The cart field is invalid.' },
  { field: 'metadata.order_id', valid: isText, message: 'The metadata.order_id field is required.' },
]

const CARD_RULES: readonly FieldRule[] = [
  { field: 'card.number', valid: matches(/^\d{13,19}$/), message: 'The card.number is invalid.' },
  { field: 'card.holdername', valid: isText, message: 'The card.holdername field is required.' },
  { field: 'card.exp_month', valid: matches(/^(?:0[1-9]|1[0-2])$/), message: 'The card.exp_month is invalid.' },
  { field: 'card.exp_year', valid: matches(/^20\d\d$/), message: 'The card.exp_year is invalid.' },
  { field: 'card.cvv', valid: matches(/^\d{3,4}$/), message: 'The card.cvv is invalid.' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'waiting_payment',
    paid: 'paid',
    refused: 'refused',
    expired: 'expired',
    refunded: 'refunded',
    chargeback: 'chargeback',
  },
  refuse,
  authorize: ({ query }) => (isSame(query.api_token, ACCOUNT.secretKey) ? null : refuse(401, 'Unauthenticated.')),
  asks: { installments: 'installments', deadline: ['expire_in_days'] },
  routes: [
    createRoute({
      path: '/transactions',
      refuse: (_, message) => refuse(422, message),
      rules: (body) => (body.payment_method === 'credit_card' ? [...RULES, ...CARD_RULES] : RULES),
      amount: { at: 'amount', unit: 'cents' },
      referenceAt: 'metadata.order_id',
      webhookAt: 'postback_url',
      methodOf: ({ payment_method }) => METHODS[String(payment_method)] ?? 'PIX',
      newId: () => randomWord(10),
      lifetimeMs: ({ expire_in_days }) => Number(expire_in_days ?? 1) * 86_400_000,
      status: 201,
      answer: toTransaction,
    }),
    readRoute('/transactions/:id', refuse, (transaction) => ({ transaction: toTransaction(transaction) })),
    refundRoute({
      path: '/payments/:id/refund',
      refuse,
      answer: () => ({ message: 'Reembolso em processamento' }),
    }),
  ],
  webhook: {
    payload: (transaction) => ({
      event: 'transaction',
      ...toTransaction(transaction),
      amount_total: transaction.amount,
      customer: fieldsOf(transaction.request.customer),
      items: transaction.request.cart,
    }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function isCart(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .map(fieldsOf)
    .every(
      ({ title, price, quantity, operation_type }) =>
        isText(title) && isPositiveWhole(price) && isPositiveWhole(quantity) && operation_type === 1,
    )
}

function toTransaction({ id, status, amount, method, pixCode, request }: Transaction) {
  return {
    id: randomNumberId(),
    hash: id,
    payment_method: request.payment_method,
    payment_status: status,
    amount,
    installments: request.installments,
    pix: method === 'PIX' ? { pix_qr_code: pixCode, pix_url: null, pix_base64: qrImageBase64(pixCode) } : null,
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
