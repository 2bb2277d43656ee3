/**
 * CELCOIN's cel_cash, once Galax Pay (https://developers.celcoin.com.br): a token per account, cents, a charge with one
 * transaction in it, whose word is the status.
 *
 * An uncaptured authorization expires unpaid. One that comes back uncaptured is captured at once, and so
 * is one that is found after its answer was lost.
 */
import { type Static, Type } from 'typebox'
import type { KeptCard } from '../../domain/card.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { Steps } from '../contract.ts'
import { inCents } from '../kit/amounts.ts'
import { expectSame, wholeCents } from '../kit/answers.ts'
import { basicHeader, TokenAnswer } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { inField } from '../kit/proof.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path, type Wire } from '../kit/wire.ts'

const Charge = Type.Object({
  galaxPayId: Id,
  myId: Maybe(Type.String()),
  value: Maybe(Type.Integer()),
  Transactions: Type.Array(
    Type.Object({
      status: Text,
      value: Anything,
      Pix: Maybe(Type.Object({ qrCode: Maybe(Type.String()), image: Anything })),
      Boleto: Maybe(Type.Object({ bankLine: Maybe(Type.String()), pdf: Anything })),
    }),
    { minItems: 1 },
  ),
})
type Charge = Static<typeof Charge>
const Created = Type.Object({ Charge })
const Found = Type.Object({ Charges: Type.Array(Charge) })
/** Said of a capture, a cancellation and a reversal. */
const Done = Type.Object({ type: Type.Literal(true) })

/** A boleto that was paid with less than was asked for. */
const UNDERPAID = 'lessValueBoleto'

const SCOPES =
  'customers.read customers.write plans.read plans.write transactions.read transactions.write webhooks.write balance.read cards.read cards.write card-brands.read subscriptions.read subscriptions.write charges.read charges.write boletos.read'

const PAGE = { startAt: '0', limit: '10' }

