/** The calls that most providers have, as rows: what differs is where fields stand, how money is written and what is answered. */
import { type Cents, cents, fromReais, fromReaisString } from '../domain/money.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  firstBroken,
  isBacenAmount,
  isPositiveWhole,
  isReais,
  isText,
  isWebAddress,
} from './checks.ts'
import type { DestinationOf } from './destination.ts'
import { randomWord } from './identifiers.ts'
import { pixCode } from './pix-code.ts'
import type {
  Answer,
  Books,
  Call,
  Fields,
  Method,
  Route,
  Stage,
  Transaction,
  Withdrawal,
  WithdrawalStage,
} from './provider.ts'
import { lastRefund, type Refund } from './refunds.ts'

const DAY_MS = 86_400_000

/** The provider's own error shape; `rule` has its code for a field that is wrong, where it has codes. */
export type Refuse = (status: number, message: string, rule?: FieldRule) => Answer

/** How the provider writes money, and how strictly it reads it. */
export const UNITS = {
  cents: {
    valid: isPositiveWhole,
    read: (value: unknown) => cents(Number(value)),
    words: 'an integer number of cents',
  },
  reais: { valid: isReais, read: (value: unknown) => fromReais(Number(value)), words: 'a number of reais' },
  reaisString: {
    valid: isBacenAmount,
    read: (value: unknown) => fromReaisString(String(value)),
    words: 'a text with two decimals',
  },
} as const satisfies Record<
  string,
  { valid: (value: unknown) => boolean; read: (value: unknown) => Cents; words: string }
>

/** Where an amount stands in a body, as a dotted path, and in which unit. */
export interface AmountField {
  readonly at: string
  readonly unit: keyof typeof UNITS
}

export interface CreateOptions {
  /** `createTransaction` when left out. */
  readonly operation?: string
  readonly path: string
  readonly refuse: Refuse
  /** Checked in this order, after the amount. */
  readonly rules: readonly FieldRule[] | ((body: Fields) => readonly FieldRule[])
  readonly amount: AmountField
  /** Where the client's own reference stands; left out where the provider takes none. */
  readonly referenceAt?: string
  /** Where the client says where webhooks go; left out where they are registered out of band. */
  readonly webhookAt?: string
  /** PIX when left out. */
  readonly methodOf?: (body: Fields) => Method
  /** Where a card charge stands at once; by the card's number in the request when left out. */
  readonly stageOf?: (body: Fields, books: Books) => Stage
  /** Thirty-two random characters when left out; some providers let the client choose. */
  readonly newId?: (body: Fields) => string
  /** A day when left out. */
  readonly lifetimeMs?: (body: Fields, books: Books) => number
  readonly status?: number
  readonly answer: (transaction: Transaction, books: Books) => unknown
}

export function createRoute(options: CreateOptions): Route {
  const { operation = 'createTransaction', path, refuse, amount, referenceAt, webhookAt, answer } = options
  const { methodOf = () => 'PIX', newId = () => randomWord(32), lifetimeMs = () => DAY_MS, status = 200 } = options
  const { stageOf = decideCard } = options
  const handle = ({ body }: Call, books: Books): Answer => {
    const request = fieldsOf(body)
    const rules = typeof options.rules === 'function' ? options.rules(request) : options.rules
    const broken = firstBroken(body, [amountRule(amount), ...rules])
    if (broken) return refuse(400, broken.message, broken)
    const method = methodOf(request)
    const value = UNITS[amount.unit].read(fieldAt(body, amount.at))
    const webhookUrl = webhookAt === undefined ? undefined : fieldAt(body, webhookAt)
    const merchant = books.account.provider
    const transaction = books.create({
      id: newId(request),
      reference: referenceAt === undefined ? '' : String(fieldAt(body, referenceAt) ?? ''),
      amount: value,
      method,
      stage: method === 'CREDIT_CARD' ? stageOf(request, books) : 'pending',
      pixCode:
        method === 'PIX'
          ? pixCode({ location: `pix.${merchant.toLowerCase()}.invalid/qr/${randomWord(32)}`, amount: value, merchant })
          : '',
      expiresAt: books.now() + lifetimeMs(request, books),
      ...(isWebAddress(webhookUrl) ? { webhookUrl } : {}),
      request: withoutCard(request),
    })
    return { status, body: answer(transaction, books), created: transaction }
  }
  const reference = referenceAt === undefined ? () => '' : (body: Fields) => fieldAt(body, referenceAt)
  return { operation, method: 'POST', path, reference, handle }
}

