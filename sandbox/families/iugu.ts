/**
 * Iugu: Basic with the token and no password, integer cents, one invoice per charge. A card token is charged against an
 * invoice; receivers are accounts with tokens of their own; webhooks are unsigned web forms that only name the invoice.
 */
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  firstBroken,
  isPositiveWhole,
  isText,
  isWebAddress,
  itemsOf,
  matches,
  optional,
} from '../checks.ts'
import { endOfLocalDate } from '../dates.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Route, Stage, Transaction } from '../provider.ts'
import { repeatable } from '../repeats.ts'
import { cancelRoute, createRoute, decideCard, readRoute, refundRoute } from '../routes.ts'
import { sharesAt } from '../terms.ts'
import { basicHeader, isSame } from '../tokens.ts'
import { BOLETO_RULES, METHODS, RULES } from './iugu-rules.ts'

const HEXADECIMAL = '0123456789ABCDEF'
const newId = () => randomWord(32, HEXADECIMAL)
export interface IuguOptions {
  readonly account: DemoAccount
  /** The payer's area code has a field of its own. */
  readonly phonePrefix?: true
  /** Calls that only this product of Iugu's has. */
  readonly routes?: readonly Route[]
}

export function iuguProvider({ account, phonePrefix, routes = [] }: IuguOptions): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'pending',
      paid: 'paid',
      refused: 'canceled',
      expired: 'expired',
      refunded: 'refunded',
      chargeback: 'chargeback',
    },
    withdrawalStatuses: { pending: 'pending', paid: 'done', refused: 'rejected', canceled: 'cancelled' },
    refuse,
    authorize: ({ headers }, books) => (accountOf(headers.authorization, books) ? null : refuse(401, 'Unauthorized')),
    asks: {
      installments: 'months',
      deadline: ['due_date'],
      shares: sharesAt({ at: 'splits', recipient: 'recipient_account_id', cents: 'cents', percent: 'percent' }),
    },
    routes: [
      repeatable(phonePrefix ? withAreaCode(invoices) : invoices, toInvoice),
      repeatable(charges, toCardCharge),
      ownersOnly(readRoute('/invoices/:id', refuse, toInvoice)),
      ownersOnly(
        cancelRoute({ path: '/invoices/:id/cancel', method: 'PUT', refuse, word: 'canceled', answer: toInvoice }),
      ),
      ownersOnly(
        refundRoute({
          path: '/invoices/:id/refund',
          refuse,
          amount: { at: 'partial_value_refund_cents', unit: 'cents' },
          answer: toInvoice,
        }),
      ),
      { operation: 'tokenizeCard', method: 'POST', path: '/payment_token', open: true, handle: createToken },
      ...routes,
    ],
    webhook: {
      payload: ({ id, status }) =>
        String(
          new URLSearchParams({
            event: 'invoice.status_changed',
            'data[id]': id,
            'data[account_id]': account.publicKey ?? '',
            'data[status]': status,
          }),
        ),
      withdrawal: {
        payload: ({ id, status, amount }) =>
          String(
            new URLSearchParams({
              event: 'transfer_request.status_changed',
              transfer_request_id: id,
              transfer_status: status,
              amount_cents: String(amount),
            }),
          ),
      },
      address: ({ url }) => ({ url, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    },
  }
}

/** Whose token it is: the account's own, or a receiver's. */
export function accountOf(header: string | undefined, books: Books): unknown {
  if (isSame(header, basicHeader(books.account.secretKey, ''))) return books.account.publicKey
  const [token = ''] = Buffer.from((header ?? '').replace(/^Basic /i, ''), 'base64')
    .toString()
    .split(':')
  return books.recall('receiver token', token)
}

const create = createRoute({
  path: '/invoices',
  refuse,
  rules: ({ payable_with }) => (payable_with === 'bank_slip' ? BOLETO_RULES : RULES),
  amount: { at: 'total', unit: 'cents' },
  referenceAt: 'key',
  webhookAt: 'notification_url',
  methodOf: ({ payable_with }) => METHODS[String(payable_with)] ?? 'PIX',
  newId,
  lifetimeMs: ({ due_date }, { now }) => Math.max(0, endOfLocalDate(String(due_date)) - now()),
  answer: toInvoice,
})

/** An invoice is its account's alone: the one above it, or another beside it, does not find it. */
function ownersOnly(route: Route): Route {
  return {
    ...route,
    handle: (call, books) => {
      const invoice = books.find(call.params.id ?? '')
      if (invoice && invoice.request.owner !== call.headers.authorization) return refuse(404, 'invoice not found')
      return route.handle(call, books)
    },
  }
}

/** An invoice for a card is only a record: it becomes a transaction when its card is charged. */
const invoices: Route = {
  ...create,
  reference: (_body, { headers }) => headers['idempotency-key'],
  handle: (call, books) => {
    const request = fieldsOf(call.body)
    const total = itemsOf(request.items).reduce(
      (sum, item) => sum + Number(item.price_cents) * Number(item.quantity),
      0,
    )
    const body = { ...request, total, key: call.headers['idempotency-key'], owner: call.headers.authorization }
    if (request.payable_with !== 'credit_card') return create.handle({ ...call, body }, books)
    const broken = firstBroken(body, RULES)
    if (broken) return refuse(422, broken.message, broken)
    const id = newId()
    books.remember('invoice', id, body)
    return { status: 200, body: { id, status: 'pending', total_cents: total, order_id: request.order_id ?? null } }
  },
}

