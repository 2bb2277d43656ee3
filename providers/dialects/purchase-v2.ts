/**
 * The gateways around `POST /transactions/v2/purchase` (Axis Banking, IHub, Hunterpay): a flat buyer, integer cents, our
 * references as `externalId`. Webhooks are unsigned: they say what to read. Clients know them in two shapes, by the `type` of
 * what they are about or by an `event`; the families' own and the answer's are read as well.
 */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { inCents } from '../kit/amounts.ts'
import type { AuthSpec } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { campaignQuery, Postback, postbackNews, RefundedOrder } from '../kit/order.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import type { WithdrawStatusTable } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'

/** Where the copy-and-paste code stands is told in three ways. */
const Transaction = Type.Object({
  id: Id,
  status: Text,
  amount: Maybe(Type.Integer()),
  externalId: Maybe(Type.String()),
  pixCode: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qrcode: Maybe(Type.String()), code: Maybe(Type.String()) })),
})
const Withdrawal = Type.Object({ id: Id, status: Text })
const Collected = Type.Object({
  withdrawalId: Id,
  status: Text,
  amount: Maybe(Type.Integer()),
  externalId: Maybe(Type.String()),
})
const Balance = Type.Object({ balance: Type.Integer(), pendingBalance: Maybe(Type.Integer()) })

const Told = Type.Object({
  ...Postback.properties,
  transactionId: Anything,
  withdrawId: Anything,
  externalId: Anything,
  errorMessage: Anything,
})
const Event = Type.Object({
  event: Type.String({ pattern: '^cash(?:in|out)\\.' }),
  payload: Type.Object({
    transaction_id: Anything,
    withdrawal_id: Anything,
    external_id: Anything,
    amount: Anything,
    error_message: Anything,
  }),
})
const Webhook = Type.Union([Event, Told])

const CREDENTIALS = [secret('secretKey', 'secretKey')] as const

type PurchaseSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Webhook>

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
      body: Webhook,
      translate: (said) => (Value.Check(Event, said) ? eventNews(said) : toldNews(said)),
    },
  }
}

const REFUND = {
  refundsWholeOnly: true,

  *refund({ transactionId }, { wire }) {
    const call = path`/transactions/${transactionId}`
    const { id, status } = yield* wire.delete(call, undefined, RefundedOrder, { risk: 'money' })
    return { refundId: id, ...refundState(status) }
  },
} as const satisfies Pick<PurchaseSpec, 'refundsWholeOnly' | 'refund'>

const WITHDRAW_STATUSES = {
  known: {
    WITHDRAW_REQUEST: 'PENDING',
    WITHDRAW_PROCESSING: 'PENDING',
    WITHDRAW_APPROVED: 'APPROVED',
    WITHDRAW_REJECTED: 'REJECTED',
    WITHDRAW_RETURNED: 'REJECTED',
    WITHDRAW_ERROR: 'REJECTED',
    success: 'APPROVED',
    error: 'REJECTED',
    reject: 'REJECTED',
    returned: 'REJECTED',
  },
  unknown: 'REJECTED',
} as const satisfies WithdrawStatusTable

const CASH_OUT = {
  withdrawStatuses: WITHDRAW_STATUSES,
  withdrawLookup: {
    call: 'GET /withdraws/collect/{reference}?searchBy=externalId',
    staleFor: 'unknown',
    reaches: 'unlimited',
  },

  withdraw: {
    *PIX({ amount, pixKey, pixType, document, withdrawReference, webhookUrl }, { wire, amounts }) {
      const { id, status } = yield* wire.post(
        '/withdraws/cash-out',
        {
          amount: amounts.write(amount),
          pixKey,
          pixType,
          document,
          externalId: withdrawReference,
          postbackUrl: webhookUrl,
        },
        Withdrawal,
        { risk: 'money' },
      )
      return { withdrawId: id, rawStatus: status }
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(yield* wire.get(path`/withdraws/collect/${withdrawId}`, Collected, { searchBy: 'id' }))
  },

  *readBalance(_question, { wire }) {
    const { balance, pendingBalance } = yield* wire.get('/users/balance', Balance)
    return { available: balance, pending: pendingBalance }
  },

  *findWithdraw({ withdrawReference }, { wire }) {
    const query = { searchBy: 'externalId' }
    return toWithdrawal(yield* wire.get(path`/withdraws/collect/${withdrawReference}`, Collected, query))
  },
} as const satisfies Pick<
  PurchaseSpec,
  'withdrawStatuses' | 'withdrawLookup' | 'withdraw' | 'readWithdraw' | 'findWithdraw' | 'readBalance'
>

function toWithdrawal({ withdrawalId, status, amount, externalId }: Static<typeof Collected>) {
  return { withdrawId: withdrawalId, rawStatus: status, amount: amount ?? undefined, reference: externalId }
}

function toldNews(said: Static<typeof Told>) {
  const { transactionId, withdrawId, externalId, status, amount, errorMessage } = said
  const news = { reference: externalId, rawStatus: status, amount }
  if (said.type === 'WITHDRAW') return { ...news, withdrawId, refusal: errorMessage }
  if (said.type === 'TRANSACTION' && transactionId !== undefined) return { ...news, transactionId }
  return postbackNews({ ...said, externalRef: externalId })
}

function eventNews({ event, payload }: Static<typeof Event>) {
  const [direction, word] = event.split('.')
  const news = { reference: payload.external_id, rawStatus: word, amount: payload.amount }
  return direction === 'cashout'
    ? { ...news, withdrawId: payload.withdrawal_id, refusal: payload.error_message }
    : { ...news, transactionId: payload.transaction_id }
}

function toTransaction({ id, status, amount, externalId, pixCode, pix }: Static<typeof Transaction>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount,
    reference: externalId,
    pixCode: pixCode ?? pix?.qrcode ?? pix?.code,
  }
}
