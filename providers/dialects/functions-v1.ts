/**
 * The gateways behind `/functions/v1` (MediusPag, Venit, Hunter, PagHub): methods in capitals, integer cents, phones with
 * the country in front, answers that are sometimes wrapped in `data`. Webhooks are unsigned: they say what to read.
 */
import { type Static, Type } from 'typebox'
import { inCents } from '../kit/amounts.ts'
import { basicHeader } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { UNSTATED } from '../kit/idempotency.ts'
import { orderItems, PixOrder, Postback, postbackNews, toPixTransaction, typedDocument } from '../kit/order.ts'
import { COUNTRY_CODE, digitsKey } from '../kit/pix-keys.ts'
import { Id, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { bothCases } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'

const MaybeWrapped = Type.Union([Type.Object({ data: PixOrder }), PixOrder])

const Withdrawal = Type.Object({ id: Id, status: Text })
const WrappedWithdrawal = Type.Union([Type.Object({ withdrawal: Withdrawal }), Type.Object({ data: Withdrawal })])

const COMPANY = key('companyId', 'publicKey')
const SECRET = secret('secretKey', 'secretKey')
type Parts = readonly (typeof COMPANY | typeof SECRET)[]

type FunctionsSpec = ProviderSpec<Parts, number, typeof Postback>

export interface FunctionsOptions extends Pick<FunctionsSpec, 'code' | 'name' | 'evidence' | 'host' | 'statuses'> {
  /** What goes beside the secret key in the Basic credentials: the company, or a mere x. */
  readonly password: 'companyId' | 'x'
  /** Older gateways have one call in the singular, read by a query. */
  readonly transactions?: { readonly call: string; readonly readBy: 'path' | 'query' }
  readonly withdrawals?: true
}

const DEFAULT_CALL = { call: '/transactions', readBy: 'path' } as const

/** A bank disputes the payment, which is still there. */
const ASKED = bothCases({ infraction: 'APPROVED' })

export function functionsV1(options: FunctionsOptions): FunctionsSpec {
  const { password, withdrawals, statuses, transactions = DEFAULT_CALL, ...identity } = options
  const { call, readBy } = transactions
  return {
    ...identity,

    credentials: password === 'companyId' ? [COMPANY, SECRET] : [SECRET],
    auth: {
      type: 'headers',
      headers: ({ secretKey, companyId }) => ({
        authorization: basicHeader(`${secretKey}:${password === 'companyId' ? companyId : password}`),
      }),
    },

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    expirySeconds: { PIX: DAY },
    statuses: { ...statuses, known: { ...ASKED, ...statuses.known }, asks: Object.keys(ASKED) },

    errors: { messages: ['message', 'error', 'error.message', 'errors.0.message'] },

    createTransaction: {
      *PIX({ amount, customer, ...request }, { wire, amounts, expiry }) {
        const made = yield* wire.post(
          call,
          {
            paymentMethod: 'PIX',
            amount: amounts.write(amount),
            installments: request.installments,
            customer: {
              name: customer.name,
              email: customer.email,
              phone: customer.phone && `${COUNTRY_CODE}${customer.phone}`,
              document: typedDocument(customer.document),
            },
            items: orderItems(request.items),
            pix: { expiresInDays: expiry.days },
            description: request.description,
            externalRef: request.reference,
            postbackUrl: request.webhookUrl,
            metadata: '{}',
            ip: request.customerIp,
          },
          MaybeWrapped,
          { risk: 'money' },
        )
        return toTransaction(made)
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return toTransaction(
        readBy === 'query'
          ? yield* wire.get(call, MaybeWrapped, { id: transactionId })
          : yield* wire.get(call + path`/${transactionId}`, MaybeWrapped),
      )
    },

    ...(withdrawals ? CASHOUT : {}),

    webhook: {
      verification: 'none',
      body: Postback,
      translate: postbackNews,
    },
  }
}

const CASHOUT = {
  withdrawIdempotency: { type: 'header', name: 'idempotency-key', keptFor: UNSTATED },

  withdrawStatuses: { known: bothCases({ done: 'APPROVED', done_manual: 'APPROVED' }), unknown: 'REJECTED' },

  withdraw: {
    *PIX({ amount, pixKey, pixType, description, withdrawReference, webhookUrl }, { wire, amounts }) {
      const made = yield* wire.post(
        '/withdrawals/cashout',
        {
          // The specification calls a random key EVP; clients write the other kinds in small letters.
          pixkeytype: pixType === 'RANDOM' ? 'EVP' : pixType.toLowerCase(),
          pixkey: digitsKey({ pixKey, pixType }),
          requestedamount: amounts.write(amount),
          isPix: true,
          description,
          externalRef: withdrawReference,
          postbackUrl: webhookUrl,
        },
        WrappedWithdrawal,
        { risk: 'money' },
      )
      const { id, status } = 'withdrawal' in made ? made.withdrawal : made.data
      return { withdrawId: id, rawStatus: status }
    },
  },
} as const satisfies Pick<FunctionsSpec, 'withdrawIdempotency' | 'withdrawStatuses' | 'withdraw'>

function toTransaction(made: Static<typeof MaybeWrapped>) {
  return toPixTransaction('data' in made ? made.data : made)
}