/** Below the account's path, with `:id` for the transaction's. */
export function readRoute(
  path: string,
  refuse: Refuse,
  answer: (transaction: Transaction, books: Books) => unknown,
  options: Partial<Pick<Route, 'method' | 'operation'>> & { idOf?: (call: Call) => unknown; status?: number } = {},
): Route {
  const { method = 'GET', operation = 'readTransaction', idOf = ({ params }) => params.id, status = 200 } = options
  const handle = (call: Call, books: Books): Answer => {
    const transaction = books.find(String(idOf(call) ?? ''))
    return transaction ? { status, body: answer(transaction, books) } : refuse(404, 'Transaction not found')
  }
  return { operation, method, path, handle }
}

export interface RefundOptions {
  readonly path: string
  readonly method?: Route['method']
  readonly refuse: Refuse
  /** Left out where a refund is always in full. */
  readonly amount?: AmountField
  readonly referenceAt?: string
  /** For an idempotency key that travels in a header: a request repeated with it is answered as the first one was. */
  readonly keyOf?: (call: Call) => unknown
  readonly idOf?: (call: Call) => unknown
  readonly status?: number
  readonly answer: (transaction: Transaction, books: Books, refund: Refund) => unknown
}

/** Without an amount it refunds what is left. */
export function refundRoute(options: RefundOptions): Route {
  const { path, method = 'POST', refuse, amount, idOf = ({ params }) => params.id, status = 200, answer } = options
  const { keyOf = () => undefined, referenceAt } = options
  const referenceOf = (body: Fields, call: Call) =>
    keyOf(call) ?? (referenceAt === undefined ? `refund/${String(idOf(call))}` : fieldAt(body, referenceAt))
  const handle = (call: Call, books: Books): Answer => {
    const key = keyOf(call)
    const kept = `${String(idOf(call))} ${String(key)}`
    const known = isText(key) ? books.recall('refund', kept) : undefined
    if (known !== undefined) return { status, body: known }
    const transaction = books.find(String(idOf(call) ?? ''))
    if (!transaction) return refuse(404, 'Transaction not found')
    const asked = amount && fieldAt(call.body, amount.at)
    const isWrong = amount !== undefined && asked != null && !UNITS[amount.unit].valid(asked)
    if (isWrong) return refuse(400, `${amount.at} must be ${UNITS[amount.unit].words}`)
    const part = amount && asked != null ? { amount: UNITS[amount.unit].read(asked) } : {}
    const reference = String(referenceOf(fieldsOf(call.body), call) ?? '')
    const refunded = books.refund(transaction, { ...part, reference })
    const refund = refunded && lastRefund(books, refunded.id)
    if (!refund) return refuse(400, 'The transaction cannot be refunded')
    const body = answer(refunded, books, refund)
    if (isText(key)) books.remember('refund', kept, body)
    return { status, body, changed: refunded }
  }
  return { operation: 'refund', method, path, reference: referenceOf, handle }
}

export interface CancelOptions {
  readonly path: string
  readonly method: Route['method']
  readonly refuse: Refuse
  /** The provider's word for what was withdrawn. */
  readonly word: string
  readonly idOf?: (call: Call) => unknown
  /** What the request has to say. */
  readonly asks?: (body: Fields) => boolean
  readonly answer: (transaction: Transaction, books: Books) => unknown
}