export const celcoin = defineProvider({
  code: 'CELCOIN',
  name: 'Celcoin',
  evidence: 'documentation',
  host: 'https://api.galaxpay.com.br/v2',

  credentials: [key('galaxId', 'publicKey'), secret('galaxHash', 'secretKey'), webhookSecret],
  auth: {
    type: 'token',
    earlySeconds: 30,
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    *fetch({ credentials: { galaxId, galaxHash }, wire }) {
      const headers = { authorization: basicHeader(`${galaxId}:${galaxHash}`) }
      const body = { grant_type: 'authorization_code', scope: SCOPES }
      const options = { risk: 'repeatable', authenticated: false, headers } as const
      const { access_token, expires_in } = yield* wire.post('/token', body, TokenAnswer, options)
      return { token: access_token, expiresInSeconds: expires_in }
    },
  },

  idempotency: { type: 'none' },
  lookup: { call: 'GET /charges?myIds=', staleFor: 'unknown', reaches: 'unlimited' },

  amounts: inCents,
  cards: 'sealed',
  // Its reference names the call for cards alone, and nothing is documented of parts.
  refundMethods: ['CREDIT_CARD'],
  refundsWholeOnly: true,
  expirySeconds: { PIX: 5 * DAY, BILLET: 5 * DAY },

  statuses: {
    known: {
      notSend: 'PENDING',
      pendingPix: 'PENDING',
      pendingBoleto: 'PENDING',
      [UNDERPAID]: 'PENDING',
      authorized: 'APPROVED',
      captured: 'APPROVED',
      payedPix: 'APPROVED',
      payedBoleto: 'APPROVED',
      moreValueBoleto: 'APPROVED',
      paidDuplicityBoleto: 'APPROVED',
      payExternal: 'APPROVED',
      denied: 'REJECTED',
      notCompensated: 'REJECTED',
      unavailablePix: 'REJECTED',
      cancel: 'REJECTED',
      cancelByContract: 'REJECTED',
      free: 'REJECTED',
      reversed: 'REFUNDED',
      chargeback: 'CHARGEBACK',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['error.details.*.0', 'error.message'] },

  createTransaction: {
    *PIX(request, { wire, now, expiry }) {
      const PaymentMethodPix = { Deadline: { type: 'days', value: expiry.days } }
      return toTransaction(yield* charge(wire, { ...commonFields(request, 'pix', now), PaymentMethodPix }))
    },
    *CREDIT_CARD(request, { wire, now, card }) {
      const PaymentMethodCreditCard = { Card: toCard(card()), qtdInstallments: request.installments }
      const made = yield* charge(wire, { ...commonFields(request, 'creditcard', now), PaymentMethodCreditCard })
      if (made.myId) expectSame('reference', made.myId, request.reference)
      return yield* captured(made, wire)
    },
    *BILLET(request, { wire, expiry }) {
      const PaymentMethodBoleto = { instructions: request.description }
      return toTransaction(yield* charge(wire, { ...commonFields(request, 'boleto', expiry.at), PaymentMethodBoleto }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return yield* read(transactionId, wire)
  },

  *findTransaction({ reference }, { wire }) {
    const { Charges } = yield* wire.get('/charges', Found, { myIds: reference, ...PAGE })
    const charge = Charges.find(({ myId }) => myId === reference)
    return charge ? yield* captured(charge, wire) : null
  },

  // https://developers.celcoin.com.br/docs/cancelar-cobrança-avulsa: its answer does not say what became of the charge.
  *cancelTransaction({ transactionId }, { wire }) {
    yield* wire.delete(path`/charges/${transactionId}/galaxPayId`, undefined, Done, { risk: 'repeatable' })
    return yield* read(transactionId, wire)
  },

  // https://developers.celcoin.com.br/reference/estornar-cobrança-no-cartão: its answer says that the reversal is accepted, not that it is done.
  *refund({ transactionId, amount }, { wire, amounts }) {
    const body = { valueToReverse: amounts.write(amount) }
    yield* wire.put(path`/charges/${transactionId}/galaxPayId/reverse`, body, Done, { risk: 'money' })
    return { state: 'queued' }
  },

  webhook: {
    verification: 'sharedSecret',
    repeated: inField('confirmHash'),
    body: Type.Object({
      event: Type.Literal('transaction.updateStatus'),
      Transaction: Type.Object({ status: Anything, value: Anything }),
      Charge: Type.Object({ galaxPayId: Anything, myId: Anything, value: Anything }),
    }),
    translate: ({ Transaction, Charge: charge }) => ({
      transactionId: charge.galaxPayId,
      reference: charge.myId,
      // What came of an underpaid boleto is read.
      rawStatus: Transaction.status === UNDERPAID ? undefined : Transaction.status,
      amount: statedBy(charge.value, Transaction),
    }),
  },
})

function* charge(wire: Wire, body: object): Steps<Charge> {
  return (yield* wire.post('/charges', body, Created, { risk: 'money' })).Charge
}
function* read(transactionId: string, wire: Wire) {
  const { Charges } = yield* wire.get('/charges', Found, { galaxPayIds: transactionId, ...PAGE })
  const [charge] = Charges
  if (!charge) throw new ProviderError('NotFound', MESSAGES.transactionNotFound)
  return toTransaction(charge)
}

/** Capturing a captured charge changes nothing, so the request may be repeated. */
function* captured(charge: Charge, wire: Wire): Steps<ReturnType<typeof toTransaction>> {
  if (charge.Transactions[0]?.status !== 'authorized') return toTransaction(charge)
  const capture = path`/charges/${String(charge.galaxPayId)}/galaxPayId/capture`
  yield* wire.put(capture, {}, Done, { risk: 'repeatable' })
  return { ...toTransaction(charge), rawStatus: 'captured' }
}

function commonFields(request: TransactionRequest, mainPaymentMethodId: string, due: string) {
  const { reference, amount, description, customer, address } = request
  return {
    myId: reference,
    value: inCents.write(amount),
    payday: brazilianDate(due),
    mainPaymentMethodId,
    additionalInfo: description,
    payedOutsideGalaxPay: false,
    Customer: {
      myId: customer.document,
      name: customer.name,
      document: customer.document,
      emails: [customer.email],
      phones: customer.phone ? [Number(customer.phone)] : [],
      Address: address && {
        zipCode: address.zipCode,
        street: address.address,
        number: address.number,
        neighborhood: address.district,
        city: address.city,
        state: address.state,
      },
    },
  }
}

function toCard({ cardNumber, holderName, expMonth, expYear, cvv }: KeptCard) {
  return { number: cardNumber, holder: holderName, expiresAt: `${fourDigitYear(expYear)}-${expMonth}`, cvv }
}

/** A boleto that was paid with more than was asked for, or twice. */
const OVERPAID: readonly unknown[] = ['moreValueBoleto', 'paidDuplicityBoleto']

/** A charge states what was asked for. Of an overpaid one that is not what came: only a larger value of its transaction may be. */
function statedBy<Value>(asked: Value, transaction: { status?: unknown; value?: unknown } | undefined) {
  if (!OVERPAID.includes(transaction?.status)) return asked
  const came = wholeCents(transaction?.value)
  return came !== undefined && came > Number(asked) ? came : undefined
}

/** What came of an underpaid boleto; nothing where its transaction does not state less than was asked for. */
function partlyPaidBy(asked: unknown, transaction: { status?: unknown; value?: unknown } | undefined) {
  if (transaction?.status !== UNDERPAID) return undefined
  const came = wholeCents(transaction.value)
  return came !== undefined && came < Number(asked) ? came : 0
}

function toTransaction({ galaxPayId, myId, value, Transactions }: Charge) {
  const [transaction] = Transactions
  return {
    transactionId: galaxPayId,
    rawStatus: transaction?.status,
    amount: statedBy(value, transaction),
    partlyPaid: partlyPaidBy(value, transaction),
    reference: myId,
    pixCode: transaction?.Pix?.qrCode,
    pixImage: transaction?.Pix?.image,
    billetCode: transaction?.Boleto?.bankLine,
    billetUrl: transaction?.Boleto?.pdf,
  }
}
