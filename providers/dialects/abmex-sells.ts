/**
 * ABMEX's sales: one line that is worth the whole charge, cents, a sale that is read after each unsigned webhook. Only the
 * calls and their main fields are known; the rest is assumed.
 */
import { type Static, Type } from 'typebox'
import type { KeptCard } from '../../domain/card.ts'
import { defined } from '../../domain/defined.ts'
import type { Split, TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { secret } from '../kit/credentials.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { wholeItem } from '../kit/items.ts'
import { Postback, RefundedOrder, untypedNews } from '../kit/order.ts'
import { splitName } from '../kit/people.ts'
import { COUNTRY_CODE } from '../kit/pix-keys.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Sell = Type.Object({
  id: Id,
  status: Text,
  total: Maybe(Type.Integer()),
  external_reference: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qr_code: Maybe(Type.String()), qr_code_image: Anything, expires_at: Anything })),
  boleto: Maybe(Type.Object({ digitable_line: Maybe(Type.String()), url: Anything })),
})
const Webhook = Type.Object({ ...Postback.properties, sell_id: Anything })

const CREDENTIALS = [secret('secretKey', 'secretKey')] as const

export type AbmexSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Webhook>

export interface AbmexOptions extends Pick<AbmexSpec, 'code' | 'name' | 'host' | 'splits'> {
  readonly methods: readonly (keyof typeof METHODS)[]
}

export function abmexSells({ methods, ...identity }: AbmexOptions): AbmexSpec {
  return {
    ...identity,
    evidence: 'specification',

    credentials: CREDENTIALS,
    auth: bearer('{secretKey}'),

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    ...defined({ cards: methods.includes('CREDIT_CARD') ? 'sealed' : undefined }),
    expirySeconds: { PIX: DAY, ...defined({ BILLET: methods.includes('BILLET') ? 3 * DAY : undefined }) },

    statuses: {
      known: {
        created: 'PENDING',
        awaiting_payment: 'PENDING',
        paid: 'APPROVED',
        captured: 'APPROVED',
        refunded: 'REFUNDED',
      },
      unknown: 'REJECTED',
    },

    errors: { messages: ['message', 'errors.*.0', 'errors.*', 'error'] },

    createTransaction: Object.fromEntries(methods.map((method) => [method, sale(METHODS[method])])),

    *readTransaction({ transactionId }, { wire }) {
      return toTransaction(yield* wire.get(path`/sells/${transactionId}`, Sell))
    },

    *refund({ transactionId, amount }, { wire, amounts }) {
      const body = { amount: amounts.write(amount) }
      const { status } = yield* wire.post(path`/sells/${transactionId}/refund`, body, RefundedOrder, { risk: 'money' })
      return refundState(status)
    },

    webhook: {
      verification: 'none',
      body: Webhook,
      translate: ({ sell_id, ...said }) =>
        sell_id === undefined ? untypedNews(said) : { transactionId: sell_id, rawStatus: said.status },
    },
  }
}

type Flow = Parameters<NonNullable<NonNullable<AbmexSpec['createTransaction']>['PIX']>>[1]

const METHODS = {
  PIX: () => ({ payment_method: 'pix' }),
  CREDIT_CARD: ({ card }: Flow) => ({ payment_method: 'credit_card', card: toCard(card()) }),
  BILLET: ({ expiry }: Flow) => ({ payment_method: 'boleto', due_date: brazilianDate(expiry.at) }),
} as const

function sale(particular: (flow: Flow) => object) {
  return function* create(request: TransactionRequest, flow: Flow) {
    const body = { ...particular(flow), ...commonFields(request) }
    return toTransaction(yield* flow.wire.post('/sells', body, Sell, { risk: 'money' }))
  }
}

function commonFields(request: TransactionRequest) {
  const { customer, address, reference, installments, splits, webhookUrl } = request
  const item = wholeItem(request)
  return {
    installments,
    items: [{ title: item.title, unit_price: inCents.write(item.unitPrice), quantity: 1, tangible: item.tangible }],
    customer: {
      name: customer.name,
      email: customer.email,
      document: customer.document,
      phone: customer.phone && `${COUNTRY_CODE}${customer.phone}`,
      address: address && {
        zipcode: address.zipCode,
        street: address.address,
        number: address.number,
        district: address.district,
        city: address.city,
        state: address.state,
      },
    },
    splits: splits?.map(toSplit),
    webhook: webhookUrl,
    external_reference: reference,
  }
}

function toSplit({ recipientId, type, amount }: Split) {
  return { marketplace_id: recipientId, ...(type === 'FIXED' ? { cents: amount } : { percent: amount }) }
}

function toCard({ cardNumber, holderName, expMonth, expYear, cvv }: KeptCard) {
  const { first, last } = splitName(holderName)
  return { number: cardNumber, first_name: first, last_name: last, month: expMonth, year: fourDigitYear(expYear), cvv }
}

function toTransaction({ id, status, total, external_reference, pix, boleto }: Static<typeof Sell>) {
  return {
    transactionId: id,
    rawStatus: status,
    amount: total ?? undefined,
    reference: external_reference,
    pixCode: pix?.qr_code,
    pixImage: pix?.qr_code_image,
    expiresAt: pix?.expires_at,
    billetCode: boleto?.digitable_line,
    billetUrl: boleto?.url,
  }
}
