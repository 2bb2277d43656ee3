/**
 * The white-label family around `POST /transactions`: camelCase, integer cents, lower-case methods, one object for
 * creation, read and webhook. Webhooks are unsigned, so they only say which transaction to read.
 */
import { type Static, Type } from 'typebox'
import type { CardData } from '../../domain/card.ts'
import type { Split, TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { basic } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { secret } from '../kit/credentials.ts'
import { DAY } from '../kit/expiry.ts'
import { documentType } from '../kit/people.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Transaction = Type.Object({
  id: Id,
  status: Text,
  amount: Type.Integer(),
  externalRef: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qrcode: Maybe(Type.String()), expirationDate: Anything })),
  boleto: Maybe(
    Type.Object({
      digitableLine: Maybe(Type.String()),
      barcode: Maybe(Type.String()),
      url: Anything,
      expirationDate: Anything,
    }),
  ),
  refusedReason: Maybe(Type.Object({ description: Maybe(Type.String()) })),
})
const Postback = Type.Object({
  type: Type.Literal('transaction'),
  objectId: Anything,
  data: Type.Object({ id: Anything, status: Anything, externalRef: Anything }),
})

const CREDENTIALS = [secret('secretKey', 'secretKey')] as const

const STATUSES = {
  waiting_payment: 'PENDING',
  pending: 'PENDING',
  processing: 'PENDING',
  approved: 'APPROVED',
  authorized: 'APPROVED',
  paid: 'APPROVED',
  refused: 'REJECTED',
  expired: 'REJECTED',
  canceled: 'REJECTED',
  cancelled: 'REJECTED',
  refunded: 'REFUNDED',
  in_protest: 'CHARGEBACK',
  chargeback: 'CHARGEBACK',
  chargedback: 'CHARGEBACK',
} as const satisfies ProviderSpec<typeof CREDENTIALS, number, typeof Postback>['statuses']['known']

type WhiteLabelSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Postback>
type Customise = Partial<
  Pick<
    WhiteLabelSpec,
    'unsupported' | 'headers' | 'createReceiver' | 'readReceiver' | 'receiverStatuses' | 'tokenizeCard'
  >
>

export interface WhiteLabelOptions extends Pick<WhiteLabelSpec, 'code' | 'name' | 'evidence' | 'host'>, Customise {
  /** Days for which a Pix code can be paid. */
  readonly pixExpiryDays: number
  /** Days for which a boleto can be paid; left out by a brand without boletos. */
  readonly boletoExpiryDays?: number
  /** Whether cards are charged. */
  readonly cards?: boolean
  /** What takes a payment back; left out by a brand without refunds. */
  readonly refund?: 'POST' | 'DELETE'
  /** Words that mean something else at this provider, or that only it has. */
  readonly statuses?: WhiteLabelSpec['statuses']['known']
  readonly unknown?: WhiteLabelSpec['statuses']['unknown']
  /** What the specification has this provider say of a refusal. */
  readonly words?: WhiteLabelSpec['errors']['words']
}

export function whiteLabelV1(options: WhiteLabelOptions): WhiteLabelSpec {
  const { pixExpiryDays, boletoExpiryDays, cards, refund, statuses, unknown = 'REJECTED', words, ...identity } = options
  return {
    ...identity,

    credentials: CREDENTIALS,
    auth: basic('{secretKey}:x'),

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    splits: ['FIXED'],
    ...(cards ? { cards: 'sealed' } : {}),
    expirySeconds: { PIX: pixExpiryDays * DAY, ...(boletoExpiryDays ? { BILLET: boletoExpiryDays * DAY } : {}) },

    statuses: { known: { ...STATUSES, ...statuses }, unknown },

    errors: { messages: ['message', 'error', 'errors.0.message'], ...(words ? { words } : {}) },

    createTransaction: {
      PIX: charge(({ expiry }) => ({ paymentMethod: 'pix', pix: { expiresInDays: expiry.days } })),
      ...(cards ? { CREDIT_CARD: charge(({ card }) => ({ paymentMethod: 'credit_card', card: toCard(card()) })) } : {}),
      ...(boletoExpiryDays
        ? { BILLET: charge(({ expiry }) => ({ paymentMethod: 'boleto', boleto: { expiresInDays: expiry.days } })) }
        : {}),
    },

    *readTransaction({ transactionId }, { wire }) {
      return answer(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
    },

    ...(refund ? { refund: takeBack(refund) } : {}),

    webhook: {
      verification: 'none',
      body: Postback,
      translate: ({ objectId, data }) => ({
        transactionId: data.id ?? objectId,
        reference: data.externalRef,
        rawStatus: data.status,
      }),
    },
  }
}

type Flow = Parameters<NonNullable<NonNullable<WhiteLabelSpec['createTransaction']>['PIX']>>[1]

/** One body for every method; only what is particular to the method differs. */
function charge(particular: (flow: Flow) => object) {
  return function* create(request: TransactionRequest, flow: Flow) {
    const body = { amount: flow.amounts.write(request.amount), ...particular(flow), ...commonFields(request) }
    return answer(yield* flow.wire.post('/transactions', body, Transaction, { risk: 'money' }))
  }
}

function takeBack(verb: 'POST' | 'DELETE'): NonNullable<WhiteLabelSpec['refund']> {
  return function* refund({ transactionId, amount }, { wire, amounts }) {
    const body = { amount: amounts.write(amount) }
    const { id, status } =
      verb === 'POST'
        ? yield* wire.post(path`/transactions/${transactionId}/refund`, body, Transaction, { risk: 'money' })
        : yield* wire.delete(path`/transactions/${transactionId}`, body, Transaction, { risk: 'money' })
    return { refundId: id, status: !['refused', 'failed'].includes(status) }
  }
}

function toCard({ cardNumber, holderName, expMonth, expYear, cvv }: CardData) {
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
    installments: request.installments,
    customer: {
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      document: { number: customer.document, type: documentType(customer.document) },
      address: address && {
        street: address.address,
        streetNumber: address.number,
        zipCode: address.zipCode,
        neighborhood: address.district,
        city: address.city,
        state: address.state,
        country: 'BR',
      },
    },
    items: request.items.map(({ id, title, unitPrice, quantity, tangible }) => ({
      title,
      unitPrice,
      quantity,
      tangible,
      externalRef: id,
    })),
    postbackUrl: request.webhookUrl,
    externalRef: request.reference,
    ip: request.customerIp,
    splits: request.splits?.map(toSplit),
  }
}

function toSplit({ recipientId, amount, chargeProcessingFee }: Split) {
  return { recipientId, amount, chargeProcessingFee }
}

function answer(transaction: Static<typeof Transaction>) {
  return {
    transactionId: transaction.id,
    rawStatus: transaction.status,
    amount: transaction.amount,
    reference: transaction.externalRef,
    pixCode: transaction.pix?.qrcode,
    billetCode: transaction.boleto?.digitableLine ?? transaction.boleto?.barcode,
    billetUrl: transaction.boleto?.url,
    expiresAt: transaction.pix?.expirationDate ?? transaction.boleto?.expirationDate,
    refusal: transaction.refusedReason?.description,
  }
}
