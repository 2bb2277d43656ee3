/**
 * The gateways behind /functions/v1: Basic credentials, integer cents, methods and document types in capitals, phones with
 * the country in front, unsigned postbacks to the request's postbackUrl. Some wrap their answers in `data`.
 */
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  isWhole,
  matches,
  optional,
} from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Stage, Transaction } from '../provider.ts'
import { createRoute, readRoute, withdrawRoute } from '../routes.ts'
import { isBasic } from '../tokens.ts'

const DAY_MS = 86_400_000

const RULES: readonly FieldRule[] = [
  { field: 'paymentMethod', valid: (value) => value === 'PIX', message: 'paymentMethod must be PIX' },
  {
    field: 'pix.expiresInDays',
    valid: (value) => isWhole(value) && value >= 1 && value <= 7,
    message: 'pix.expiresInDays must be between 1 and 7',
  },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.phone', valid: optional(matches(/^55\d{10,11}$/)), message: 'customer.phone is invalid' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document is invalid' },
  { field: 'items', valid: isItems, message: 'items is invalid' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl is invalid' },
  { field: 'metadata', valid: optional(isText), message: 'metadata must be a string' },
]

/** Keys without their punctuation. */
const KEYS: Readonly<Record<string, RegExp>> = {
  cpf: /^\d{11}$/,
  cnpj: /^[0-9A-Z]{12}\d{2}$/,
  phone: /^\d{10,13}$/,
  email: /^\S+@\S+$/,
  EVP: /^\S{32,36}$/,
}

const CASHOUT_RULES: readonly FieldRule[] = [
  {
    field: 'pixkeytype',
    valid: (value) => Object.hasOwn(KEYS, String(value)),
    message: 'pixkeytype must be cpf, cnpj, email, phone or EVP',
  },
  { field: 'isPix', valid: (value) => value === true, message: 'isPix must be true' },
]

export interface FunctionsOptions {
  readonly account: DemoAccount
  readonly basic: readonly [user: string, password: string]
  readonly statuses?: Partial<Record<Stage, string | null>>
  /** The older gateways': in the singular, read by a query. */
  readonly singular?: true
  /** Whether answers come in `data`. */
  readonly wrapped?: true
  readonly withdrawals?: true
}

export function functionsProvider(options: FunctionsOptions): FakeProvider {
  const { account, basic, statuses, singular, wrapped, withdrawals } = options
  const [user, password] = basic
  const call = singular ? '/transaction' : '/transactions'
  const answer = (transaction: Transaction) =>
    wrapped ? { data: toTransaction(transaction) } : toTransaction(transaction)
  return {
    account,
    statuses: {
      pending: 'waiting_payment',
      paid: 'paid',
      refused: 'refused',
      expired: 'expired',
      refunded: 'refunded',
      chargeback: 'chargedback',
      ...statuses,
    },
    contested: 'infraction',
    withdrawalStatuses: { pending: 'processing', paid: 'done', refused: 'refused', canceled: 'cancelled' },
    refuse,
    authorize: ({ headers }) => (isBasic(headers.authorization, user, password) ? null : refuse(401, 'Unauthorized')),
    asks: { deadline: ['pix.expiresInDays'] },
    routes: [
      createRoute({
        path: call,
        refuse,
        rules: RULES,
        amount: { at: 'amount', unit: 'cents' },
        referenceAt: 'externalRef',
        webhookAt: 'postbackUrl',
        newId: randomUuid,
        lifetimeMs: ({ pix }) => Number(fieldsOf(pix).expiresInDays) * DAY_MS,
        answer,
      }),
      singular
        ? readRoute(call, refuse, answer, { idOf: ({ query }) => query.id })
        : readRoute(`${call}/:id`, refuse, answer),
      ...(withdrawals ? [cashoutRoute()] : []),
    ],
    webhook: {
      payload: (transaction) => ({
        id: randomUuid(),
        event: `transaction.${transaction.stage === 'paid' ? 'paid' : 'updated'}`,
        type: 'transaction',
        objectId: transaction.id,
        data: toTransaction(transaction),
        timestamp: new Date(transaction.updatedAt).toISOString(),
      }),
      withdrawal: {
        urlAt: 'postbackUrl',
        payload: ({ id, status, stage, updatedAt }) => ({
          id: randomUuid(),
          event: `withdrawal.${stage === 'paid' ? 'completed' : 'updated'}`,
          type: 'withdrawal',
          objectId: id,
          withdrawal: { id, status, pix: { endToEndId: null, keyValue: null } },
          timestamp: new Date(updatedAt).toISOString(),
        }),
      },
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

/** A key that was used before gives the withdrawal that it made. */
function cashoutRoute(): FakeProvider['routes'][number] {
  const route = withdrawRoute({
    path: '/withdrawals/cashout',
    refuse,
    rules: ({ pixkeytype }) => [
      ...CASHOUT_RULES,
      {
        field: 'pixkey',
        valid: matches(KEYS[String(pixkeytype)] ?? /^$/),
        message: 'pixkey does not match pixkeytype',
      },
    ],
    destination: pixKeyAt('pixkey', 'pixkeytype'),
    amount: { at: 'requestedamount', unit: 'cents' },
    referenceOf: (_body, { headers }) => headers['idempotency-key'],
    newId: randomUuid,
    answer: ({ id, status }) => ({ withdrawal: { id, status } }),
  })
  return {
    ...route,
    handle: (call, books) => {
      const key = call.headers['idempotency-key']
      if (!isText(key)) return refuse(400, 'Idempotency-Key header is required')
      const known = books.findWithdrawalByReference(key)
      if (known) return { status: 200, body: { withdrawal: { id: known.id, status: known.status } } }
      return route.handle(call, books)
    },
  }
}

function randomUuid(): string {
  return [8, 4, 4, 4, 12].map((length) => randomWord(length, '0123456789abcdef')).join('-')
}

function isDocument(value: unknown): boolean {
  const { number, type } = fieldsOf(value)
  return matches(type === 'CPF' ? /^\d{11}$/ : type === 'CNPJ' ? /^[0-9A-Z]{12}\d{2}$/ : /^$/)(number) && isText(number)
}

function isItems(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .map(fieldsOf)
    .every(({ title, unitPrice, quantity }) => isText(title) && isPositiveWhole(unitPrice) && isPositiveWhole(quantity))
}

function toTransaction({ id, amount, status, reference, pixCode, createdAt, paidAt, expiresAt }: Transaction) {
  return {
    id,
    status,
    amount,
    paymentMethod: 'PIX',
    externalRef: reference || null,
    createdAt: new Date(createdAt).toISOString(),
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
    pix: { qrcode: pixCode, expirationDate: new Date(expiresAt).toISOString() },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
