/** CRMCOIN: the client chooses the transaction's id, of 22 characters at most. */
import type { DemoAccount } from '../accounts.ts'
import { fieldAt, isEmail, isPositiveWhole, isText, isTextUpTo, isWebAddress, matches } from '../checks.ts'
import type { Answer, Books, Call, FakeProvider, Transaction } from '../provider.ts'
import { createRoute, readRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'CRMCOIN',
  transport: 'http',
  path: '/crmcoin',
  publicKey: null,
  secretKey: 'trilho-demo-crmcoin-secret',
  webhookSecret: null,
} as const satisfies DemoAccount

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'waiting_payment',
    paid: 'paid',
    refused: 'refused',
    expired: 'expired',
    refunded: 'refunded',
    chargeback: 'chargedback',
  },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers.authorization, `Bearer ${ACCOUNT.secretKey}`) ? null : refuse(401, 'Unauthorized'),
  asks: { deadline: ['expiresIn'] },
  routes: [
    {
      operation: 'createTransaction',
      method: 'POST',
      path: '/transactions',
      reference: ({ id }) => id,
      handle: createUnderItsId,
    },
    readRoute('/transactions/:id', refuse, toTransaction),
  ],
  webhook: {
    payload: ({ id, status, amount }) => ({ id, status, amount }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function createUnderItsId(call: Call, books: Books): Answer {
  const id = String(fieldAt(call.body, 'id') ?? '')
  if (books.find(id)) return refuse(409, 'id already exists')
  const { handle } = createRoute({
    path: '/transactions',
    refuse,
    rules: [
      { field: 'id', valid: isTextUpTo(22), message: 'id must have 22 characters at most' },
      { field: 'paymentMethod', valid: (value) => value === 'PIX', message: 'paymentMethod must be PIX' },
      { field: 'customer.name', valid: isText, message: 'customer.name is required' },
      { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
      {
        field: 'customer.document.number',
        valid: matches(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/),
        message: 'document is invalid',
      },
      { field: 'expiresIn', valid: isPositiveWhole, message: 'expiresIn is invalid' },
      { field: 'webhookUrl', valid: isWebAddress, message: 'webhookUrl is invalid' },
    ],
    amount: { at: 'amount', unit: 'cents' },
    referenceAt: 'id',
    webhookAt: 'webhookUrl',
    newId: () => id,
    lifetimeMs: ({ expiresIn }) => Number(expiresIn) * 1000,
    answer: toTransaction,
  })
  return handle(call, books)
}

function toTransaction({ id, status, amount, pixCode }: Transaction) {
  return { id, status, amount, pixCode }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
