/**
 * The white-label family around `POST /transactions`: camelCase, integer cents, lower-case methods, one object for
 * creation, read and webhook. Webhooks are unsigned, so they only say which transaction to read.
 */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Split, TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { basic } from '../kit/auth.ts'
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

export interface WhiteLabelOptions extends Pick<WhiteLabelSpec, 'code' | 'name' | 'evidence' | 'host'> {
  /** Days for which a Pix code can be paid. */
  readonly pixExpiryDays: number
  /** Words that mean something else at this provider, or that only it has. */
  readonly statuses?: WhiteLabelSpec['statuses']['known']
}

export function whiteLabelV1({ pixExpiryDays, statuses, ...identity }: WhiteLabelOptions): WhiteLabelSpec {
  return {
    ...identity,

    credentials: CREDENTIALS,
    auth: basic('{secretKey}:x'),

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    splits: ['FIXED'],
    expirySeconds: { PIX: pixExpiryDays * DAY },

    statuses: { known: { ...STATUSES, ...statuses }, unknown: 'REJECTED' },

    errors: { messages: ['message', 'error', 'errors.0.message'] },

    createTransaction: {
      *PIX(request, { wire, amounts }) {
        const body = {
          amount: amounts.write(request.amount),
          paymentMethod: 'pix',
          pix: { expiresInDays: pixExpiryDays },
          ...commonFields(request),
        }
        return answer(yield* wire.post('/transactions', body, Transaction, { risk: 'money' }))
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return answer(yield* wire.get(path`/transactions/${transactionId}`, Transaction))
    },

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

/** The wire has amounts in cents only: a percentage would have to be guessed. */
function toSplit({ recipientId, amount, type, chargeProcessingFee }: Split) {
  if (type === 'PERCENTAGE') throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
  return { recipientId, amount, chargeProcessingFee }
}

function answer(transaction: Static<typeof Transaction>) {
  return {
    transactionId: transaction.id,
    rawStatus: transaction.status,
    amount: transaction.amount,
    reference: transaction.externalRef,
    pixCode: transaction.pix?.qrcode,
    expiresAt: transaction.pix?.expirationDate,
  }
}
