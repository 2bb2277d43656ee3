/**
 * Pagar.me core v5 (https://docs.pagar.me/reference): an order with one charge. Cents, Basic authentication, its own card vault.
 *
 * - For a day, repeating a request with the same idempotency-key returns what the first one made.
 * - A saved card belongs to a customer, and is charged only together with it: our card id holds both.
 * - A partially refunded charge stays paid: `canceled_amount` (from the official SDK) says how much was refunded.
 * - Canceling a paid boleto gives nothing back unless the buyer's bank account is sent, which we do not know
 *   (https://docs.pagar.me/reference/cancelar-cobrança).
 * - The order's lines must add up to what is charged.
 */
import { type Static, Type } from 'typebox'
import type { CardData } from '../../domain/card.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { inCents } from '../kit/amounts.ts'
import { wholeCents } from '../kit/answers.ts'
import { basic } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { basicEquals } from '../kit/proof.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { Flow, ProviderSpec } from '../kit/spec.ts'
import type { StatusTable, WithdrawStatusTable } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'
import { chargedCard, descriptor, order, recipient, toCustomer, tokenRequest } from './pagarme-v5/bodies.ts'
import { paidBy, partlyPaidBy, wordOf } from './pagarme-v5/charges.ts'
import { Bank, Moved, Refunded, toRefund } from './pagarme-v5/refunds.ts'

const Created = Type.Object({ id: Text })
const Charge = Type.Object({
  id: Maybe(Text),
  status: Text,
  paid_amount: Anything,
  canceled_amount: Anything,
  last_transaction: Maybe(Bank),
})
const Order = Type.Object({
  id: Text,
  code: Maybe(Type.String()),
  amount: Maybe(Type.Integer()),
  charges: Type.Array(Charge, { minItems: 1 }),
})
const Refundable = Type.Object({ charges: Type.Array(Type.Object({ id: Maybe(Text), ...Moved })) })
const Orders = Type.Object({ data: Type.Array(Type.Object({ id: Text, code: Anything })) })
const Withdrawal = Type.Object({ id: Id, amount: Maybe(Type.Integer()), status: Text })
const Recipient = Type.Object({ id: Text, status: Text })
const OpenedRecipient = Type.Object({ id: Text, status: Maybe(Type.String()) })
const Balance = Type.Object({ available_amount: Type.Integer(), waiting_funds_amount: Maybe(Type.Integer()) })
const Webhook = Type.Object({
  type: Type.String({ pattern: '^(?:order|charge)\\.' }),
  data: Type.Object({
    id: Anything,
    code: Anything,
    status: Anything,
    amount: Anything,
    order: Anything,
    charges: Anything,
    paid_amount: Anything,
    last_transaction: Anything,
  }),
})

const CREDENTIALS = [key('publicKey', 'publicKey'), secret('secretKey', 'secretKey'), webhookSecret] as const

type PagarmeSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Webhook>
type PagarmeFlow = Flow<{ publicKey: string; secretKey: string }, number>

export interface PagarmeOptions extends Pick<PagarmeSpec, 'code' | 'name' | 'evidence'> {
  /** The status of a canceled charge. */
  readonly canceled: 'REFUNDED' | 'REJECTED'
  /** The status of a canceled withdrawal. */
  readonly canceledWithdrawal: 'CANCELED' | 'REJECTED'
}

const STATUSES = {
  pending: 'PENDING',
  processing: 'PENDING',
  underpaid: 'PENDING',
  paid: 'APPROVED',
  overpaid: 'APPROVED',
  failed: 'REJECTED',
  refunded: 'REFUNDED',
  chargedback: 'CHARGEBACK',
} as const satisfies StatusTable['known']

const WITHDRAW_STATUSES = {
  pending: 'PENDING',
  pending_transfer: 'PENDING',
  processing: 'PENDING',
  created: 'PENDING',
  transferred: 'APPROVED',
  failed: 'REJECTED',
} as const satisfies WithdrawStatusTable['known']

