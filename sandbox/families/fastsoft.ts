/**
 * FastSoft, sold under several names: Basic credentials with an x as user, integer cents, methods and document types in
 * capitals, every answer wrapped with a status and a message, unsigned postbacks to the request's postbackUrl.
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
import { randomNumberId } from '../identifiers.ts'
import type { Answer, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isBasic } from '../tokens.ts'

const DAY_MS = 86_400_000
const AMOUNT = { at: 'amount', unit: 'cents' } as const

const RULES: readonly FieldRule[] = [
  { field: 'paymentMethod', valid: (value) => value === 'PIX', message: 'paymentMethod inválido' },
  {
    field: 'pix.expiresInDays',
    valid: (value) => isPositiveWhole(value) && value <= 90,
    message: 'pix.expiresInDays inválido',
  },
  { field: 'customer.name', valid: isText, message: 'customer.name é obrigatório' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email inválido' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document inválido' },
  { field: 'items', valid: isItems, message: 'items inválido' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl inválido' },
]

const CASHOUT_RULES: readonly FieldRule[] = [
  { field: 'pixKey', valid: isText, message: 'pixKey é obrigatório' },
  { field: 'pixType', valid: matches(/^(?:CPF|CNPJ|EMAIL|PHONE|RANDOM)$/), message: 'pixType inválido' },
  { field: 'beneficiaryName', valid: isText, message: 'beneficiaryName é obrigatório' },
  { field: 'beneficiaryDocument', valid: matches(/^\d{11}(?:\d{3})?$/), message: 'beneficiaryDocument inválido' },
]

export interface FastsoftOptions {
  readonly account: DemoAccount
  /** Before each call; empty where the account's path ends in it. */
  readonly folder: '/user' | ''
  readonly refunds?: true
  readonly cashout?: true
}

export function fastsoftProvider({ account, folder, refunds, cashout }: FastsoftOptions): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'WAITING_PAYMENT',
      paid: 'PAID',
      refused: 'REFUSED',
      expired: 'EXPIRED',
      refunded: 'REFUNDED',
      chargeback: 'CHARGEDBACK',
    },
    withdrawalStatuses: { pending: 'PROCESSING', paid: 'COMPLETED', refused: 'REFUSED', canceled: 'CANCELLED' },
    refuse,
    authorize: ({ headers }) =>
      isBasic(headers.authorization, 'x', account.secretKey) ? null : refuse(401, 'Credenciais inválidas'),
    asks: { deadline: ['pix.expiresInDays'] },
    routes: [
      createRoute({
        path: `${folder}/transactions`,
        refuse,
        rules: RULES,
        amount: AMOUNT,
        referenceAt: 'externalRef',
        webhookAt: 'postbackUrl',
        newId: () => String(randomNumberId()),
        lifetimeMs: ({ pix }) => Number(fieldsOf(pix).expiresInDays) * DAY_MS,
        answer: (transaction) => wrap(toTransaction(transaction)),
      }),
      readRoute(`${folder}/transactions/:id`, refuse, (transaction) => wrap(toTransaction(transaction))),
      ...(refunds
        ? [
            refundRoute({
              path: `${folder}/transactions/:id/refund`,
              refuse,
              amount: AMOUNT,
              answer: (transaction) => wrap(toTransaction(transaction)),
            }),
          ]
        : []),
      ...(cashout
        ? [
            withdrawRoute({
              path: `${folder}/cashout`,
              refuse,
              rules: CASHOUT_RULES,
              destination: pixKeyAt('pixKey', 'pixType'),
              amount: AMOUNT,
              newId: () => String(randomNumberId()),
              answer: (withdrawal) => wrap(toCashout(withdrawal)),
            }),
          ]
        : []),
      {
        operation: 'readBalance',
        method: 'GET',
        path: `${folder}/wallet/balance`,
        handle: (_call, books) => ({
          status: 200,
          body: wrap({ available: books.balance(), blocked: 0, pending: 0 }),
        }),
      },
    ],
    webhook: {
      payload: (transaction) => ({
        id: randomNumberId(),
        type: 'transaction',
        objectId: transaction.id,
        data: toTransaction(transaction),
      }),
      withdrawal: {
        payload: (withdrawal) => ({
          type: 'cashout',
          objectId: withdrawal.id,
          data: { ...toCashout(withdrawal), error: null },
        }),
      },
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

function isDocument(value: unknown): boolean {
  const { number, type } = fieldsOf(value)
  if (!isText(number)) return false
  return (type === 'CPF' && /^\d{11}$/.test(number)) || (type === 'CNPJ' && /^[0-9A-Z]{12}\d{2}$/.test(number))
}

function isItems(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .map(fieldsOf)
    .every(
      ({ title, unitPrice, quantity, tangible }) =>
        isText(title) && isPositiveWhole(unitPrice) && isPositiveWhole(quantity) && typeof tangible === 'boolean',
    )
}

function toTransaction(transaction: Transaction) {
  const { id, amount, status, request, reference, pixCode, endToEndId, expiresAt, paidAt } = transaction
  return {
    id: Number(id),
    amount,
    currency: 'BRL',
    paymentMethod: 'PIX',
    status,
    externalRef: reference || null,
    metadata: request.metadata ?? null,
    customer: request.customer,
    items: request.items,
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
    refundedAmount: transaction.refunded,
    pix: { qrcode: pixCode, end2EndId: endToEndId, expirationDate: new Date(expiresAt).toISOString() },
  }
}

function toCashout({ id, amount, status, request }: Withdrawal) {
  return { id: Number(id), amount, status, pixKey: request.pixKey }
}

function wrap(data: object) {
  return { status: 200, message: 'OK', data }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { status, message } }
}
