/**
 * UNICOPAY: the wire of Unicopag and its siblings. The token travels in the address, a charge is known by its hash, and some
 * of the siblings wrap what they answer.
 *
 * - A refund is of the whole charge, and is only queued by the answer.
 */
import { type Static, type TSchema, Type } from 'typebox'
import type { TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { queryToken } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { campaignQuery } from '../kit/order.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Transaction = Type.Object({
  hash: Text,
  payment_status: Text,
  amount: Maybe(Type.Integer()),
  pix: Maybe(Type.Object({ pix_qr_code: Maybe(Type.String()), pix_base64: Anything })),
})
/** What is read under its hash need not repeat it. */
const Known = Type.Object({ ...Transaction.properties, hash: Maybe(Text) })
const Answer = eitherOf(Transaction)
const Read = eitherOf(Known)

export const unicopay = defineProvider({
  code: 'UNICOPAY',
  name: 'UnicoPay',
  evidence: 'clients',
  host: 'https://api.cloud.unicopag.com.br/public/v1',

  credentials: [secret('apiToken', 'secretKey')],
  auth: queryToken({ api_token: '{apiToken}' }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  cards: 'sealed',
  refundsWholeOnly: true,
  expirySeconds: { PIX: DAY },
  statuses: { known: {}, unknown: 'REJECTED' },

  errors: { messages: ['message', 'error'] },

  createTransaction: {
    *PIX(request, { wire, expiry }) {
      const body = { ...common(request), payment_method: 'pix', installments: 1, expire_in_days: expiry.days }
      return toTransaction(wholeOf(yield* wire.post('/transactions', body, Answer, { risk: 'money' })))
    },
    *CREDIT_CARD(request, { wire, card }) {
      const { cardNumber, holderName, expMonth, expYear, cvv } = card()
      const body = {
        ...common(request),
        payment_method: 'credit_card',
        installments: request.installments,
        card: {
          number: cardNumber,
          holdername: holderName,
          exp_month: expMonth,
          exp_year: fourDigitYear(expYear),
          cvv,
        },
      }
      return toTransaction(wholeOf(yield* wire.post('/transactions', body, Answer, { risk: 'money' })))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const { hash, ...read } = wholeOf(yield* wire.get(path`/transactions/${transactionId}`, Read))
    return toTransaction({ ...read, hash: hash ?? transactionId })
  },

  *refund({ transactionId }, { wire }) {
    yield* wire.post(path`/payments/${transactionId}/refund`, {}, Type.Object({}), { risk: 'money' })
    return { state: 'queued' }
  },

  webhook: {
    verification: 'none',
    body: Type.Object({ hash: Anything, payment_status: Anything }),
    translate: ({ hash, payment_status }) => ({ transactionId: hash, rawStatus: payment_status }),
  },
})

function common(request: TransactionRequest) {
  const { amount, customer, address, items, webhookUrl, reference } = request
  const campaign = campaignQuery(request)
  return {
    amount: inCents.write(amount),
    postback_url: webhookUrl,
    customer: {
      name: customer.name,
      email: customer.email,
      phone_number: customer.phone,
      document: customer.document,
      zip_code: address?.zipCode,
      street_name: address?.address,
      number: address?.number,
      neighborhood: address?.district,
      city: address?.city,
      state: address?.state,
    },
    cart: items.map(({ id, title, unitPrice, quantity, tangible }) => ({
      product_hash: id,
      title,
      price: inCents.write(unitPrice),
      quantity,
      operation_type: 1,
      tangible,
    })),
    metadata: { order_id: reference },
    tracking: campaign === undefined ? undefined : utmOf(campaign),
  }
}

function utmOf(campaign: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(campaign)].filter(([name]) => name.startsWith('utm_')))
}

function eitherOf<S extends TSchema>(transaction: S) {
  return Type.Union([transaction, Type.Object({ result: transaction }), Type.Object({ transaction })])
}

const wholeOf = <T extends object>(either: T | { result: T } | { transaction: T }): T =>
  'result' in either ? either.result : 'transaction' in either ? either.transaction : either

function toTransaction(transaction: Static<typeof Transaction>) {
  return {
    transactionId: transaction.hash,
    rawStatus: transaction.payment_status,
    amount: transaction.amount ?? undefined,
    pixCode: transaction.pix?.pix_qr_code,
    pixImage: transaction.pix?.pix_base64,
  }
}
