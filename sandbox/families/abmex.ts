/** ABMEX's sales: a bearer key, integer cents in the lines, one call per sale, unsigned webhooks that say sell_id and status. */
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import {
  type FieldRule,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  matches,
  optional,
} from '../checks.ts'
import { endOfLocalDate } from '../dates.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, FakeProvider, Fields, Method, Route, Transaction } from '../provider.ts'
import { createRoute, readRoute, refundRoute } from '../routes.ts'
import { sharesAt } from '../terms.ts'
import { isSame } from '../tokens.ts'

const METHODS: Readonly<Record<string, Method>> = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' }

const RULES: readonly FieldRule[] = [
  { field: 'items', valid: isItems, message: 'items must have title, unit_price and quantity' },
  {
    field: 'payment_method',
    valid: (value) => Object.hasOwn(METHODS, String(value)),
    message: 'payment_method is invalid',
  },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email is invalid' },
  { field: 'customer.document', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'customer.document is invalid' },
  { field: 'customer.phone', valid: optional(matches(/^55\d{10,11}$/)), message: 'customer.phone must begin with 55' },
  { field: 'webhook', valid: isWebAddress, message: 'webhook must be an address' },
  { field: 'splits', valid: optional(isSplits), message: 'splits must have marketplace_id and cents or percent' },
]
const PARTICULAR: Readonly<Record<string, readonly FieldRule[]>> = {
  credit_card: [
    { field: 'card.number', valid: matches(/^\d{13,19}$/), message: 'card.number is invalid' },
    { field: 'card.first_name', valid: isText, message: 'card.first_name is required' },
    { field: 'card.last_name', valid: isText, message: 'card.last_name is required' },
    { field: 'card.month', valid: matches(/^(?:0[1-9]|1[0-2])$/), message: 'card.month is invalid' },
    { field: 'card.year', valid: matches(/^\d{4}$/), message: 'card.year is invalid' },
    { field: 'card.cvv', valid: matches(/^\d{3,4}$/), message: 'card.cvv is invalid' },
    { field: 'installments', valid: isPositiveWhole, message: 'installments is invalid' },
  ],
  boleto: [{ field: 'due_date', valid: matches(/^\d{4}-\d\d-\d\d$/), message: 'due_date is invalid' }],
}

export function abmexProvider(account: DemoAccount, routes: readonly Route[] = []): FakeProvider {
  return {
    account,
    statuses: {
      pending: 'awaiting_payment',
      paid: 'paid',
      refused: 'refused',
      expired: 'expired',
      refunded: 'refunded',
      chargeback: 'chargeback',
    },
    refuse,
    authorize: ({ headers }) =>
      isSame(headers.authorization, `Bearer ${account.secretKey}`) ? null : refuse(401, 'Unauthorized'),
    asks: {
      installments: 'installments',
      deadline: ['due_date'],
      shares: sharesAt({ at: 'splits', recipient: 'marketplace_id', cents: 'cents', percent: 'percent' }),
    },
    routes: [
      sales,
      readRoute('/sells/:id', refuse, toSell),
      refundRoute({ path: '/sells/:id/refund', refuse, amount: { at: 'amount', unit: 'cents' }, answer: toSell }),
      ...routes,
    ],
    webhook: {
      payload: ({ id, status }) => ({ sell_id: id, status }),
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

const DAY_MS = 86_400_000

const create = createRoute({
  path: '/sells',
  refuse,
  rules: (body) => [...RULES, ...(PARTICULAR[String(body.payment_method)] ?? [])],
  amount: { at: 'total', unit: 'cents' },
  referenceAt: 'external_reference',
  webhookAt: 'webhook',
  methodOf: ({ payment_method }) => METHODS[String(payment_method)] ?? 'PIX',
  newId: () => `sell_${randomWord(16)}`,
  lifetimeMs: ({ due_date }, { now }) => (isText(due_date) ? endOfLocalDate(due_date) - now() : DAY_MS),
  status: 201,
  answer: toSell,
})

/** A sale is worth what its lines add up to. */
const sales: Route = {
  ...create,
  handle: (call, books) => {
    const request = fieldsOf(call.body)
    const total = linesOf(request.items).reduce((sum, line) => sum + Number(line.unit_price) * Number(line.quantity), 0)
    return create.handle({ ...call, body: { ...request, total } }, books)
  },
}

function linesOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function isItems(value: unknown): boolean {
  const lines = linesOf(value)
  return (
    lines.length > 0 &&
    lines.every(
      ({ title, unit_price, quantity }) => isText(title) && isPositiveWhole(unit_price) && isPositiveWhole(quantity),
    )
  )
}

function isSplits(value: unknown): boolean {
  return linesOf(value).every(
    ({ marketplace_id, cents, percent }) =>
      isText(marketplace_id) && isPositiveWhole(cents ?? percent) && (cents === undefined || percent === undefined),
  )
}

function toSell(transaction: Transaction) {
  const { id, amount, status, reference, method, pixCode, request, createdAt, expiresAt } = transaction
  return {
    id,
    status,
    total: amount,
    payment_method: request.payment_method,
    external_reference: reference || null,
    created_at: new Date(createdAt).toISOString(),
    pix:
      method === 'PIX'
        ? { qr_code: pixCode, qr_code_image: null, expires_at: new Date(expiresAt).toISOString() }
        : null,
    boleto:
      method === 'BILLET'
        ? { digitable_line: boletoLine(transaction), url: `https://boletos.example.com/${id}.pdf` }
        : null,
  }
}

export function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
