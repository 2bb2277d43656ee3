/**
 * Iugu's invoices (https://dev.iugu.com): cents, Basic with the token alone, one invoice per charge. A card is a token that
 * is charged against an invoice. Webhooks are unsigned web forms that name an invoice, which is then read.
 *
 * - One line is worth the whole charge: Iugu adds the lines up.
 * - An invoice waiting for its card moves no money: the money request is the charge.
 * - A boleto is given back by a bank transfer alone, a card for 180 days (https://dev.iugu.com/docs/estorno).
 * - A partially refunded invoice stays paid: `refunded_cents` says how much, according to several public clients, not the documentation.
 * - Repeating a charge under its Idempotency-Key may answer for the first invoice: the id is taken from that answer.
 */
import { type Static, Type } from 'typebox'
import type { CardData } from '../../domain/card.ts'
import { WHOLE_ADDRESS } from '../../domain/requirements.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import { inCents } from '../kit/amounts.ts'
import { expectSame, wholeCents } from '../kit/answers.ts'
import { basic, basicHeader } from '../kit/auth.ts'
import { fourDigitYear } from '../kit/cards.ts'
import { key, secret } from '../kit/credentials.ts'
import { addSeconds, brazilianDate, DAY } from '../kit/expiry.ts'
import { NEVER_RELIED_ON } from '../kit/idempotency.ts'
import { wholeItem } from '../kit/items.ts'
import { splitName } from '../kit/people.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import type { Flow, ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Invoice = Type.Object({
  id: Text,
  status: Text,
  total_cents: Maybe(Type.Integer()),
  refunded_cents: Anything,
  order_id: Maybe(Type.String()),
  pix: Maybe(Type.Object({ qrcode_text: Maybe(Type.String()), qrcode: Anything })),
  bank_slip: Maybe(Type.Object({ digitable_line: Maybe(Type.String()), bank_slip_pdf_url: Anything })),
})
const CardCharge = Type.Object({
  success: Type.Boolean(),
  status: Maybe(Type.String()),
  message: Maybe(Type.String()),
  invoice_id: Maybe(Type.String()),
})
/** Where the account captures later, or analyses first, a card that was accepted has not been paid with yet. */
const ACCEPTED_ONLY: readonly string[] = ['authorized', 'in_analysis', 'pending']
const Named = Type.Object({ id: Text })
const Webhook = Type.Object({
  event: Type.String({ pattern: '^invoice\\.' }),
  data: Type.Object({ id: Anything }),
})

export const CREDENTIALS = [key('accountId', 'publicKey'), secret('apiToken', 'secretKey')] as const

export type IuguSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Webhook>
export type IuguFlow = Flow<{ accountId: string; apiToken: string }, number>

export interface IuguOptions extends Pick<IuguSpec, 'code' | 'name' | 'evidence' | 'splits'> {
  /** What an invoice says besides what every invoice says. */
  readonly particular: (request: TransactionRequest) => object
  /** A card's single payment is said too. */
  readonly monthsAlways?: true
  /** The payer's area code has a field of its own. */
  readonly phonePrefix?: true
}

