/**
 * The gateways around /transactions/v2/purchase: Basic credentials, a flat buyer, integer cents, unsigned webhooks to the
 * request's postbackUrl, refusals with their status in the body.
 */
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, isEmail, isText, isWebAddress, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
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
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl must be a URL address' },
]

const WITHDRAWAL_STATUSES = {
  pending: 'WITHDRAW_REQUEST',
  paid: 'WITHDRAW_APPROVED',
  refused: 'WITHDRAW_ERROR',
  canceled: 'WITHDRAW_REJECTED',
  returned: 'WITHDRAW_RETURNED',
}

export interface PurchaseOptions {
  readonly account: DemoAccount
  readonly basic: readonly [user: string, password: string]
  /** Where the code stands in an answer. */
  readonly pix: (code: string) => object
  readonly refunds?: true
  readonly cashOut?: true
  /** Its word for what a bank asks for. */
  readonly contested?: string
}

export function purchaseProvider({ account, basic, pix, refunds, cashOut, contested }: PurchaseOptions): FakeProvider {
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
    ...(contested ? { contested } : {}),
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
              destination: pixKeyAt('pixKey', 'pixType'),
              amount: AMOUNT,
              referenceAt: 'externalId',
              newId: () => randomWord(25),
              status: 201,
              answer: ({ id, status, amount, reference }) => ({ id, status, amount, externalId: reference }),
            }),
            { operation: 'readWithdraw', method: 'GET', path: '/withdraws/collect/:id', handle: collect } as const,
            {
              operation: 'readBalance',
              method: 'GET',
              path: '/users/balance',
              handle: (_call: Call, books: Books) => ({
                status: 200,
                body: { balance: books.balance(), pendingBalance: 0, precautionaryBlock: 0, garanteeBalance: 0 },
              }),
            } as const,
          ]
        : []),
    ],
    webhook: {
      payload: ({ id, reference, status, amount, endToEndId }) =>
        cashOut
          ? { type: 'TRANSACTION', transactionId: id, externalId: reference, status, amount, endToEnd: endToEndId }
          : { id, externalId: reference, status, amount, method: 'PIX' },
      ...(cashOut ? { withdrawal: { payload: toNotice, urlAt: 'postbackUrl' } } : {}),
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

/** One call for both: `searchBy` says whether the name is the gateway's own id or the client's. */
function collect({ params, query }: Call, books: Books): Answer {
  const name = params.id ?? ''
  const isOwn = query.searchBy !== 'externalId'
  const found = isOwn ? books.findWithdrawal(name) : books.findWithdrawalByReference(name)
  if (!found) return refuse(404, 'Withdraw not found')
  const { id, reference, amount, status } = found
  return { status: 200, body: { withdrawalId: id, externalId: reference, amount, status, endToEndId: null } }
}

function toNotice({ id, reference, status, amount, stage }: Withdrawal) {
  const errorMessage = stage === 'refused' || stage === 'returned' ? 'Conta encerrada' : null
  return { type: 'WITHDRAW', withdrawId: id, externalId: reference, status, amount, endToEnd: null, errorMessage }
}

function refuse(statusCode: number, message: string): Answer {
  return { status: statusCode, body: { statusCode, message } }
}
