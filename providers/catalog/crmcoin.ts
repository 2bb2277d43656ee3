/**
 * CRMCOIN: a transaction's id is ours, cut to the 22 characters that it takes. Nothing else of its wire is known: the calls
 * are those that most providers have.
 */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Postback, typedDocument, untypedNews } from '../kit/order.ts'
import { Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Transaction = Type.Object({
  id: Text,
  status: Text,
  amount: Maybe(Type.Integer()),
  pixCode: Maybe(Type.String()),
})

const ID_LENGTH = 22

export const crmcoin = defineProvider({
  code: 'CRMCOIN',
  name: 'CRMCoin',
  evidence: 'specification',
  host: 'https://api.crmcoin.invalid',

  credentials: [secret('secretKey', 'secretKey')],
  auth: bearer('{secretKey}'),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: { known: {}, unknown: 'REJECTED' },

  errors: { messages: ['message', 'error'] },

  createTransaction: {
    *PIX({ amount, customer, description, reference, webhookUrl }, { wire, amounts, expiry }) {
      const body = {
        id: reference.slice(0, ID_LENGTH),
        amount: amounts.write(amount),
        paymentMethod: 'PIX',
        description,
        customer: {
          name: customer.name,
          email: customer.email,
          phone: customer.phone,
          document: typedDocument(customer.document),
        },
        expiresIn: expiry.seconds,
        webhookUrl,
      }
      return toTransaction(yield* wire.post('/transactions', body, Transaction, { risk: 'money' }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
  },

  webhook: {
    verification: 'none',
    body: Postback,
    translate: untypedNews,
  },
})

function toTransaction({ id, status, amount, pixCode }: Static<typeof Transaction>) {
  return { transactionId: id, rawStatus: status, amount, pixCode }
}
