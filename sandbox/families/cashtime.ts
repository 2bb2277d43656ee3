/**
 * CASHTIME and the REFLOWPAYs: two keys in headers, integer cents, an order behind each charge, flat unsigned webhooks to
 * the request's postbackUrl.
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
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const AMOUNT = { at: 'amount', unit: 'cents' } as const

const RULES: readonly FieldRule[] = [
  { field: 'paymentMethod', valid: (value) => value === 'pix', message: 'paymentMethod must be pix' },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document is invalid' },
  { field: 'items', valid: isItems, message: 'items is invalid' },
  { field: 'isInfoProducts', valid: (value) => typeof value === 'boolean', message: 'isInfoProducts is required' },
  { field: 'installments', valid: isPositiveWhole, message: 'installments is invalid' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl is invalid' },
  { field: 'externalCode', valid: optional(isText), message: 'externalCode is invalid' },
]

/** Keys of digits come without punctuation. */
const KEYS: Readonly<Record<string, RegExp>> = {
  CPF: /^\d{11}$/,
  CNPJ: /^[0-9A-Z]{12}\d{2}$/,
  PHONE: /^\d{10,13}$/,
  EMAIL: /^\S+@\S+$/,
  RANDOM: /^\S{32,36}$/,
}

export interface CashtimeOptions {
  readonly account: DemoAccount
  readonly readCall: '/transactions' | '/details/orders'
  readonly withdrawalStatuses?: NonNullable<FakeProvider['withdrawalStatuses']>
  /** A withdrawal's status is a number. */
  readonly numericStatuses?: true
  readonly readsWithdrawals?: true
}

/** A notice says it in words, also where an answer has a number. */
const NOTICED = {
  pending: 'created',
  paid: 'paid',
  refused: 'failed',
  canceled: 'canceled',
  returned: 'failed',
} as const

const WITHDRAWAL_STATUSES = { pending: 'pending', paid: 'paid', refused: 'rejected', canceled: 'canceled' }

export function cashtimeProvider(options: CashtimeOptions): FakeProvider {
  const { account, readCall, withdrawalStatuses = WITHDRAWAL_STATUSES, numericStatuses, readsWithdrawals } = options
  const toWithdrawal = ({ id, amount, status, request }: Withdrawal) => ({
    id,
    amount,
    status: numericStatuses ? Number(status) : status,
    pixKey: request.pixKey,
    pixKeyType: request.pixKeyType,
  })
  return {
    account,
    contested: 'infraction',
    statuses: {
      pending: 'created',
      paid: 'paid',
      refused: 'failed',
      expired: 'canceled',
      refunded: 'refund',
      chargeback: 'infraction',
    },
    withdrawalStatuses,
    refuse,
    authorize: ({ headers }) =>
      isSame(headers['x-authorization-key'], account.secretKey) &&
      isSame(headers['x-store-key'], account.publicKey ?? '')
        ? null
        : refuse(401, 'Invalid credentials'),
    asks: { installments: 'installments' },
    routes: [
      createRoute({
        path: '/transactions',
        refuse,
        rules: RULES,
        amount: AMOUNT,
        referenceAt: 'externalCode',
        webhookAt: 'postbackUrl',
        newId: () => randomWord(24, '0123456789abcdef'),
        answer: ({ id, status, pixCode }) => ({ id, status, pix: { payload: pixCode, encodedImage: null } }),
      }),
      readRoute(`${readCall}/:id`, refuse, (transaction) => ({ orders: toOrder(transaction) })),
      withdrawRoute({
        path: '/request/withdraw',
        refuse,
        rules: ({ pixKeyType }) => [
          {
            field: 'pixKeyType',
            valid: (value) => Object.hasOwn(KEYS, String(value)),
            message: 'pixKeyType is invalid',
          },
          { field: 'pixKey', valid: matches(KEYS[String(pixKeyType)] ?? /^$/), message: 'pixKey is invalid' },
        ],
        destination: pixKeyAt('pixKey', 'pixKeyType'),
        amount: AMOUNT,
        newId: () => randomWord(24, '0123456789abcdef'),
        answer: toWithdrawal,
      }),
      ...(readsWithdrawals ? [readWithdrawRoute('/request/withdraw/:id', refuse, toWithdrawal)] : []),
    ],
    webhook: {
      payload: ({ id, status, amount, endToEndId }) => notice({ orderId: id, status, endToEndId, value: amount }),
      withdrawal: {
        payload: ({ id, stage, amount }) =>
          notice({ orderId: id, status: NOTICED[stage], endToEndId: null, value: amount }),
        urlAt: 'postbackUrl',
      },
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

/** Nothing in it says whether it is about a charge or a withdrawal. */
function notice(about: object): object {
  return { transactionId: randomWord(24, '0123456789abcdef'), ...about }
}

function isDocument(value: unknown): boolean {
  const { number, type } = fieldsOf(value)
  if (!isText(number)) return false
  return (type === 'cpf' && /^\d{11}$/.test(number)) || (type === 'cnpj' && /^[0-9A-Z]{12}\d{2}$/.test(number))
}

function isItems(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .map(fieldsOf)
    .every(
      ({ title, description, unitPrice, quantity, tangible }) =>
        isText(title) &&
        isText(description) &&
        isPositiveWhole(unitPrice) &&
        isPositiveWhole(quantity) &&
        typeof tangible === 'boolean',
    )
}

function toOrder({ id, status, amount, createdAt }: Transaction) {
  return { id, status, total: amount, paymentMethod: 'pix', createdAt: new Date(createdAt).toISOString() }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
