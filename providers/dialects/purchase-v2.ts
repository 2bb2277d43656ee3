/**
 * The gateways around `POST /transactions/v2/purchase` (Axis Banking, IHub, Hunterpay): a flat buyer, integer cents, our
 * references as `externalId`. Webhooks are unsigned: they say what to read.
 */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import type { AuthSpec } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { campaignQuery } from '../kit/order.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

/** Where the copy-and-paste code stands is told in three ways. */
const Transaction = Type.Object({
  id: Id,
  status: Text,
  amount: Type.Integer(),
  externalId: Maybe(Type.String()),
  pixCode: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qrcode: Maybe(Type.String()), code: Maybe(Type.String()) })),
})
const Withdrawal = Type.Object({ id: Id, status: Text })
const Postback = Type.Object({ id: Anything, externalId: Anything, status: Anything })

const CREDENTIALS = [secret('secretKey', 'secretKey')] as const

type PurchaseSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Postback>

export interface PurchaseOptions extends Pick<PurchaseSpec, 'code' | 'name' | 'evidence' | 'host' | 'statuses'> {
  readonly auth: AuthSpec<{ readonly secretKey: string }>
  /** Whether deleting a transaction gives the money back: all of it, for the call carries no amount. */
  readonly refunds?: true
  readonly cashOut?: true
}

export function purchaseV2({ refunds, cashOut, ...identity }: PurchaseOptions): PurchaseSpec {
  return {
    ...identity,

    credentials: CREDENTIALS,

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    expirySeconds: { PIX: DAY },

    errors: { messages: ['message', 'message.0', 'error'] },

    createTransaction: {
      *PIX({ amount, customer, ...request }, { wire, amounts }) {
        const made = yield* wire.post(
          '/transactions/v2/purchase',
          {
            name: customer.name,
            email: customer.email,
            cpf: customer.document,
            phone: customer.phone,
            amount: amounts.write(amount),
            currency: request.currency,
            paymentMethod: 'PIX',
            description: request.description,
            responsibleDocument: request.userDocument,
            responsibleExternalId: request.userId,
            externalId: request.reference,
            postbackUrl: request.webhookUrl,
            traceable: false,
            utmQuery: campaignQuery(request),
          },
          Transaction,
          { risk: 'money' },
        )
        return toTransaction(made)
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return toTransaction(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
    },

    ...(refunds ? REFUND : {}),
    ...(cashOut ? CASH_OUT : {}),

    webhook: {
      verification: 'none',
      body: Postback,
      translate: ({ id, externalId, status }) => ({ transactionId: id, reference: externalId, rawStatus: status }),
    },
  }
}

const REFUND = {
  refundsWholeOnly: true,

  *refund({ transactionId }, { wire }) {
    const { id } = yield* wire.delete(path`/transactions/${transactionId}`, undefined, Transaction, { risk: 'money' })
    return { refundId: id, status: true }
  },
} as const satisfies Pick<PurchaseSpec, 'refundsWholeOnly' | 'refund'>

const CASH_OUT = {
  withdraw: {
    *PIX({ amount, pixKey, pixType, document, withdrawReference }, { wire, amounts }) {
      const { id, status } = yield* wire.post(
        '/withdraws/cash-out',
        { amount: amounts.write(amount), pixKey, pixType, document, externalId: withdrawReference },
        Withdrawal,
        { risk: 'money' },
      )
      return { withdrawId: id, rawStatus: status }
    },
  },
} as const satisfies Pick<PurchaseSpec, 'withdraw'>

function toTransaction({ id, status, amount, externalId, pixCode, pix }: Static<typeof Transaction>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount,
    reference: externalId,
    pixCode: pixCode ?? pix?.qrcode ?? pix?.code,
  }
}
