/**
 * The white-label family around `POST /transactions`: camelCase, integer cents, lower-case methods, one object for
 * creation, read and webhook. Webhooks are unsigned, so they only say which transaction to read.
 */
import { type Static, Type } from 'typebox'
import type { KeptCard } from '../../domain/card.ts'
import { defined } from '../../domain/defined.ts'
import { CURRENCIES } from '../../domain/money.ts'
import type { Split, TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { basicHeader } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { DAY } from '../kit/expiry.ts'
import { readPath, readText } from '../kit/json.ts'
import {
  orderItems,
  PixOrder,
  Postback,
  postbackNews,
  RefundedOrder,
  streetAddress,
  toCents,
  toPixTransaction,
} from '../kit/order.ts'
import { documentType } from '../kit/people.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, CentsInAnyType, Maybe } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import type { StatusTable } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'
import { PAIRS, type Parts, WITHDRAW_KEY } from './white-label-v1/pairs.ts'
import { payOut, readTransfer } from './white-label-v1/transfers.ts'

const Transaction = Type.Object({
  ...PixOrder.properties,
  boleto: Anything,
  refundedAmount: Maybe(CentsInAnyType),
  refusedReason: Anything,
})

export type WhiteLabelSpec = ProviderSpec<Parts, number, typeof Postback>
type Customise = Partial<
  Pick<
    WhiteLabelSpec,
    | 'unsupported'
    | 'hosts'
    | 'cardMissing'
    | 'platformRequires'
    | 'withdraw'
    | 'withdrawStatuses'
    | 'createReceiver'
    | 'readReceiver'
    | 'readBalance'
    | 'tokenizeCard'
  >
>

/** How long something can be paid, exactly as the brand is told. */
export type Lifetime =
  | { readonly expiresInDays: number }
  | { readonly expiresInMinutes: number }
  | { readonly expiresInSeconds: number }

export interface WhiteLabelOptions extends Pick<WhiteLabelSpec, 'code' | 'name' | 'evidence' | 'host'>, Customise {
  /** `secret:x` when left out. */
  readonly basic?: keyof typeof PAIRS
  /** Said when a key is missing, where the specification has words for it. */
  readonly credentialsMissing?: string
  /** A day when left out. */
  readonly pix?: Lifetime
  /** Left out by a brand without boletos. */
  readonly boleto?: Lifetime
  /** How a card travels: its details with each charge, or what the brand's own vault gave for it. */
  readonly cards?: 'details' | 'token'
  /** The number of installments of every charge; the requested number is ignored. */
  readonly installments?: number
  /** What takes a payment back; left out by a brand without refunds. DELETE takes back all of it. */
  readonly refund?: 'POST' | 'DELETE'
  /** Whether money is paid out to Pix keys. */
  readonly transfers?: true
  /** Whether a withdrawal can be read. */
  readonly readsTransfers?: true
  /** Words that mean something else at this provider, or that only it has; unknown ones are REJECTED when left out. */
  readonly statuses?: StatusTable
  /** What the specification has this provider say of a refusal. */
  readonly words?: WhiteLabelSpec['errors']['words']
}

export function whiteLabelV1(options: WhiteLabelOptions): WhiteLabelSpec {
  const {
    pix = { expiresInDays: 1 },
    boleto,
    cards,
    installments,
    refund,
    transfers,
    readsTransfers,
    ...rest
  } = options
  const {
    basic = 'secret:x',
    credentialsMissing,
    statuses = { known: {}, unknown: 'REJECTED' },
    words,
    ...identity
  } = rest
  const { parts, pair } = PAIRS[basic]
  const charge = (particular: Particular) => charging(particular, installments)
  return {
    ...identity,

    credentials: [...parts, ...(transfers ? [WITHDRAW_KEY] : [])].map((part) =>
      credentialsMissing && part.required ? { ...part, missingMessage: credentialsMissing } : part,
    ),
    auth: { type: 'headers', headers: (credentials) => ({ authorization: basicHeader(pair(credentials)) }) },

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    currencies: CURRENCIES,
    splits: ['FIXED'],
    ...defined({
      maxInstallments: installments,
      cards: cards === 'details' ? 'sealed' : undefined,
      refundsWholeOnly: refund === 'DELETE' ? true : undefined,
      refundEnd: refund ? 'sum' : undefined,
    }),
    expirySeconds: { PIX: secondsOf(pix), ...defined({ BILLET: boleto ? secondsOf(boleto) : undefined }) },

    statuses,

    errors: { messages: ['message', 'error', 'errors.0.message'], ...defined({ words }) },

    createTransaction: {
      PIX: charge(() => ({ paymentMethod: 'pix', pix })),
      ...defined({
        CREDIT_CARD: cards ? charge(CARDS[cards]) : undefined,
        BILLET: boleto ? charge(() => ({ paymentMethod: 'boleto', boleto })) : undefined,
      }),
    },

    *readTransaction({ transactionId }, { wire }) {
      return toTransaction(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
    },

    ...defined({
      refund: refund ? REFUNDS[refund] : undefined,
      withdraw: transfers ? { PIX: payOut } : undefined,
      readWithdraw: transfers || readsTransfers ? readTransfer : undefined,
    }),

    webhook: {
      verification: 'none',
      body: Postback,
      translate: postbackNews,
    },
  }
}

type Flow = Parameters<NonNullable<NonNullable<WhiteLabelSpec['createTransaction']>['PIX']>>[1]
type Particular = (flow: Flow, request: TransactionRequest) => object

/** One body for every method; only what is particular to the method differs. */
function charging(particular: Particular, installments: number | undefined) {
  return function* create(request: TransactionRequest, flow: Flow) {
    const body = {
      amount: flow.amounts.write(request.amount),
      ...particular(flow, request),
      ...commonFields(request),
      installments: installments ?? request.installments,
    }
    return toTransaction(yield* flow.wire.post('/transactions', body, Transaction, { risk: 'money' }))
  }
}

const CARDS = {
  details: ({ card }) => ({ paymentMethod: 'credit_card', card: toCard(card()) }),
  token: (_, { cardId }) => ({ paymentMethod: 'credit_card', card: { hash: cardId } }),
} as const satisfies Record<string, Particular>

const REFUNDS = {
  *POST({ transactionId, amount }, { wire, amounts }) {
    const body = { amount: amounts.write(amount) }
    return toRefund(
      yield* wire.post(path`/transactions/${transactionId}/refund`, body, RefundedOrder, { risk: 'money' }),
    )
  },
  *DELETE({ transactionId }, { wire }) {
    return toRefund(
      yield* wire.delete(path`/transactions/${transactionId}`, undefined, RefundedOrder, { risk: 'money' }),
    )
  },
} as const satisfies Record<string, NonNullable<WhiteLabelSpec['refund']>>

function toRefund({ id, status, refundedAmount }: Static<typeof RefundedOrder>) {
  return { refundId: id, ...refundState(status), returned: toCents(refundedAmount) }
}

function secondsOf(lifetime: Lifetime): number {
  if ('expiresInDays' in lifetime) return lifetime.expiresInDays * DAY
  return 'expiresInMinutes' in lifetime ? lifetime.expiresInMinutes * 60 : lifetime.expiresInSeconds
}

export function toCard({ cardNumber, holderName, expMonth, expYear, cvv }: KeptCard) {
  return {
    number: cardNumber,
    holderName,
    expirationMonth: Number(expMonth),
    expirationYear: Number(fourDigitYear(expYear)),
    cvv,
  }
}

/** What a charge says whichever way it is paid. */
function commonFields(request: TransactionRequest) {
  const { customer, address } = request
  return {
    currency: request.currency,
    customer: {
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      document: { number: customer.document, type: documentType(customer.document) },
      address: address && streetAddress(address),
    },
    items: orderItems(request.items),
    postbackUrl: request.webhookUrl,
    externalRef: request.reference,
    ip: request.customerIp,
    splits: request.splits?.map(toSplit),
  }
}

function toSplit({ recipientId, amount, chargeProcessingFee }: Split) {
  return { recipientId, amount, chargeProcessingFee }
}

function toTransaction(transaction: Static<typeof Transaction>) {
  const { boleto, refundedAmount, refusedReason } = transaction
  const { expiresAt, ...pix } = toPixTransaction(transaction)
  return {
    ...pix,
    returned: toCents(refundedAmount),
    billetCode: readText(readPath(boleto, 'digitableLine')) ?? readText(readPath(boleto, 'barcode')),
    billetUrl: readPath(boleto, 'url'),
    expiresAt: expiresAt ?? readPath(boleto, 'expirationDate'),
    refusal: readText(readPath(refusedReason, 'description')),
  }
}
