/**
 * VEXYPAYMENTS, in its bank version: a token from Basic credentials, integer cents, answers in `data`.
 *
 * - It takes no reference of ours for a charge; a withdrawal is told from another by its idempotency key.
 * - Webhooks are signed over the time and the body, and a signature is good for five minutes.
 */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { basicHeader } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { UNSTATED } from '../kit/idempotency.ts'
import { documentType } from '../kit/people.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { signedAtTime } from '../kit/proof.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { bothCases } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'

const Token = Type.Object({ token: Text, expires_in: Type.Number({ exclusiveMinimum: 0 }) })
const Transaction = Type.Object({
  data: Type.Object({
    id: Id,
    status: Text,
    amount: Maybe(Type.Integer()),
    pix: Maybe(Type.Object({ emv: Maybe(Type.String()), qrCode: Anything })),
  }),
})
const Transfer = Type.Object({ data: Type.Object({ id: Id, status: Text, amount: Maybe(Type.Integer()) }) })

const News = Type.Object({ id: Anything, status: Anything, amount: Anything })

export const vexypayments = defineProvider({
  code: 'VEXYPAYMENTS',
  name: 'Vexy Payments',
  evidence: 'clients',
  host: 'https://api.vexypayments.com',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey'), webhookSecret],
  auth: {
    type: 'token',
    earlySeconds: 60,
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    *fetch({ credentials: { clientId, clientSecret }, wire }) {
      const { token, expires_in } = yield* wire.post('/api/auth', undefined, Token, {
        risk: 'repeatable',
        authenticated: false,
        headers: { authorization: basicHeader(`${clientId}:${clientSecret}`) },
      })
      return { token, expiresInSeconds: expires_in }
    },
  },

  idempotency: { type: 'none' },
  withdrawIdempotency: { type: 'header', name: 'x-idempotency-key', keptFor: UNSTATED },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: bothCases({
      pending: 'PENDING',
      processing: 'PENDING',
      paid: 'APPROVED',
      completed: 'APPROVED',
      failed: 'REJECTED',
      canceled: 'REJECTED',
      expired: 'REJECTED',
      refunded: 'REFUNDED',
      retido: 'CHARGEBACK',
    }),
    unknown: 'REJECTED',
  },
  withdrawStatuses: {
    known: bothCases({ queued: 'PENDING', processing: 'PENDING', completed: 'APPROVED', canceled: 'REJECTED' }),
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'error'] },
  unsupported: { createTransaction: 'Invalid payment method' },

  createTransaction: {
    *PIX({ amount, customer, description, items, webhookUrl }, { wire, amounts }) {
      const body = {
        amountInCents: amounts.write(amount),
        description: description ?? items[0]?.title,
        postbackUrl: webhookUrl,
        customer: {
          name: customer.name,
          email: customer.email,
          documentType: documentType(customer.document),
          document: customer.document,
          phone: customer.phone,
        },
        items: items.map(({ title, tangible, quantity, unitPrice }) => ({
          title,
          tangible,
          quantity,
          amountInCents: unitPrice,
        })),
      }
      return toTransaction(yield* wire.post('/api/v1/pix/in/qrcode', body, Transaction, { risk: 'money' }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path`/api/v1/transactions/${transactionId}`, Transaction))
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        pixKey: internationalKey(request),
        amount: amounts.write(request.amount),
        currency: 'BRL',
        description: request.description,
        postbackUrl: request.webhookUrl,
      }
      return toWithdrawal(yield* wire.post('/api/v1/pix/out/pixkey', body, Transfer, { risk: 'money' }))
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(yield* wire.get(path`/api/v1/pix/out/pixkey/${withdrawId}`, Transfer))
  },

  webhook: {
    verification: 'signature',
    verify: signedAtTime({ header: 'vexy-signature', field: 'v1', toleranceSeconds: 300 }),
    body: Type.Union([
      Type.Object({ type: Type.Literal('transaction'), transaction: News }),
      Type.Object({ type: Type.Literal('transfer'), transfer: News }),
    ]),
    translate: (said) =>
      said.type === 'transfer'
        ? { withdrawId: said.transfer.id, rawStatus: said.transfer.status, amount: said.transfer.amount }
        : { transactionId: said.transaction.id, rawStatus: said.transaction.status, amount: said.transaction.amount },
  },
})

function toTransaction({ data: { id, status, amount, pix } }: Static<typeof Transaction>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount: amount ?? undefined,
    pixCode: pix?.emv,
    pixImage: pix?.qrCode,
  }
}

function toWithdrawal({ data: { id, status, amount } }: Static<typeof Transfer>) {
  return { withdrawId: id, rawStatus: status, amount: amount ?? undefined }
}
