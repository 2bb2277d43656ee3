/**
 * SUITPAY: client id and secret in the headers `ci` and `cs`, reais, an answer that repeats neither amount nor reference.
 *
 * - A webhook's `hash` covers its values in the order in which they came, and the client secret, but neither the fields' names nor
 *   where a value ends: `UNPAID` can be cut into `UN` and `PAID`. So every notice is read before it is believed.
 * - Card webhooks carry an id and a status, and no hash: they only say that the transaction is to be read.
 * - Only card charges can be refunded, and only in full.
 */
import { type Static, Type } from 'typebox'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { ProviderError, type ProviderErrorKind } from '../../domain/provider-error.ts'
import { inReais } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { readPath } from '../kit/json.ts'
import { digitsKey } from '../kit/pix-keys.ts'
import { hashOfValues } from '../kit/proof.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { bill, cardBill } from './suitpay/bills.ts'

const Refusal = Type.Object({ response: Type.String({ pattern: '^(?!OK$).' }), msg: Maybe(Type.String()) })
const Ok = Type.Literal('OK')
const PixCharge = Type.Object({ response: Ok, idTransaction: Id, paymentCode: Text, paymentCodeBase64: Anything })
const Boleto = Type.Object({ response: Ok, idTransaction: Id, digitableLine: Text })
const CardCharge = Type.Object({ response: Ok, transactionId: Id, statusTransaction: Text })
const Withdrawal = Type.Object({ response: Ok, idTransaction: Id })
const Cancelled = Type.Object({ response: Ok, transactionId: Maybe(Id), statusTransaction: Anything })
const CANCEL_WORDS = { done: ['CHARGEBACK'], refused: [], waiting: ['PAID_OUT', 'PAYMENT_ACCEPT'] }

const TYPES = { PIX: 'PIX', CREDIT_CARD: 'CARD', BILLET: 'BOLETO' } as const satisfies Record<PaymentMethod, string>
const KEY_TYPES = {
  CPF: 'document',
  CNPJ: 'document',
  EMAIL: 'email',
  PHONE: 'phoneNumber',
  RANDOM: 'randomKey',
} as const

/** Whatever the answer's HTTP status. Two of its refusals do not say that nothing has happened. */
const REFUSALS: Readonly<Record<string, ProviderErrorKind>> = {
  REJECTED: 'Declined',
  ERROR: 'OutcomeUnknown',
  DUPLICATE_EXTERNAL_ID: 'OutcomeUnknown',
}

const MONEY = { risk: 'money' } as const
const STATUS_PATH = '/api/v1/gateway/consult-status-transaction'

const WITHDRAWAL_TYPE = 'PIX_CASHOUT'

