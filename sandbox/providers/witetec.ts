/** WITETEC: an x-api-key header, integer cents, answers wrapped in `data`, webhooks without a signature. */
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import { type FieldRule, fieldAt, fieldsOf, isEmail, isPositiveWhole, isText, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Method, Stage, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'WITETEC',
  transport: 'http',
  path: '/witetec',
  publicKey: null,
  secretKey: 'trilho-demo-witetec-api-key',
  webhookSecret: null,
} as const satisfies DemoAccount

const AMOUNT = { at: 'amount', unit: 'cents' } as const
const METHODS: Readonly<Record<string, Method>> = { PIX: 'PIX', CREDIT_CARD: 'CREDIT_CARD', BOLETO: 'BILLET' }
const EVENTS = {
  pending: 'TRANSACTION_PENDING',
  paid: 'TRANSACTION_PAID',
  refused: 'TRANSACTION_FAILED',
  expired: 'TRANSACTION_FAILED',
  refunded: 'TRANSACTION_REFUNDED',
  chargeback: 'TRANSACTION_CHARGEDBACK',
} as const satisfies Record<Stage, string>

const RULES: readonly FieldRule[] = [
  { field: 'method', valid: (value) => Object.hasOwn(METHODS, String(value)), message: 'Method is invalid.' },
  { field: 'metadata.sellerExternalRef', valid: isText, message: 'SellerExternalRef cannot be empty.' },
  { field: 'installments', valid: optional((value) => value === 1), message: 'Installments must be 1.' },
  { field: 'customer.name', valid: isText, message: 'Name cannot be empty.' },
  { field: 'customer.email', valid: isEmail, message: 'Email cannot be empty.' },
  { field: 'customer.phone', valid: isText, message: 'Phone cannot be empty.' },
  { field: 'customer.documentType', valid: matches(/^(?:CPF|CNPJ)$/), message: 'DocumentType cannot be empty.' },
  { field: 'customer.document', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'Document cannot be empty.' },
  { field: 'items', valid: isItems, message: 'Items cannot be null.' },
]
const CARD_RULES: readonly FieldRule[] = [
  { field: 'card.number', valid: matches(/^\d{13,19}$/), message: 'Card number is invalid.' },
  { field: 'card.cvv', valid: matches(/^\d{3,4}$/), message: 'Card cvv is invalid.' },
]
const WITHDRAW_RULES: readonly FieldRule[] = [
  { field: 'method', valid: (value) => value === 'PIX', message: 'Method is invalid.' },
  { field: 'pixKey', valid: isText, message: 'PixKey cannot be empty.' },
  { field: 'pixKeyType', valid: matches(/^(?:EMAIL|PHONE|CPF|CNPJ|EVP)$/), message: 'PixKeyType is invalid.' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'PENDING',
    paid: 'PAID',
    refused: 'REFUSED',
    expired: 'FAILED',
    refunded: 'REFUNDED',
    chargeback: 'CHARGEDBACK',
  },
  withdrawalStatuses: {
    pending: 'PENDING',
    paid: 'PAID',
    refused: 'FAILED',
    canceled: 'CANCELED',
    returned: 'REFUNDED',
  },
  refuse,
  authorize: ({ headers }) => (isSame(headers['x-api-key'], ACCOUNT.secretKey) ? null : refuse(401, 'Unauthorized')),
  asks: { installments: 'installments' },
  routes: [
    createRoute({
      path: '/transactions',
      refuse,
      rules: (body) => (body.method === 'CREDIT_CARD' ? [...RULES, ...CARD_RULES] : RULES),
      amount: AMOUNT,
      referenceAt: 'metadata.sellerExternalRef',
      methodOf: ({ method }) => METHODS[String(method)] ?? 'PIX',
      newId: () => `wt-${randomWord(20)}`,
      status: 201,
      answer: (transaction) => ({ status: true, data: toTransaction(transaction) }),
    }),
    readRoute('/transactions/:id', refuse, (transaction) => ({ status: true, data: toTransaction(transaction) })),
    withdrawRoute({
      path: '/withdrawals',
      refuse,
      rules: WITHDRAW_RULES,
      destination: pixKeyAt('pixKey', 'pixKeyType'),
      amount: AMOUNT,
      referenceAt: 'metadata.sellerExternalRef',
      status: 201,
      answer: (withdrawal) => ({ status: true, data: toWithdrawal(withdrawal) }),
    }),
    readWithdrawRoute('/withdrawals/:id', refuse, (withdrawal) => ({ status: true, data: toWithdrawal(withdrawal) })),
  ],
  webhook: {
    payload: (transaction) => ({ eventType: EVENTS[transaction.stage], ...toTransaction(transaction) }),
    withdrawal: {
      payload: (withdrawal) => ({
        eventType: `WITHDRAWAL_${withdrawal.status}`,
        ...toWithdrawal(withdrawal),
        externalRef: withdrawal.reference || null,
      }),
    },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function isItems(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value
      .map(fieldsOf)
      .every(({ title, amount, quantity }) => isText(title) && isPositiveWhole(amount) && isPositiveWhole(quantity))
  )
}

function toTransaction(transaction: Transaction) {
  const { id, amount, status, request, pixCode, endToEndId, paidAt, createdAt, expiresAt, method } = transaction
  return {
    id,
    amount,
    feeAmount: 0,
    netAmount: amount,
    method: request.method,
    status,
    customer: request.customer,
    items: request.items,
    installments: 1,
    metadata: request.metadata,
    end2endId: endToEndId,
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
    createdAt: new Date(createdAt).toISOString(),
    pix:
      method === 'PIX'
        ? {
            qrcode: pixCode,
            qrcodeUrl: `https://api.witetec.net/qr/${id}.png`,
            copyPaste: pixCode,
            expirationDate: new Date(expiresAt).toISOString(),
          }
        : null,
    boleto:
      method === 'BILLET'
        ? { barcode: boletoLine(transaction), url: `https://boletos.example.com/${id}.pdf`, expirationDate: null }
        : null,
  }
}

function toWithdrawal({ id, amount, status, stage, createdAt, updatedAt, request }: Withdrawal) {
  return {
    id,
    amount,
    method: 'PIX',
    pixKey: request.pixKey,
    pixKeyType: request.pixKeyType,
    status,
    withdrawalType: 'AUTOMATIC',
    approvedAt: stage === 'paid' ? new Date(updatedAt).toISOString() : null,
    createdAt: new Date(createdAt).toISOString(),
    metadata: { sellerExternalRef: fieldAt(request, 'metadata.sellerExternalRef') },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { status: false, message } }
}
