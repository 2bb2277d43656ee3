/** ARKAMA: a bearer token and a User-Agent, reais, orders; validation errors name the field. */
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isReais,
  isText,
  isWebAddress,
  matches,
  optional,
} from '../checks.ts'
import { randomNumberId } from '../identifiers.ts'
import type { Answer, FakeProvider, Transaction } from '../provider.ts'
import { createRoute, readRoute, refundRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'ARKAMA',
  transport: 'http',
  path: '/arkama/api/v1',
  publicKey: null,
  secretKey: 'trilho-demo-arkama-token',
  webhookSecret: null,
} as const satisfies DemoAccount

const RULES: readonly FieldRule[] = [
  { field: 'paymentMethod', valid: (value) => value === 'pix', message: 'O campo paymentMethod é inválido.' },
  { field: 'externalRef', valid: optional(isText), message: 'O campo externalRef é inválido.' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'O campo postbackUrl é inválido.' },
  { field: 'customer.name', valid: isText, message: 'O campo customer.name é obrigatório.' },
  { field: 'customer.email', valid: isEmail, message: 'O campo customer.email é inválido.' },
  { field: 'customer.document', valid: matches(/^\w{11,14}$/), message: 'O campo customer.document é inválido.' },
  { field: 'items', valid: isItems, message: 'O campo items é inválido.' },
  {
    field: 'shipping',
    valid: optional((value) => isText(fieldAt(value, 'address.cep'))),
    message: 'O campo shipping.address.cep é obrigatório.',
  },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'PENDING',
    paid: 'PAID',
    refused: 'REFUSED',
    expired: 'EXPIRED',
    refunded: 'REFUNDED',
    chargeback: 'CHARGEDBACK',
  },
  refuse,
  authorize: ({ headers }) => {
    if (!isSame(headers.authorization, `Bearer ${ACCOUNT.secretKey}`)) return refuse(401, 'Unauthenticated.')
    return isText(headers['user-agent']) ? null : refuse(403, 'User-Agent é obrigatório.')
  },
  routes: [
    createRoute({
      path: '/orders',
      refuse: (_, message, rule) => ({
        status: 422,
        body: { message, errors: { [rule?.field ?? 'value']: [message] } },
      }),
      rules: RULES,
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'externalRef',
      webhookAt: 'postbackUrl',
      newId: () => String(randomNumberId()),
      status: 201,
      answer: toOrder,
    }),
    readRoute('/orders/:id', refuse, toOrder),
    refundRoute({ path: '/orders/:id/refund', refuse, answer: toOrder }),
  ],
  webhook: { payload: toOrder, address: ({ url }) => ({ url, headers: {} }) },
}

function isItems(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .map(fieldsOf)
    .every(
      ({ title, unitPrice, quantity, isDigital }) =>
        isText(title) && isReais(unitPrice) && isPositiveWhole(quantity) && typeof isDigital === 'boolean',
    )
}

function toOrder({ id, reference, status, amount, pixCode, request }: Transaction) {
  return {
    id: Number(id),
    status,
    value: toReais(amount),
    paymentMethod: request.paymentMethod,
    externalRef: reference || null,
    pix: { payload: pixCode },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
