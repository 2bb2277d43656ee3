/**
 * Pagar.me core v5: Basic with the secret key and no password, integer cents, an order with one charge in it, cards in a
 * vault behind one-time tokens, recipients, and an idempotency-key that answers a repeated request with the first result.
 */
import { cents } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldAt, fieldsOf, firstBroken, isPositiveWhole, isText, itemsOf, matches } from '../checks.ts'
import { toOrder, toWithdrawal } from '../documents/pagarme.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Fields, Route, Stage } from '../provider.ts'
import { paidOnce, repeatable } from '../repeats.ts'
import { createRoute, decideCard, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import type { Share } from '../terms.ts'
import { isBasic } from '../tokens.ts'
import { BUYER_RULES, METHODS, ORDER_RULES, PARTICULAR_RULES, recipientRules } from './pagarme-rules.ts'

const DAY_MS = 86_400_000
export function pagarmeProvider(account: DemoAccount): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'pending',
      paid: 'paid',
      refused: 'failed',
      expired: 'canceled',
      refunded: 'canceled',
      chargeback: 'chargedback',
    },
    withdrawalStatuses: { pending: 'pending', paid: 'transferred', refused: 'failed', canceled: 'canceled' },
    refuse,
    authorize: ({ headers }) =>
      isBasic(headers.authorization, account.secretKey, '')
        ? null
        : refuse(401, 'Authorization has been denied for this request.'),
    asks: {
      installments: 'payment.credit_card.installments',
      deadline: ['payment.pix.expires_in', 'payment.boleto.due_at'],
      shares: sharesIn,
    },
    routes: [
      repeatable(orders, toOrder),
      { operation: 'findTransaction', method: 'GET', path: '/orders', handle: listOrders },
      readRoute('/orders/:id', refuse, toOrder),
      repeatable(cancelCharge, (order, books) => toOrder(order, books).charges[0]),
      { operation: 'tokenizeCard', method: 'POST', path: '/tokens', open: true, handle: createToken },
      { operation: 'createCustomer', method: 'POST', path: '/customers', handle: createCustomer },
      { operation: 'createCard', method: 'POST', path: '/customers/:id/cards', handle: createCard },
      { operation: 'createReceiver', method: 'POST', path: '/recipients', handle: createRecipient },
      { operation: 'readReceiver', method: 'GET', path: '/recipients/:id', handle: readRecipient },
      {
        operation: 'readBalance',
        method: 'GET',
        path: '/recipients/:id/balance',
        handle: (call, books) =>
          withRecipient(call, books, () => ({ available_amount: books.balance(), waiting_funds_amount: 0 })),
      },
      paidOnce(
        withdrawRoute({
          path: '/recipients/:id/withdrawals',
          refuse,
          rules: [],
          destination: ({ params }) => ({ receiver: params.id ?? '' }),
          amount: { at: 'amount', unit: 'cents' },
          referenceOf: (_body, { headers }) => headers['idempotency-key'],
          newId: () => String(Math.abs(Number.parseInt(randomWord(9, '123456789'), 10))),
          answer: toWithdrawal,
        }),
        (withdrawal) => ({ status: 200, body: toWithdrawal(withdrawal) }),
      ),
      readWithdrawRoute('/recipients/:id/withdrawals/:withdrawal', refuse, toWithdrawal, {
        idOf: ({ params }) => params.withdrawal,
      }),
    ],
    webhook: {
      payload: (transaction, books) => ({
        id: `hook_${randomWord(16)}`,
        account: { id: 'acc_demo', name: 'Loja Demo' },
        type: `order.${transaction.stage === 'paid' ? 'paid' : 'updated'}`,
        created_at: new Date(transaction.updatedAt).toISOString(),
        data: toOrder(transaction, books),
      }),
      address: ({ url }) => ({
        url,
        headers: { authorization: `Basic ${Buffer.from(account.webhookSecret ?? '').toString('base64')}` },
      }),
    },
  }
}

const create = createRoute({
  path: '/orders',
  refuse,
  rules: (body) => [
    ...ORDER_RULES,
    ...(body.customer_id == null ? BUYER_RULES : []),
    ...(PARTICULAR_RULES[String(fieldAt(body, 'payment.payment_method'))] ?? []),
  ],
  amount: { at: 'payment.amount', unit: 'cents' },
  referenceAt: 'code',
  methodOf: (body) => METHODS[String(fieldAt(body, 'payment.payment_method'))] ?? 'PIX',
  stageOf: (body, books) => fieldsOf(findCard(body, books)).stage as Stage,
  newId: () => `or_${randomWord(16)}`,
  lifetimeMs: (body, { now }) => {
    const due = fieldAt(body, 'payment.boleto.due_at')
    if (due !== undefined) return Date.parse(String(due)) - now()
    return Number(fieldAt(body, 'payment.pix.expires_in') ?? (5 * DAY_MS) / 1000) * 1000
  },
  answer: toOrder,
})