export const suitpay = defineProvider({
  code: 'SUITPAY',
  name: 'SuitPay',
  evidence: 'documentation',
  host: 'https://ws.suitpay.app',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey')],
  auth: headers({ ci: '{clientId}', cs: '{clientSecret}' }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  cards: 'sealed',
  refundMethods: ['CREDIT_CARD'],
  refundsWholeOnly: true,
  expirySeconds: { PIX: DAY, BILLET: 3 * DAY },

  statuses: {
    known: {
      WAITING_FOR_APPROVAL: 'PENDING',
      PAID_OUT: 'APPROVED',
      PAYMENT_ACCEPT: 'APPROVED',
      UNPAID: 'REJECTED',
      CANCELED: 'REJECTED',
      CHARGEBACK: 'CHARGEBACK',
    },
    unknown: 'REJECTED',
    // What it answers to a cancellation of ours, too.
    returns: ['CHARGEBACK'],
  },
  withdrawStatuses: {
    known: { WAITING_FOR_APPROVAL: 'PENDING', PAID_OUT: 'APPROVED', CANCELED: 'REJECTED' },
    unknown: 'REJECTED',
  },

  errors: {
    messages: ['msg', 'acquirerMessage', 'response'],
    codes: ['response'],
    kinds: REFUSALS,
  },

  createTransaction: {
    *PIX(request, { wire, expiry }) {
      const body = bill(request, brazilianDate(expiry.at))
      const answer = yield* wire.post('/api/v1/gateway/request-qrcode', body, Type.Union([PixCharge, Refusal]), MONEY)
      const { idTransaction, paymentCode, paymentCodeBase64 } = accepted(answer)
      return {
        transactionId: idTransaction,
        rawStatus: undefined,
        pixCode: paymentCode,
        pixImage: paymentCodeBase64,
      }
    },
    *BILLET(request, { wire, expiry }) {
      const body = bill(request, brazilianDate(expiry.at))
      const answer = yield* wire.post('/api/v1/gateway/request-boleto', body, Type.Union([Boleto, Refusal]), MONEY)
      const { idTransaction, digitableLine } = accepted(answer)
      return { transactionId: idTransaction, rawStatus: undefined, billetCode: digitableLine }
    },
    *CREDIT_CARD(request, { wire, card }) {
      const body = cardBill(request, card())
      const answer = yield* wire.post('/api/v3/gateway/card', body, Type.Union([CardCharge, Refusal]), MONEY)
      const charge = accepted(answer)
      return { transactionId: charge.transactionId, rawStatus: charge.statusTransaction }
    },
  },

  *readTransaction({ transactionId, paymentMethod }, { wire }) {
    const body = { typeTransaction: TYPES[paymentMethod], idTransaction: transactionId }
    const rawStatus = yield* wire.post(STATUS_PATH, body, Text, { risk: 'read' })
    return { transactionId, rawStatus }
  },

  *refund({ transactionId }, { wire }) {
    const answer = yield* wire.post('/api/v3/gateway/cancel', undefined, Type.Union([Cancelled, Refusal]), {
      ...MONEY,
      query: { transactionId },
    })
    const { transactionId: refundId, statusTransaction } = accepted(answer)
    return { refundId, ...refundState(statusTransaction, CANCEL_WORDS) }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const { amount, withdrawReference, pixType, document } = request
      const withdrawal = yield* wire.post(
        '/api/v1/gateway/pix-payment',
        {
          key: digitsKey(request),
          typeKey: KEY_TYPES[pixType],
          value: amounts.write(amount),
          // With it the key must belong to that person or company: a Pix to a stranger is refused.
          documentValidation: document,
          externalId: withdrawReference,
          callbackUrl: request.webhookUrl,
        },
        Type.Union([Withdrawal, Refusal]),
        MONEY,
      )
      return { withdrawId: accepted(withdrawal).idTransaction, status: 'PENDING' }
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    const body = { typeTransaction: WITHDRAWAL_TYPE, idTransaction: withdrawId }
    return { withdrawId, rawStatus: yield* wire.post(STATUS_PATH, body, Text, { risk: 'read' }) }
  },

  webhook: {
    verification: 'signature',
    provedBy: 'clientSecret',
    verify: hashOfValues('hash'),
    bindsFields: false,
    unsigned: isOfCard,
    body: Type.Object({
      idTransaction: Anything,
      typeTransaction: Type.Union([
        Type.Literal('PIX'),
        Type.Literal('CARD'),
        Type.Literal('BOLETO'),
        Type.Literal(WITHDRAWAL_TYPE),
      ]),
      statusTransaction: Anything,
      requestNumber: Anything,
      value: Anything,
    }),
    translate: ({ idTransaction, typeTransaction, statusTransaction, requestNumber, value }) => {
      if (typeTransaction === WITHDRAWAL_TYPE) {
        return { withdrawId: idTransaction, rawStatus: statusTransaction, amount: value }
      }
      const said = { transactionId: idTransaction, rawStatus: statusTransaction }
      return typeTransaction === TYPES.CREDIT_CARD ? said : { ...said, reference: requestNumber, amount: value }
    },
  },
})

function isOfCard(body: unknown): boolean {
  return readPath(body, 'typeTransaction') === TYPES.CREDIT_CARD && readPath(body, 'hash') === undefined
}

/** @throws ProviderError when a 200 says that it was refused. */
function accepted<T extends { response: 'OK' }>(answer: T | Static<typeof Refusal>): T {
  if (isOk(answer)) return answer
  const { response, msg } = answer
  throw new ProviderError(REFUSALS[response] ?? 'Declined', msg || response)
}

function isOk<T extends { response: 'OK' }>(answer: T | Static<typeof Refusal>): answer is T {
  return answer.response === 'OK'
}
