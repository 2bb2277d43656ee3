/** PLUGGOU and its newer host: two key headers, cents, flat `buyer_` fields, answers in `data`, no reference of ours. */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { inCents } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { Postback, postbackNews } from '../kit/order.ts'
import { digitsKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Transaction = Type.Object({
  data: Type.Object({
    id: Id,
    status: Text,
    amount: Maybe(Type.Integer()),
    pix: Maybe(Type.Object({ emv: Maybe(Type.String()) })),
  }),
})
const Withdrawal = Type.Object({ data: Type.Object({ id: Id, status: Text, amount: Maybe(Type.Integer()) }) })
const Webhook = Type.Object({ ...Postback.properties, event_type: Anything })

const CREDENTIALS = [key('publicKey', 'publicKey'), secret('secretKey', 'secretKey')] as const

type PluggouSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Webhook>

export function pluggouPix(identity: Pick<PluggouSpec, 'code' | 'name' | 'evidence' | 'host'>): PluggouSpec {
  return {
    ...identity,

    credentials: CREDENTIALS,
    auth: headers({ 'x-public-key': '{publicKey}', 'x-secret-key': '{secretKey}' }),

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    expirySeconds: { PIX: DAY },

    statuses: {
      known: {
        pending: 'PENDING',
        processing: 'PENDING',
        paid: 'APPROVED',
        approved: 'APPROVED',
        failed: 'REJECTED',
        refunded: 'REFUNDED',
        chargeback: 'CHARGEBACK',
      },
      unknown: 'REJECTED',
    },

    errors: { messages: ['message', 'error', 'errors.0.message'] },

    unsupported: { CREDIT_CARD: MESSAGES.creditCardNotImplemented, BILLET: MESSAGES.boletoNotImplemented },

    createTransaction: {
      *PIX({ amount, customer }, { wire, amounts }) {
        const body = {
          payment_method: 'pix',
          amount: amounts.write(amount),
          buyer: {
            buyer_name: customer.name,
            buyer_document: customer.document,
            buyer_phone: customer.phone,
            buyer_email: customer.email,
          },
        }
        return toTransaction(yield* wire.post('/transactions', body, Transaction, { risk: 'money' }))
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return toTransaction(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
    },

    withdraw: {
      *PIX(request, { wire, amounts }) {
        const body = {
          amount: amounts.write(request.amount),
          key_type: request.pixType.toLowerCase(),
          key_value: digitsKey(request),
          description: request.description,
        }
        const { data } = yield* wire.post('/withdrawals', body, Withdrawal, { risk: 'money' })
        return { withdrawId: data.id, rawStatus: data.status, amount: data.amount ?? undefined }
      },
    },

    webhook: {
      verification: 'none',
      body: Webhook,
      translate: ({ event_type, ...said }) => postbackNews({ ...said, type: event_type }),
    },
  }
}

function toTransaction({ data: { id, status, amount, pix } }: Static<typeof Transaction>) {
  return { transactionId: id, rawStatus: status, amount: amount ?? undefined, pixCode: pix?.emv }
}