export function pagarmeV5({ canceled, canceledWithdrawal, ...identity }: PagarmeOptions): PagarmeSpec {
  return {
    ...identity,
    host: 'https://api.pagar.me/core/v5',

    credentials: CREDENTIALS,
    auth: basic('{secretKey}:'),

    idempotency: { type: 'header', name: 'idempotency-key', keptFor: DAY },
    refundIdempotency: { type: 'header', name: 'idempotency-key', keptFor: DAY },
    withdrawIdempotency: { type: 'header', name: 'idempotency-key', keptFor: DAY },
    lookup: { call: 'GET /orders?code=', staleFor: 'unknown', reaches: 'unlimited' },

    amounts: inCents,
    splits: ['FIXED', 'PERCENTAGE'],
    receiverRequires: ['registration'],
    platformRequires: ['defaultReceiverId'],
    refundMethods: ['PIX', 'CREDIT_CARD'],
    expirySeconds: { PIX: DAY, BILLET: 5 * DAY },

    statuses: { known: { ...STATUSES, canceled }, unknown: 'REJECTED' },
    withdrawStatuses: { known: { ...WITHDRAW_STATUSES, canceled: canceledWithdrawal }, unknown: 'REJECTED' },
    // Of the other words that are known the specification makes PENDING: `refused`, `suspended`, `blocked` and `inactive` are asked about.
    receiverStatuses: {
      known: { registration: 'PENDING', affiliation: 'PENDING', active: 'ACTIVE', rejected: 'REJECTED' },
      unknown: 'PENDING',
    },

    errors: { messages: ['errors.*.0', 'errors.*.message', 'errors.*', 'message'] },

    createTransaction: {
      *PIX(request, { wire, expiry }) {
        const payment = { payment_method: 'pix', pix: { expires_in: expiry.seconds } }
        const body = order(request, { customer: toCustomer(request) }, payment)
        return toTransaction(yield* wire.post('/orders', body, Order, { risk: 'money' }))
      },
      *CREDIT_CARD(request, { wire, derived }) {
        const { buyer, card } = chargedCard(request)
        const payment = {
          payment_method: 'credit_card',
          credit_card: {
            installments: request.installments,
            statement_descriptor: descriptor(request, derived),
            operation_type: 'auth_and_capture',
            ...card,
          },
        }
        return toTransaction(yield* wire.post('/orders', order(request, buyer, payment), Order, { risk: 'money' }))
      },
      *BILLET(request, { wire, expiry }) {
        const payment = { payment_method: 'boleto', boleto: { due_at: expiry.at, type: 'DM' } }
        const body = order(request, { customer: toCustomer(request) }, payment)
        return toTransaction(yield* wire.post('/orders', body, Order, { risk: 'money' }))
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return toTransaction(yield* wire.get(path`/orders/${transactionId}`, Order))
    },

    *findTransaction({ reference }, { wire }) {
      const { data } = yield* wire.get('/orders', Orders, { code: reference })
      const found = data.find(({ code }) => code === reference)
      return found ? toTransaction(yield* wire.get(path`/orders/${found.id}`, Order)) : null
    },

    /** The refund is made on the order's charge, which has its own id. */
    *refund({ transactionId, amount }, { wire, amounts }) {
      const { charges } = yield* wire.get(path`/orders/${transactionId}`, Refundable)
      const charge = charges[0]?.id
      if (!charge) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
      const body = { amount: amounts.write(amount) }
      const refunded = yield* wire.delete(path`/charges/${charge}`, body, Refunded, { risk: 'money' })
      return toRefund(refunded, canceled === 'REFUNDED')
    },

    *readRefund({ transactionId, refundId }, { wire }) {
      const { charges } = yield* wire.get(path`/orders/${transactionId}`, Refundable)
      const charge = charges[0]
      const isAboutIt = charge !== undefined && refundId !== undefined && charge.last_transaction?.id === refundId
      return isAboutIt ? toRefund(charge, canceled === 'REFUNDED') : null
    },

    withdraw: {
      *RECEIVER({ receiverId, amount, withdrawReference }, { wire, amounts }) {
        const body = { amount: amounts.write(amount), metadata: { reference: withdrawReference } }
        const made = yield* wire.post(path`/recipients/${receiverId}/withdrawals`, body, Withdrawal, { risk: 'money' })
        return toWithdrawal(made)
      },
    },
    *readWithdraw({ withdrawId, receiverId = '' }, { wire }) {
      return toWithdrawal(yield* wire.get(path`/recipients/${receiverId}/withdrawals/${withdrawId}`, Withdrawal))
    },

    *createReceiver(request, { wire }) {
      const { id, status } = yield* wire.post('/recipients', recipient(request), OpenedRecipient, { risk: 'money' })
      return { receiverId: id, rawStatus: status ?? undefined }
    },
    *readReceiver({ receiverId }, { wire, amounts }) {
      const { id, status } = yield* wire.get(path`/recipients/${receiverId}`, Recipient)
      const { available_amount } = yield* wire.get(path`/recipients/${receiverId}/balance`, Balance)
      const balance = available_amount < 0 ? {} : { balance: amounts.read(available_amount) }
      return { receiverId: id, rawStatus: status, ...balance }
    },
    *readBalance({ receiverId }, { wire, platform }) {
      const owner = receiverId ?? platform.defaultReceiverId
      if (owner === undefined) throw new ProviderError('InvalidRequest', MESSAGES.receiverNotFound)
      const held = yield* wire.get(path`/recipients/${owner}/balance`, Balance)
      return { available: held.available_amount, pending: held.waiting_funds_amount }
    },

    *tokenizeCard(card, flow) {
      return yield* tokenOf(card, flow)
    },
    *buildCardId(card, flow) {
      const token = yield* tokenOf(card, flow)
      const { holderName: name, holderDocument: document, email = '' } = card
      const buyer = toCustomer({ customer: { name, document, email } })
      const customer = yield* flow.wire.post('/customers', buyer, Created, { risk: 'repeatable' })
      const cards = path`/customers/${customer.id}/cards`
      const saved = yield* flow.wire.post(cards, { token }, Created, { risk: 'repeatable' })
      return `${customer.id}|${saved.id}`
    },

    webhook: {
      verification: 'sharedSecret',
      verify: basicEquals,
      body: Webhook,
      translate: ({ type, data }) =>
        type.startsWith('order.')
          ? {
              transactionId: data.id,
              reference: data.code,
              rawStatus: wordOf(first(data.charges)),
              amount: paidBy(first(data.charges)) ?? data.amount,
            }
          : {
              transactionId: idOf(data.order),
              reference: data.code,
              rawStatus: wordOf(data),
              amount: paidBy(data) ?? data.amount,
            },
    },
  }
}

/** Authenticated only by the public key in the address, as from a browser. */
function* tokenOf(card: CardData, { wire, credentials }: PagarmeFlow) {
  const body = tokenRequest(card)
  const query = { appId: credentials.publicKey }
  return (yield* wire.post('/tokens', body, Created, { risk: 'repeatable', authenticated: false, query })).id
}

function toWithdrawal({ id, amount, status }: Static<typeof Withdrawal>) {
  return { withdrawId: id, rawStatus: status, amount: amount ?? undefined }
}

function toTransaction({ id, code, amount, charges }: Static<typeof Order>) {
  const bank = charges[0]?.last_transaction
  return {
    transactionId: id,
    rawStatus: wordOf(charges[0]),
    amount: paidBy(charges[0]) ?? amount,
    partlyPaid: partlyPaidBy(charges[0]),
    returned: wholeCents(charges[0]?.canceled_amount),
    reference: code,
    pixCode: bank?.qr_code,
    pixImage: bank?.qr_code_url,
    expiresAt: bank?.expires_at,
    billetCode: bank?.line,
    billetUrl: bank?.pdf ?? bank?.url,
    refusal: bank?.acquirer_message ?? bank?.gateway_response?.errors?.[0]?.message,
  }
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function idOf(value: unknown): unknown {
  return (value as { id?: unknown } | null | undefined)?.id
}
