/** ABMEXPAY: a token, then orders. Only the two addresses are known (from one client of its API); the rest is assumed. */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { clientCredentials } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { typedDocument } from '../kit/order.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Order = Type.Object({
  id: Id,
  status: Text,
  amount: Maybe(Type.Integer()),
  external_reference: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qr_code: Maybe(Type.String()), expires_at: Anything })),
})

const News = Type.Object({ id: Anything, status: Anything, external_reference: Anything })

export const abmexpay = defineProvider({
  code: 'ABMEXPAY',
  name: 'Abmex Pay',
  evidence: 'specification',
  host: 'https://api.abmexpay.com/v1',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey')],
  auth: clientCredentials({ path: '/token', client: 'json', earlySeconds: 30 }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: { known: {}, unknown: 'REJECTED' },

  errors: { messages: ['message', 'errors.*.0', 'errors.*', 'error'] },

  createTransaction: {
    *PIX(request, { wire, amounts, expiry }) {
      const { customer, items, reference, webhookUrl } = request
      const body = {
        amount: amounts.write(request.amount),
        payment_method: 'pix',
        pix: { expires_in: expiry.seconds },
        customer: {
          name: customer.name,
          email: customer.email,
          phone: customer.phone,
          document: typedDocument(customer.document),
        },
        items: items.map(({ title, unitPrice, quantity }) => ({
          title,
          unit_price: amounts.write(unitPrice),
          quantity,
        })),
        external_reference: reference,
        webhook_url: webhookUrl,
      }
      return toTransaction(yield* wire.post('/orders', body, Order, { risk: 'money' }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path`/orders/${transactionId}`, Order))
  },

  webhook: {
    verification: 'none',
    body: Type.Object({ ...News.properties, data: Maybe(News) }),
    translate: ({ data, ...alone }) => {
      const { id, status, external_reference } = data ?? alone
      return { transactionId: id, reference: external_reference, rawStatus: status }
    },
  },
})

function toTransaction({ id, status, amount, external_reference, pix }: Static<typeof Order>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount: amount ?? undefined,
    reference: external_reference,
    pixCode: pix?.qr_code,
    expiresAt: pix?.expires_at,
  }
}
