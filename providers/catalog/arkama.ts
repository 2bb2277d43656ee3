/**
 * ARKAMA (https://arkama.readme.io): a bearer token, reais, orders. It refuses requests without a User-Agent.
 *
 * - Clients disagree on what the code of an order is called, and whether the order is wrapped: all are read.
 * - A refund is of the whole order.
 */
import { type Static, Type } from 'typebox'
import { inReais } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Postback, RefundedOrder, untypedNews } from '../kit/order.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Order = Type.Object({
  id: Id,
  status: Text,
  value: Maybe(Type.Number()),
  externalRef: Maybe(Type.String()),
  pix: Maybe(Type.Object({ payload: Maybe(Type.String()), qrCode: Maybe(Type.String()), image: Anything })),
})
const Answer = Type.Union([Order, Type.Object({ data: Order })])
const Refunded = Type.Union([RefundedOrder, Type.Object({ data: RefundedOrder })])

export const arkama = defineProvider({
  code: 'ARKAMA',
  name: 'Arkama',
  evidence: 'clients',
  host: 'https://app.arkama.com.br/api/v1',
  headers: { 'user-agent': 'Trilho' },

  credentials: [secret('accessToken', 'secretKey')],
  auth: bearer('{accessToken}'),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  refundsWholeOnly: true,
  expirySeconds: { PIX: DAY },
  statuses: { known: {}, unknown: 'REJECTED' },

  errors: { messages: ['message', 'error', 'customer.0', 'value.0', 'items.0', 'ip.0', 'errors.*.0', '*.0'] },

  createTransaction: {
    *PIX(request, { wire, amounts }) {
      const { customer, address, items } = request
      const order = yield* wire.post(
        '/orders',
        {
          value: amounts.write(request.amount),
          paymentMethod: 'pix',
          externalRef: request.reference,
          postbackUrl: request.webhookUrl,
          ip: request.customerIp,
          customer: {
            name: customer.name,
            email: customer.email,
            document: customer.document,
            cellphone: customer.phone,
          },
          shipping: address && {
            address: {
              street: address.address,
              number: address.number,
              neighborhood: address.district,
              city: address.city,
              state: address.state,
              cep: address.zipCode,
            },
          },
          items: items.map(({ title, unitPrice, quantity, tangible }) => ({
            title,
            unitPrice: amounts.write(unitPrice),
            quantity,
            isDigital: !tangible,
          })),
        },
        Answer,
        { risk: 'money' },
      )
      return toTransaction(order)
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path`/orders/${transactionId}`, Answer))
  },

  *refund({ transactionId }, { wire }) {
    const answer = yield* wire.post(path`/orders/${transactionId}/refund`, {}, Refunded, { risk: 'money' })
    const { id, status } = 'data' in answer ? answer.data : answer
    return { refundId: id, ...refundState(status) }
  },

  webhook: {
    verification: 'none',
    body: Postback,
    translate: untypedNews,
  },
})

function toTransaction(either: Static<typeof Answer>) {
  const order = 'data' in either ? either.data : either
  return {
    transactionId: order.id,
    rawStatus: order.status,
    amount: order.value ?? undefined,
    reference: order.externalRef,
    pixCode: order.pix?.payload ?? order.pix?.qrCode,
    pixImage: order.pix?.image,
  }
}
