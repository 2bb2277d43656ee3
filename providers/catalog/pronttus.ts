/**
 * PRONTTUS (https://pronttus.readme.io).
 *
 * - A creation is answered with the id and the code alone: no status, no amount.
 * - It takes no reference of ours.
 * - A flat notice is about whatever has its id, a charge or a withdrawal. A newer one (https://docs.pronttus.com.br/webhooks/tipos-webhooks)
 *   says by its event whether money came, left or went back; whether the amount of what left holds a fee is not said.
 * - The refund stands below /v1 of the base URL, which may end in it, as the default does.
 */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Postback, untypedNews } from '../kit/order.ts'
import { digitsKey } from '../kit/pix-keys.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({ transactionId: Id, pixCode: Text })
const Read = Type.Object({
  transactionId: Maybe(Id),
  status: Text,
  amount: Maybe(Type.Integer()),
  pixCode: Maybe(Type.String()),
})
const Refunded = Type.Intersect([
  Type.Object({ status: Maybe(Type.String()) }),
  Type.Union([Type.Object({ transactionId: Id }), Type.Object({ status: Text })]),
])
const REFUND_WORDS = {
  done: ['REFUND', 'REFUNDED'],
  refused: ['REFUSED', 'REJECTED', 'FAILED', 'CANCELED'],
  waiting: ['PENDING', 'PROCESSING', 'PAID', 'INFRACTION'],
}
const Withdrawal = Type.Object({ transactionId: Id, status: Text })
const Notice = Type.Object({ ...Postback.properties, transactionId: Anything })

const LEFT = 'transactions.debit'
/** The notice's status says only that the return is completed: its event is the word. */
const WENT_BACK = 'transactions.refunded'

export const pronttus = defineProvider({
  code: 'PRONTTUS',
  name: 'Pronttus',
  evidence: 'clients',
  host: 'https://api.pronttus.com.br/v1',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey')],
  auth: headers({ 'x-client-id': '{clientId}', 'x-client-secret': '{clientSecret}' }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: {
      WAITING_PAYMENT: 'PENDING',
      PAID: 'APPROVED',
      INFRACTION: 'APPROVED',
      REFUND: 'CHARGEBACK',
      [WENT_BACK]: 'CHARGEBACK',
    },
    unknown: 'REJECTED',
    returns: ['REFUND', WENT_BACK],
    asks: ['INFRACTION'],
  },
  withdrawStatuses: { known: { [WENT_BACK]: 'REJECTED' }, unknown: 'REJECTED' },

  errors: { messages: ['message'] },

  createTransaction: {
    *PIX({ amount, customer, description, items }, { wire, amounts }) {
      const body = {
        customer: {
          name: customer.name,
          document: customer.document,
          email: customer.email,
          phone: customer.phone,
        },
        amount: amounts.write(amount),
        description: description ?? items[0]?.title,
      }
      const { transactionId, pixCode } = yield* wire.post('/payment', body, Created, { risk: 'money' })
      return { transactionId, rawStatus: undefined, pixCode }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const payment = yield* wire.get(path`/payment/${transactionId}`, Read)
    return {
      transactionId: payment.transactionId ?? transactionId,
      rawStatus: payment.status,
      amount: payment.amount ?? undefined,
      pixCode: payment.pixCode,
    }
  },

  *refund({ transactionId, amount }, { wire, amounts }) {
    const body = { transactionId, amount: amounts.write(amount) }
    const version = wire.baseUrl.endsWith('/v1') ? '' : '/v1'
    const { status } = yield* wire.post(`${version}/payment/refund`, body, Refunded, { risk: 'money' })
    return refundState(status, REFUND_WORDS)
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        amount: amounts.write(request.amount),
        type: 'PIX',
        details: {
          name: request.name,
          document: request.document,
          key: digitsKey(request),
          keyType: request.pixType,
        },
      }
      const { transactionId, status } = yield* wire.post('/payment/withdraw', body, Withdrawal, { risk: 'money' })
      return { withdrawId: transactionId, rawStatus: status }
    },
  },

  webhook: { verification: 'none', body: Notice, translate: newsOf },
})

function newsOf({ transactionId, ...said }: Static<typeof Notice>) {
  const { event, data, status } = said
  if (transactionId !== undefined) return { transactionId, withdrawId: transactionId, rawStatus: status }
  if (event === LEFT) return { withdrawId: data?.id, rawStatus: data?.status }
  if (event === WENT_BACK) return { transactionId: data?.id, withdrawId: data?.id, rawStatus: event }
  return untypedNews(said)
}