export function iuguInvoices({ particular, monthsAlways, phonePrefix, ...identity }: IuguOptions): IuguSpec {
  function* invoice(request: TransactionRequest, payableWith: string, flow: IuguFlow, risk: 'money' | 'repeatable') {
    const phone = phoneOf(request, phonePrefix)
    const body = { ...commonFields(request, payableWith, flow.now, phone), ...particular(request) }
    return yield* flow.wire.post('/invoices', body, Invoice, { risk, ...actingFor(request.receiverToken) })
  }

  return {
    ...identity,
    host: 'https://api.iugu.com/v1',

    credentials: CREDENTIALS,
    auth: basic('{apiToken}:'),

    idempotency: { type: 'header', name: 'idempotency-key', keptFor: NEVER_RELIED_ON },
    lookup: null,

    amounts: inCents,
    refundMethods: ['PIX', 'CREDIT_CARD'],
    // https://dev.iugu.com/docs/estorno: a Pix is given back as a whole.
    refundsWholeOnly: ['PIX'],
    refundWindowDays: { CREDIT_CARD: 180 },
    refundEnd: 'answer',
    requires: { BILLET: WHOLE_ADDRESS },
    expirySeconds: { PIX: DAY, BILLET: DAY },

    statuses: {
      known: {
        draft: 'PENDING',
        pending: 'PENDING',
        in_analysis: 'PENDING',
        authorized: 'PENDING',
        partially_paid: 'PENDING',
        paid: 'APPROVED',
        externally_paid: 'APPROVED',
        partially_refunded: 'APPROVED',
        unauthorized: 'REJECTED',
        canceled: 'REJECTED',
        expired: 'REJECTED',
        refunded: 'REFUNDED',
        in_protest: 'CHARGEBACK',
        chargeback: 'CHARGEBACK',
      },
      unknown: 'REJECTED',
    },

    receiverTokens: true,

    errors: { messages: ['errors.*.0', 'errors.*', 'errors', 'message'] },

    createTransaction: {
      *PIX(request, flow) {
        return toTransaction(yield* invoice(request, 'pix', flow, 'money'))
      },
      *CREDIT_CARD(request, flow) {
        const made = yield* invoice(request, 'credit_card', flow, 'repeatable')
        if (made.total_cents != null) expectSame('amount', made.total_cents, request.amount)
        if (made.order_id) expectSame('reference', made.order_id, request.reference)
        const body = {
          token: request.cardId,
          invoice_id: made.id,
          ...(monthsAlways ? { months: request.installments } : months(request)),
        }
        const options = { risk: 'money', ...actingFor(request.receiverToken) } as const
        const charge = yield* flow.wire.post('/charge', body, CardCharge, options)
        return {
          ...toTransaction(made),
          transactionId: charge.invoice_id || made.id,
          rawStatus: charge.success ? wordOf(charge.status) : 'unauthorized',
          refusal: charge.message,
        }
      },
      *BILLET(request, flow) {
        return toTransaction(yield* invoice(request, 'bank_slip', flow, 'money'))
      },
    },

    *readTransaction({ transactionId }, { wire, receiverToken }) {
      return toTransaction(
        yield* wire.get(path`/invoices/${transactionId}`, Invoice, undefined, actingFor(receiverToken)),
      )
    },

    *cancelTransaction({ transactionId }, { wire, receiverToken }) {
      const options = { risk: 'repeatable', ...actingFor(receiverToken) } as const
      return toTransaction(yield* wire.put(path`/invoices/${transactionId}/cancel`, undefined, Invoice, options))
    },

    *refund({ transactionId, amount }, { wire, amounts, receiverToken }) {
      const body = { partial_value_refund_cents: amounts.write(amount) }
      yield* wire.post(path`/invoices/${transactionId}/refund`, body, Named, {
        risk: 'money',
        ...actingFor(receiverToken),
      })
      // The specification: an answer with an id is success.
      return { state: 'done' }
    },

    *tokenizeCard(card, { wire, credentials }) {
      const account_id = card.receiverId ?? credentials.accountId
      const body = { account_id, method: 'credit_card', test: false, data: toCard(card) }
      return (yield* wire.post('/payment_token', body, Named, { risk: 'repeatable', authenticated: false })).id
    },

    webhook: {
      verification: 'none',
      format: 'form',
      body: Webhook,
      translate: ({ data }) => ({ transactionId: data.id }),
    },
  }
}

function wordOf(status: string | null | undefined): string {
  return status && ACCEPTED_ONLY.includes(status) ? status : 'paid'
}

/** A receiver has its own token, used for every request in its name. */
export function actingFor(receiverToken: string | undefined) {
  if (!receiverToken) return {}
  return { authenticated: false, headers: { authorization: basicHeader(`${receiverToken}:`) } }
}

function phoneOf({ customer: { phone } }: TransactionRequest, phonePrefix: true | undefined) {
  return phone && phonePrefix ? { phone_prefix: phone.slice(0, 2), phone: phone.slice(2) } : { phone }
}

function commonFields(request: TransactionRequest, payableWith: string, now: string, phone: object) {
  const { customer, address } = request
  const item = wholeItem(request)
  return {
    email: customer.email,
    due_date: brazilianDate(addSeconds(now, DAY)),
    items: [{ description: item.title, quantity: 1, price_cents: inCents.write(item.unitPrice) }],
    payer: {
      cpf_cnpj: customer.document,
      name: customer.name,
      ...phone,
      email: customer.email,
      address: address && {
        zip_code: address.zipCode,
        street: address.address,
        number: address.number,
        district: address.district,
        city: address.city,
        state: address.state,
      },
    },
    payable_with: payableWith,
    return_url: request.checkoutUrl,
    notification_url: request.webhookUrl,
  }
}

/** One payment is what Iugu takes when it is told nothing: it counts installments from two. */
function months({ installments }: TransactionRequest) {
  return installments > 1 ? { months: installments } : {}
}

function toCard({ cardNumber, cvv, holderName, expMonth, expYear }: CardData) {
  const { first, last } = splitName(holderName)
  return {
    number: cardNumber,
    verification_value: cvv,
    first_name: first,
    last_name: last,
    month: expMonth,
    year: fourDigitYear(expYear),
  }
}

function toTransaction(invoice: Static<typeof Invoice>) {
  return {
    transactionId: invoice.id,
    rawStatus: invoice.status,
    amount: invoice.total_cents,
    returned: wholeCents(invoice.refunded_cents),
    reference: invoice.order_id,
    pixCode: invoice.pix?.qrcode_text,
    pixImage: invoice.pix?.qrcode,
    billetCode: invoice.bank_slip?.digitable_line,
    billetUrl: invoice.bank_slip?.bank_slip_pdf_url,
  }
}
