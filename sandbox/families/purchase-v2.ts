/**
 * The gateways around /transactions/v2/purchase: Basic credentials, a flat buyer, integer cents, unsigned webhooks to the
 * request's postbackUrl, refusals with their status in the body.
 */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, isEmail, isText, isWebAddress, matches, optional } from '../checks.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Transaction } from '../provider.ts'
import { createRoute, readRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isBasic } from '../tokens.ts'

const AMOUNT = { at: 'amount', unit: 'cents' } as const

const RULES: readonly FieldRule[] = [
  { field: 'name', valid: isText, message: 'name should not be empty' },
  { field: 'email', valid: isEmail, message: 'email must be an email' },
  { field: 'cpf', valid: matches(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/), message: 'cpf must be valid' },
  { field: 'phone', valid: optional(matches(/^\d{10,13}$/)), message: 'phone must be valid' },
  { field: 'currency', valid: (value) => value === 'BRL', message: 'currency must be BRL' },
  { field: 'paymentMethod', valid: (value) => value === 'PIX', message: 'paymentMethod must be PIX' },
  { field: 'externalId', valid: isText, message: 'externalId should not be empty' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl must be a URL address' },
  { field: 'traceable', valid: (value) => typeof value === 'boolean', message: 'traceable must be a boolean value' },
]

const CASH_OUT_RULES: readonly FieldRule[] = [
  { field: 'pixKey', valid: isText, message: 'pixKey should not be empty' },
  { field: 'pixType', valid: matches(/^(?:CPF|CNPJ|PHONE|EMAIL|RANDOM)$/), message: 'pixType must be valid' },
  { field: 'document', valid: matches(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/), message: 'document must be valid' },
  { field: 'externalId', valid: isText, message: 'externalId should not be empty' },
]

const WITHDRAWAL_STATUSES = { pending: 'PROCESSING', paid: 'COMPLETED', refused: 'REFUSED', canceled: 'CANCELED' }

export interface PurchaseOptions {
  readonly account: DemoAccount
  readonly basic: readonly [user: string, password: string]
  /** Where the code stands in an answer. */
  readonly pix: (code: string) => object
  readonly refunds?: true
  readonly cashOut?: true
}

export function purchaseProvider({ account, basic, pix, refunds, cashOut }: PurchaseOptions): FakeProvider {
  const [user, password] = basic
  const answer = (transaction: Transaction) => ({
    id: transaction.id,
    status: transaction.status,
    method: 'PIX',
    amount: transaction.amount,
    externalId: transaction.reference,
    createdAt: new Date(transaction.createdAt).toISOString(),
    ...pix(transaction.pixCode),
  })
  return {
    account,
    statuses: {
      pending: 'PENDING',
      paid: 'PAID',
      refused: 'REFUSED',
      expired: 'EXPIRED',
      refunded: 'REFUNDED',
      chargeback: 'CHARGEDBACK',
    },
    ...(cashOut ? { withdrawalStatuses: WITHDRAWAL_STATUSES } : {}),
    refuse,
    authorize: ({ headers }) => (isBasic(headers.authorization, user, password) ? null : refuse(401, 'Unauthorized')),
    routes: [
      createRoute({
        path: '/transactions/v2/purchase',
        refuse,
        rules: RULES,
        amount: AMOUNT,
        referenceAt: 'externalId',
        webhookAt: 'postbackUrl',
        newId: () => randomWord(25),
        status: 201,
        answer,
      }),
      readRoute('/transactions/:id', refuse, answer),
      ...(refunds ? [refundRoute({ path: '/transactions/:id', method: 'DELETE', refuse, answer })] : []),
      ...(cashOut
        ? [
            withdrawRoute({
              path: '/withdraws/cash-out',
              refuse,
              rules: CASH_OUT_RULES,
              amount: AMOUNT,
              referenceAt: 'externalId',
              newId: () => randomWord(25),
              status: 201,
              answer: ({ id, status }) => ({ id, status }),
            }),
          ]
        : []),
    ],
    webhook: {
      payload: ({ id, reference, status, amount }) => ({ id, externalId: reference, status, amount, method: 'PIX' }),
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

function refuse(statusCode: number, message: string): Answer {
  return { status: statusCode, body: { statusCode, message } }
}