/** An order has a list of payments; the fake takes one. */
const orders: Route = {
  ...create,
  reference: (body) => body.code,
  handle: (call, books) => {
    const request = fieldsOf(call.body)
    const [payment, ...more] = Array.isArray(request.payments) ? request.payments : []
    const body = { ...request, payment }
    const sum = itemsOf(request.items).reduce((total, item) => total + Number(item.amount) * Number(item.quantity), 0)
    if (more.length > 0) return refuse(422, 'Only one payment is taken here.', 'order.payments')
    if (fieldAt(body, 'payment.amount') !== sum) return refuse(422, 'The payments do not add up.', 'order.payments')
    if (fieldAt(payment, 'payment_method') === 'credit_card' && !findCard(body, books)) {
      return refuse(404, 'Card not found.')
    }
    return create.handle({ ...call, body }, books)
  },
}

function sharesIn(request: Fields): readonly Share[] {
  return itemsOf(fieldAt(request, 'payment.split')).map(({ recipient_id, type, amount }) => ({
    recipient: String(recipient_id),
    ...(type === 'flat' ? { cents: cents(Number(amount)) } : { percent: Number(amount) }),
  }))
}

const cancelCharge: Route = {
  operation: 'refund',
  method: 'DELETE',
  path: '/charges/:id',
  reference: (_body, { headers }) => headers['idempotency-key'],
  handle: ({ params, headers, body }, books) => {
    const order = books.find(String(params.id).replace(/^ch_/, 'or_'))
    if (!order) return refuse(404, 'Charge not found.')
    const asked = fieldAt(body, 'amount')
    if (asked != null && !isPositiveWhole(asked)) return refuse(422, 'The amount is invalid.', 'amount')
    const part = isPositiveWhole(asked) ? { amount: cents(asked) } : {}
    const changed = books.refund(order, { ...part, reference: headers['idempotency-key'] ?? '' })
    if (!changed) return refuse(412, 'This charge can not be canceled.')
    return { status: 200, body: toOrder(changed, books).charges[0], changed }
  },
}

function listOrders({ query }: Call, books: Books): Answer {
  const data = books.findByReference(query.code ?? '').map((order) => toOrder(order, books))
  return { status: 200, body: { data, paging: { total: data.length } } }
}

function createToken({ query, body }: Call, books: Books): Answer {
  if (query.appId !== books.account.publicKey) return refuse(401, 'Invalid appId.')
  const card = fieldsOf(fieldAt(body, 'card'))
  const isCard =
    fieldAt(body, 'type') === 'card' &&
    matches(/^\d{13,19}$/)(card.number) &&
    isText(card.holder_name) &&
    isPositiveWhole(card.exp_month) &&
    isPositiveWhole(card.exp_year) &&
    matches(/^\d{3,4}$/)(card.cvv)
  if (!isCard) return refuse(422, 'The card is invalid.', 'request.card')
  return remember(books, 'token', { stage: decideCard(card), last_four_digits: String(card.number).slice(-4) })
}

function createCustomer({ body }: Call, books: Books): Answer {
  const broken = firstBroken(
    { customer: body },
    BUYER_RULES.filter(({ field }) => field !== 'customer.email'),
  )
  return broken ? refuse(422, broken.message, broken.field) : remember(books, 'cus', { name: fieldAt(body, 'name') })
}

function createCard({ params, body }: Call, books: Books): Answer {
  if (!books.recall('cus', String(params.id))) return refuse(404, 'Customer not found.')
  const token = books.recall('token', String(fieldAt(body, 'token')))
  if (!token) return refuse(404, 'Token not found.')
  return remember(books, 'card', { ...fieldsOf(token), customer: params.id })
}

/** A saved card is charged together with the customer whom it belongs to. */
function findCard(body: Fields, books: Books): unknown {
  const { card_id, card_token } = fieldsOf(fieldAt(body, 'payment.credit_card'))
  if (isText(card_token)) return books.recall('token', card_token)
  const card = books.recall('card', String(card_id))
  return fieldAt(card, 'customer') === body.customer_id ? card : undefined
}

/** A CPF whose holder is refused, to test a refusal. */
const REJECTED_DOCUMENT = '00000000191'

function createRecipient({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, recipientRules(fieldsOf(body)))
  if (broken) return refuse(422, broken.message, broken.field)
  return remember(books, 're', { ...fieldsOf(body), status: 'registration' })
}

function readRecipient(call: Call, books: Books): Answer {
  return withRecipient(call, books, (recipient) => {
    const isRejected = String(fieldAt(recipient, 'document')).replace(/\D/g, '') === REJECTED_DOCUMENT
    return { ...fieldsOf(recipient), status: isRejected ? 'rejected' : 'active' }
  })
}

function withRecipient({ params }: Call, books: Books, answer: (recipient: unknown) => unknown): Answer {
  const recipient = books.recall('re', String(params.id))
  return recipient ? { status: 200, body: answer(recipient) } : refuse(404, 'Recipient not found.')
}

function remember(books: Books, kind: string, value: object): Answer {
  const record = { id: `${kind}_${randomWord(16)}`, ...value, created_at: new Date(books.now()).toISOString() }
  books.remember(kind, record.id, record)
  return { status: 200, body: record }
}

/** Errors of fields come under the field's name, others with a message alone. */
function refuse(status: number, message: string, field?: string | FieldRule): Answer {
  const name = typeof field === 'object' ? field.field.replace(/^payment\./, 'payments[0].') : field
  if (name === undefined) return { status, body: { message } }
  return { status: 422, body: { message: 'The request is invalid.', errors: { [name]: [message] } } }
}