function withAreaCode(route: Route): Route {
  return {
    ...route,
    handle: (call, books) => {
      const { phone, phone_prefix } = fieldsOf(fieldAt(call.body, 'payer'))
      const isCut = phone === undefined || (matches(/^\d{2}$/)(phone_prefix) && matches(/^\d{8,9}$/)(phone))
      return isCut ? route.handle(call, books) : refuse(422, 'não é válido', 'payer.phone')
    },
  }
}

const charges: Route = {
  operation: 'chargeCard',
  method: 'POST',
  path: '/charge',
  reference: (_body, { headers }) => headers['idempotency-key'],
  handle: ({ headers, body }, books) => {
    const id = String(fieldAt(body, 'invoice_id'))
    const invoice = fieldsOf(books.recall('invoice', id))
    if (!isPositiveWhole(invoice.total)) return refuse(404, 'invoice not found')
    const token = String(fieldAt(body, 'token'))
    const { stage, account } = fieldsOf(books.recall('card token', token))
    const isOwn = account === accountOf(headers.authorization, books)
    if (!isText(stage) || !isOwn) return refuse(422, 'não é válido', 'token')
    if (!optional((value) => isPositiveWhole(value) && value <= 12)(fieldAt(body, 'months'))) {
      return refuse(422, 'não está incluído na lista', 'months')
    }
    books.remember('card token', token, null)
    const { notification_url: webhookUrl } = invoice
    const created = books.create({
      id,
      reference: headers['idempotency-key'] ?? '',
      amount: invoice.total as Transaction['amount'],
      method: 'CREDIT_CARD',
      stage: stage as Stage,
      pixCode: '',
      expiresAt: endOfLocalDate(String(invoice.due_date)),
      ...(isWebAddress(webhookUrl) ? { webhookUrl } : {}),
      request: { ...invoice, months: fieldAt(body, 'months') },
    })
    return { status: 200, body: toCardCharge(created), created }
  },
}

function createToken({ body }: Call, books: Books): Answer {
  const { account_id, method, test, data } = fieldsOf(body)
  const isAccount = account_id === books.account.publicKey || books.recall('account', String(account_id)) !== undefined
  if (!isAccount) return refuse(401, 'Unauthorized')
  const { number, verification_value, first_name, last_name, month, year } = fieldsOf(data)
  const isCard =
    method === 'credit_card' &&
    typeof test === 'boolean' &&
    matches(/^\d{13,19}$/)(number) &&
    matches(/^\d{3,4}$/)(verification_value) &&
    isText(first_name) &&
    isText(last_name) &&
    matches(/^\d{1,2}$/)(month) &&
    matches(/^\d{4}$/)(year)
  if (!isCard) return refuse(422, 'não é válido', 'data')
  const id = randomWord(32, HEXADECIMAL)
  books.remember('card token', id, { stage: decideCard({ number }), account: account_id })
  return { status: 200, body: { id, method, test, extra_info: { brand: 'VISA', holder_name: first_name } } }
}

function toInvoice(transaction: Transaction) {
  const { id, amount, stage, request, method, pixCode, refunded } = transaction
  const status = stage === 'paid' && refunded > 0 ? 'partially_refunded' : transaction.status
  return {
    id,
    due_date: request.due_date,
    email: request.email,
    items: request.items,
    status,
    total_cents: amount,
    refunded_cents: refunded,
    order_id: request.order_id ?? null,
    payable_with: request.payable_with,
    secure_id: id.toLowerCase(),
    secure_url: `https://faturas.iugu.com/${id.toLowerCase()}`,
    pix: method === 'PIX' ? { qrcode: `https://faturas.iugu.com/qr/${id}`, qrcode_text: pixCode, status } : null,
    bank_slip:
      method === 'BILLET'
        ? {
            digitable_line: boletoLine(transaction),
            barcode_data: boletoLine(transaction).slice(0, 44),
            bank_slip_pdf_url: `https://boletos.iugu.com/v1/public/invoice/${id}/bank_slip.pdf`,
          }
        : null,
  }
}

function toCardCharge({ id, stage }: Transaction) {
  const success = stage !== 'refused'
  return {
    message: success ? 'Autorizado' : 'Transação negada',
    success,
    url: `https://faturas.iugu.com/${id.toLowerCase()}`,
    pdf: `https://faturas.iugu.com/${id.toLowerCase()}.pdf`,
    identification: null,
    invoice_id: id,
    LR: success ? '00' : '51',
  }
}

/** Errors of fields come in lists under the field's name, others as a text. */
export function refuse(status: number, message: string, field?: string | FieldRule): Answer {
  const name = typeof field === 'object' ? field.field : field
  if (name === undefined) return { status, body: { errors: message } }
  return { status: 422, body: { errors: { [name]: [message] } } }
}