/** Cancels an unpaid charge and sends its webhook. */
export function cancelRoute(options: CancelOptions): Route {
  const { path, method, refuse, word, idOf = ({ params }) => params.id, asks = () => true, answer } = options
  const handle = (call: Call, books: Books): Answer => {
    const transaction = books.find(String(idOf(call) ?? ''))
    if (!transaction) return refuse(404, 'Transaction not found')
    if (!asks(fieldsOf(call.body))) return refuse(400, 'The request does not say what is to be done')
    const canceled = books.cancel(transaction, word)
    if (!canceled) return refuse(400, 'The transaction cannot be cancelled')
    const changed = canceled.stage === transaction.stage ? {} : { changed: canceled }
    return { status: 200, body: answer(canceled, books), ...changed }
  }
  return { operation: 'cancelTransaction', method, path, handle }
}

export interface WithdrawOptions {
  readonly path: string
  readonly refuse: Refuse
  readonly rules: readonly FieldRule[] | ((body: Fields) => readonly FieldRule[])
  readonly amount: AmountField
  readonly referenceAt?: string
  /** For a reference that travels in a header. */
  readonly referenceOf?: (body: Fields, call: Call) => unknown
  readonly destination: DestinationOf
  readonly newId?: () => string
  /** `pending` when left out. */
  readonly stage?: WithdrawalStage
  readonly status?: number
  readonly answer: (withdrawal: Withdrawal, books: Books) => unknown
}

export function withdrawRoute(options: WithdrawOptions): Route {
  const { path, refuse, amount, referenceAt, newId = () => randomWord(32), stage = 'pending', status = 200 } = options
  const referenceOf =
    options.referenceOf ?? ((body: Fields) => (referenceAt === undefined ? '' : fieldAt(body, referenceAt)))
  const handle = (call: Call, books: Books): Answer => {
    const request = fieldsOf(call.body)
    const rules = typeof options.rules === 'function' ? options.rules(request) : options.rules
    const broken = firstBroken(call.body, [amountRule(amount), ...rules])
    if (broken) return refuse(400, broken.message, broken)
    const withdrawal = books.withdraw({
      id: newId(),
      reference: String(referenceOf(request, call) ?? ''),
      amount: UNITS[amount.unit].read(fieldAt(call.body, amount.at)),
      stage,
      destination: options.destination(call),
      request,
    })
    return { status, body: options.answer(withdrawal, books) }
  }
  return { operation: 'withdraw', method: 'POST', path, reference: referenceOf, handle }
}

export function readWithdrawRoute(
  path: string,
  refuse: Refuse,
  answer: (withdrawal: Withdrawal, books: Books) => unknown,
  options: { idOf?: (call: Call) => unknown; operation?: string } = {},
): Route {
  const { idOf = ({ params }) => params.id, operation = 'readWithdraw' } = options
  const handle = (call: Call, books: Books): Answer => {
    const withdrawal = books.findWithdrawal(String(idOf(call) ?? ''))
    return withdrawal ? { status: 200, body: answer(withdrawal, books) } : refuse(404, 'Withdrawal not found')
  }
  return { operation, method: 'GET', path, handle }
}

function amountRule({ at, unit }: AmountField): FieldRule {
  return { field: at, valid: UNITS[unit].valid, message: `${at} must be ${UNITS[unit].words}` }
}

/** The test card that every bank refuses. */
const REFUSED_CARD = '4000000000000002'

export function decideCard(request: Fields): Stage {
  return JSON.stringify(request).includes(REFUSED_CARD) ? 'refused' : 'paid'
}

/** Not even a fake keeps a card. */
function withoutCard(request: Fields): Fields {
  return JSON.parse(JSON.stringify(request).replace(/(?<=")\d{15,19}(?=")/g, '•••'))
}

/** A text of the request that is really there. */
export const textAt = (body: unknown, path: string): string | null => {
  const value = fieldAt(body, path)
  return isText(value) ? value : null
}
