/**
 * The FastSoft wire: the white label's body with methods and documents in capitals, every answer wrapped in `data`, and
 * withdrawals without a reference of ours. Webhooks are unsigned, so they only say which transaction to read.
 */
import { Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { inCents } from '../kit/amounts.ts'
import { basic } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import {
  orderItems,
  PixOrder,
  Postback,
  postbackNews,
  RefundedOrder,
  streetAddress,
  toPixTransaction,
  typedDocument,
} from '../kit/order.ts'
import { refundState } from '../kit/refunds.ts'
import { Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Transaction = Type.Object({ data: PixOrder })
const Refunded = Type.Object({ data: RefundedOrder })
const Cashout = Type.Object({ data: Type.Object({ id: Id, status: Text, amount: Maybe(Type.Integer()) }) })
const Balance = Type.Object({ data: Type.Object({ available: Type.Integer(), pending: Maybe(Type.Integer()) }) })

const CREDENTIALS = [secret('secretKey', 'secretKey')] as const
const REFUSED = 'REFUSED'

type FastsoftSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Postback>

export interface FastsoftOptions extends Pick<FastsoftSpec, 'code' | 'name' | 'evidence' | 'host'> {
  /** Between the host and the calls; empty where the host has it already. */
  readonly folder: '/user' | ''
  /** Days for which a Pix code can be paid. */
  readonly pixExpiryDays: number
  /** Whether payments can be refunded. */
  readonly refunds?: true
  /** Whether the brand pays out, and what is said of a withdrawal that it refuses at once. */
  readonly cashout?: { readonly refused?: string }
}

export function fastsoft({ folder, pixExpiryDays, refunds, cashout, ...identity }: FastsoftOptions): FastsoftSpec {
  return {
    ...identity,

    credentials: CREDENTIALS,
    auth: basic('x:{secretKey}'),

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    expirySeconds: { PIX: pixExpiryDays * DAY },

    statuses: { known: {}, unknown: 'REJECTED' },

    errors: { messages: ['message', 'error', 'errors.0.message'] },

    createTransaction: {
      *PIX({ amount, customer, address, ...request }, { wire, amounts, expiry }) {
        const { data } = yield* wire.post(
          `${folder}/transactions`,
          {
            amount: amounts.write(amount),
            currency: request.currency,
            paymentMethod: 'PIX',
            pix: { expiresInDays: expiry.days },
            customer: {
              name: customer.name,
              email: customer.email,
              phone: customer.phone,
              document: typedDocument(customer.document),
              address: address && streetAddress(address),
            },
            items: orderItems(request.items),
            postbackUrl: request.webhookUrl,
            externalRef: request.reference,
            ip: request.customerIp,
          },
          Transaction,
          { risk: 'money' },
        )
        return toPixTransaction(data)
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return toPixTransaction((yield* wire.get(`${folder}${path`/transactions/${transactionId}`}`, Transaction)).data)
    },

    ...defined({
      refund: refunds ? takeBack(folder) : undefined,
      withdraw: cashout ? { PIX: payOut(folder, cashout.refused) } : undefined,
    }),

    *readBalance(_question, { wire }) {
      const { data } = yield* wire.get(`${folder}/wallet/balance`, Balance)
      return { available: data.available, pending: data.pending }
    },

    webhook: {
      verification: 'none',
      body: Postback,
      translate: postbackNews,
    },
  }
}

function takeBack(folder: string): NonNullable<FastsoftSpec['refund']> {
  return function* refund({ transactionId, amount }, { wire, amounts }) {
    const call = `${folder}${path`/transactions/${transactionId}/refund`}`
    const { data } = yield* wire.post(call, { amount: amounts.write(amount) }, Refunded, { risk: 'money' })
    return { refundId: data.id, ...refundState(data.status) }
  }
}

function payOut(
  folder: string,
  refused: string | undefined,
): NonNullable<NonNullable<FastsoftSpec['withdraw']>['PIX']> {
  return function* withdraw({ amount, pixKey, pixType, name, document, description }, { wire, amounts }) {
    const { data } = yield* wire.post(
      `${folder}/cashout`,
      {
        amount: amounts.write(amount),
        pixKey,
        pixType,
        beneficiaryName: name,
        beneficiaryDocument: document,
        description,
      },
      Cashout,
      { risk: 'money' },
    )
    if (refused !== undefined && data.status === REFUSED) throw new ProviderError('Declined', refused)
    return { withdrawId: data.id, rawStatus: data.status, amount: data.amount ?? undefined }
  }
}
