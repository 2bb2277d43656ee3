/**
 * CASHTIME and REFLOWPAY: two keys in headers, integer cents, withdrawals that carry no reference of ours. A webhook is flat,
 * unsigned, and the same for withdrawals: the order's id decides which charge or withdrawal is meant, if any.
 */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { typedDocument } from '../kit/order.ts'
import { digitsKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import type { WithdrawStatusTable } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({
  id: Id,
  status: Text,
  amount: Maybe(Type.Integer()),
  externalCode: Maybe(Type.String()),
  pix: Type.Object({ payload: Text, encodedImage: Anything }),
})
const Read = Type.Object({ orders: Type.Object({ id: Maybe(Id), status: Text, total: Maybe(Type.Integer()) }) })
const Withdrawal = Type.Object({ id: Id, status: Id, amount: Maybe(Type.Integer()) })
const Webhook = Type.Object({ orderId: Anything, transactionId: Anything, status: Anything, value: Anything })

const CREDENTIALS = [key('storeKey', 'publicKey'), secret('authorizationKey', 'secretKey')] as const

type CashtimeSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Webhook>

const STATUSES = {
  created: 'PENDING',
  pending: 'PENDING',
  waiting_payment: 'PENDING',
  paid: 'APPROVED',
  infraction: 'APPROVED',
  failed: 'REJECTED',
  canceled: 'REJECTED',
  rejected: 'REJECTED',
  refund: 'REFUNDED',
} as const satisfies CashtimeSpec['statuses']['known']

/** Their webhooks say of a withdrawal what they say of a charge. */
const WITHDRAW_STATUSES = {
  known: { created: 'PENDING' },
  unknown: 'REJECTED',
} as const satisfies WithdrawStatusTable

export interface CashtimeOptions extends Pick<CashtimeSpec, 'code' | 'name' | 'evidence' | 'host'> {
  /** The call that a charge's id completes. */
  readonly readCall: '/transactions' | '/details/orders'
  /** Words that mean something else at this provider. */
  readonly statuses?: CashtimeSpec['statuses']['known']
  /** Words that only its withdrawals have. */
  readonly withdrawStatuses?: WithdrawStatusTable['known']
  readonly readsWithdrawals?: true
}

export function cashtimeDialect(options: CashtimeOptions): CashtimeSpec {
  const { readCall, statuses, readsWithdrawals, withdrawStatuses, ...identity } = options
  return {
    ...identity,

    credentials: CREDENTIALS,
    auth: headers({ 'x-authorization-key': '{authorizationKey}', 'x-store-key': '{storeKey}' }),

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    expirySeconds: { PIX: DAY },

    statuses: { known: { ...STATUSES, ...statuses }, unknown: 'REJECTED', asks: ['infraction'] },
    withdrawStatuses: { ...WITHDRAW_STATUSES, known: { ...WITHDRAW_STATUSES.known, ...withdrawStatuses } },

    errors: { messages: ['message', 'message.0', 'error'] },

    createTransaction: {
      *PIX({ amount, customer, items, ...request }, { wire, amounts }) {
        const made = yield* wire.post(
          '/transactions',
          {
            paymentMethod: 'pix',
            customer: {
              name: customer.name,
              email: customer.email,
              phone: customer.phone,
              document: lowerCase(typedDocument(customer.document)),
            },
            items: items.map(({ title, unitPrice, quantity, tangible }) => ({
              title,
              description: title,
              unitPrice,
              quantity,
              tangible,
            })),
            isInfoProducts: items.every(({ tangible }) => !tangible),
            installments: request.installments,
            installmentFee: 0,
            postbackUrl: request.webhookUrl,
            externalCode: request.reference,
            ip: request.customerIp,
            amount: amounts.write(amount),
          },
          Created,
          { risk: 'money' },
        )
        return {
          transactionId: made.id,
          rawStatus: made.status,
          amount: made.amount ?? undefined,
          reference: made.externalCode,
          pixCode: made.pix.payload,
          pixImage: made.pix.encodedImage,
        }
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      const { orders } = yield* wire.get(readCall + path`/${transactionId}`, Read)
      return {
        transactionId: orders.id ?? transactionId,
        rawStatus: orders.status,
        amount: orders.total ?? undefined,
      }
    },

    withdraw: {
      *PIX({ amount, pixKey, pixType, webhookUrl }, { wire, amounts }) {
        const made = yield* wire.post(
          '/request/withdraw',
          {
            amount: amounts.write(amount),
            pixKey: digitsKey({ pixKey, pixType }),
            pixKeyType: pixType,
            postbackUrl: webhookUrl,
          },
          Withdrawal,
          { risk: 'money' },
        )
        return toWithdrawal(made)
      },
    },

    ...(readsWithdrawals
      ? {
          *readWithdraw({ withdrawId }, { wire }) {
            return toWithdrawal(yield* wire.get(path`/request/withdraw/${withdrawId}`, Withdrawal))
          },
        }
      : {}),

    webhook: {
      verification: 'none',
      body: Webhook,
      // Whether a withdrawal's value holds its fees is not said.
      translate: ({ orderId, transactionId, status, value }) => {
        const id = orderId ?? transactionId
        return { transactionId: id, withdrawId: id, rawStatus: status, chargeAmount: value }
      },
    },
  }
}

function lowerCase({ number, type }: ReturnType<typeof typedDocument>) {
  return { number, type: type.toLowerCase() }
}

function toWithdrawal({ id, status, amount }: Static<typeof Withdrawal>) {
  return { withdrawId: id, rawStatus: String(status), amount: amount ?? undefined }
}
