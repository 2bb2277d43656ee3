/**
 * The "v1/transactions" white label, sold under many names: Basic credentials, integer cents, lower-case methods, one
 * call, a flat answer with a number for its id, and unsigned postbacks to the request's postbackUrl.
 */
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isText,
  isWebAddress,
  isWhole,
  matches,
  optional,
} from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { randomNumberId } from '../identifiers.ts'
import type { Answer, FakeProvider, Fields, Method, Route, Stage, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, readRoute, readWithdrawRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { sharesAt } from '../terms.ts'
import { isBasic, isSame } from '../tokens.ts'

const DAY_MS = 86_400_000
const METHODS: Readonly<Record<string, Method>> = { pix: 'PIX', credit_card: 'CREDIT_CARD', boleto: 'BILLET' }
/** How the brand counts the time for which something can be paid, and the most that it allows. */
const LIFETIMES = {
  expiresInDays: { unitMs: DAY_MS, most: 90 },
  expiresInMinutes: { unitMs: 60_000, most: 129_600 },
  expiresInSeconds: { unitMs: 1000, most: 7_776_000 },
} as const
const AMOUNT = { at: 'amount', unit: 'cents' } as const

const RULES: readonly FieldRule[] = [
  { field: 'currency', valid: optional((value) => value === 'BRL'), message: 'currency must be BRL' },
  { field: 'customer.name', valid: isText, message: 'customer.name is required' },
  { field: 'customer.email', valid: isEmail, message: 'customer.email must be an email' },
  { field: 'customer.phone', valid: optional(isText), message: 'customer.phone must be a string' },
  { field: 'customer.document', valid: isDocument, message: 'customer.document is invalid' },
  { field: 'items', valid: isItems, message: 'items must have title, unitPrice, quantity and tangible' },
  { field: 'postbackUrl', valid: optional(isWebAddress), message: 'postbackUrl must be a URL' },
  { field: 'externalRef', valid: optional(isText), message: 'externalRef must be a string' },
  { field: 'metadata', valid: optional((value) => typeof value === 'string'), message: 'metadata must be a string' },
]

function rulesOf({ methods = Object.keys(METHODS), lifetime = 'expiresInDays', tokens }: WhiteLabelOptions) {
  const { most } = LIFETIMES[lifetime]
  const isLifetime = (value: unknown) => isPositiveWhole(value) && value <= most
  const isCard = tokens ? isToken : isCardDetails
  const method: FieldRule = {
    field: 'paymentMethod',
    valid: (value) => methods.includes(String(value)),
    message: `paymentMethod must be ${methods.join(' or ')}`,
  }
  const particular: Readonly<Record<string, readonly FieldRule[]>> = {
    credit_card: [
      { field: 'installments', valid: isPositiveWhole, message: 'installments must be an integer above 0' },
      { field: 'card', valid: isCard, message: 'card is invalid' },
    ],
    pix: [{ field: `pix.${lifetime}`, valid: optional(isLifetime), message: `pix.${lifetime} is invalid` }],
    boleto: [{ field: `boleto.${lifetime}`, valid: optional(isLifetime), message: `boleto.${lifetime} is invalid` }],
  }
  return ({ paymentMethod }: Fields) => [method, ...RULES, ...(particular[String(paymentMethod)] ?? [])]
}

const TRANSFER_RULES: readonly FieldRule[] = [
  { field: 'method', valid: (value) => value === 'fiat', message: 'method must be fiat' },
  { field: 'netPayout', valid: (value) => typeof value === 'boolean', message: 'netPayout must be a boolean' },
  { field: 'pixKey', valid: isText, message: 'pixKey is required' },
  { field: 'pixKeyType', valid: matches(/^(?:cpf|cnpj|email|phone|evp|copypaste)$/), message: 'pixKeyType is invalid' },
]

const WITHDRAWAL_STATUSES = {
  pending: 'PROCESSING',
  paid: 'COMPLETED',
  refused: 'REFUSED',
  canceled: 'CANCELLED',
} as const

export interface WhiteLabelOptions extends Pick<FakeProvider, 'partlyRefunded'> {
  readonly account: DemoAccount
  /** User and password of the Basic credentials: the brands differ in what they put where. */
  readonly basic: readonly [user: string, password: string]
  /** The brand's own word for a stage. */
  readonly statuses?: Partial<Record<Stage, string | null>>
  /** What takes a payment back; null where the brand has no refunds. */
  readonly refund?: 'POST' | 'DELETE' | null
  /** The brand's payment methods; all three when left out. */
  readonly methods?: readonly string[]
  /** Days when left out. */
  readonly lifetime?: keyof typeof LIFETIMES
  /** Where cards are given to the brand before a charge, which then takes nothing but the token. */
  readonly tokens?: boolean
  /** What guards withdrawals to Pix keys; left out where the brand has none. */
  readonly withdrawKey?: string
  /** The brand's own word for a stage of a withdrawal. */
  readonly withdrawalStatuses?: FakeProvider['withdrawalStatuses']
  /** Calls that only this brand has. */
  readonly routes?: FakeProvider['routes']
}

export function whiteLabelProvider(options: WhiteLabelOptions): FakeProvider {
  const { account, basic, statuses, refund = 'POST', lifetime = 'expiresInDays', withdrawKey, routes = [] } = options
  const [user, password] = basic
  return {
    account,
    ...(options.partlyRefunded ? { partlyRefunded: options.partlyRefunded } : {}),
    statuses: {
      pending: 'waiting_payment',
      paid: 'paid',
      refused: 'refused',
      expired: 'expired',
      refunded: 'refunded',
      chargeback: 'chargedback',
      ...statuses,
    },
    withdrawalStatuses: options.withdrawalStatuses ?? WITHDRAWAL_STATUSES,
    refuse,
    authorize: ({ headers }) => (isBasic(headers.authorization, user, password) ? null : refuse(401, 'Unauthorized')),
    asks: {
      installments: 'installments',
      deadline: [`pix.${lifetime}`, `boleto.${lifetime}`],
      shares: sharesAt({ at: 'splits', recipient: 'recipientId', cents: 'amount' }),
    },
    routes: [
      createRoute({
        path: '/transactions',
        refuse,
        rules: rulesOf(options),
        amount: AMOUNT,
        referenceAt: 'externalRef',
        webhookAt: 'postbackUrl',
        methodOf: ({ paymentMethod }) => METHODS[String(paymentMethod)] ?? 'PIX',
        newId: () => String(randomNumberId()),
        lifetimeMs: (body) => {
          const given = fieldAt(body, `${String(body.paymentMethod)}.${lifetime}`)
          return isPositiveWhole(given) ? given * LIFETIMES[lifetime].unitMs : DAY_MS
        },
        answer: toTransaction,
      }),
      readRoute('/transactions/:id', refuse, toTransaction),
      ...(refund === 'POST'
        ? [refundRoute({ path: '/transactions/:id/refund', refuse, amount: AMOUNT, answer: toTransaction })]
        : []),
      ...(refund === 'DELETE'
        ? [refundRoute({ path: '/transactions/:id', method: 'DELETE', refuse, answer: toTransaction })]
        : []),
      ...(withdrawKey === undefined ? [] : transferRoutes(withdrawKey)),
      ...routes,
    ],
    webhook: {
      payload: (transaction) => ({
        id: randomNumberId(),
        type: 'transaction',
        objectId: transaction.id,
        url: transaction.webhookUrl,
        data: toTransaction(transaction),
      }),
      ...(withdrawKey === undefined ? {} : { withdrawal: { payload: toTransferPostback, urlAt: 'postbackUrl' } }),
      address: ({ url }) => ({ url, headers: {} }),
    },
  }
}

function transferRoutes(withdrawKey: string): FakeProvider['routes'] {
  const guarded = (route: Route): Route => ({
    ...route,
    handle: (call, books) =>
      isSame(call.headers['x-withdraw-key'], withdrawKey)
        ? route.handle(call, books)
        : refuse(403, 'x-withdraw-key is invalid'),
  })
  return [
    withdrawRoute({
      path: '/transfers',
      refuse,
      rules: TRANSFER_RULES,
      destination: pixKeyAt('pixKey', 'pixKeyType'),
      amount: AMOUNT,
      referenceAt: 'externalRef',
      newId: () => String(randomNumberId()),
      answer: toTransfer,
    }),
    readWithdrawRoute('/transfers/:id', refuse, toTransfer),
  ].map(guarded)
}

function isDocument(value: unknown): boolean {
  const { number, type } = fieldsOf(value)
  if (!isText(number)) return false
  return (type === 'cpf' && /^\d{11}$/.test(number)) || (type === 'cnpj' && /^[0-9A-Z]{12}\d{2}$/.test(number))
}

function isItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.map(fieldsOf).every(isItem)
}

function isItem({ title, unitPrice, quantity, tangible }: Fields): boolean {
  return isText(title) && isPositiveWhole(unitPrice) && isPositiveWhole(quantity) && typeof tangible === 'boolean'
}

function isToken(value: unknown): boolean {
  const { hash, number } = fieldsOf(value)
  return isText(hash) && number === undefined
}

function isCardDetails(value: unknown): boolean {
  const { number, holderName, expirationMonth, expirationYear, cvv } = fieldsOf(value)
  return (
    matches(/^\d{13,19}$/)(number) &&
    isText(holderName) &&
    isWhole(expirationMonth) &&
    isWhole(expirationYear) &&
    matches(/^\d{3,4}$/)(cvv)
  )
}

/** Also the withdrawals of brands with a body of their own. */
function toTransferPostback(withdrawal: Withdrawal) {
  return { id: randomNumberId(), type: 'withdraw', objectId: withdrawal.id, data: toTransfer(withdrawal) }
}

export function toTransfer({ id, amount, status, reference, createdAt, request }: Withdrawal) {
  return {
    id: Number(id),
    amount,
    netAmount: amount,
    fee: 0,
    method: 'fiat',
    status,
    externalRef: reference || null,
    pixKey: request.pixKey,
    createdAt: new Date(createdAt).toISOString(),
  }
}

function toTransaction(transaction: Transaction) {
  const { id, request, amount, refunded, stage, status, createdAt, updatedAt, paidAt } = transaction
  return {
    id: Number(id),
    amount,
    currency: 'BRL',
    paymentMethod: request.paymentMethod,
    status,
    installments: request.installments ?? 1,
    paidAt: paidAt === null ? null : new Date(paidAt).toISOString(),
    paidAmount: paidAt === null ? 0 : amount,
    refundedAt: refunded > 0 ? new Date(updatedAt).toISOString() : null,
    refundedAmount: refunded,
    postbackUrl: transaction.webhookUrl,
    metadata: request.metadata ?? null,
    ip: request.ip ?? null,
    externalRef: transaction.reference || null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    payer: null,
    traceable: request.traceable ?? false,
    items: request.items,
    customer: request.customer,
    fee: { fixedAmount: 0, spreadPercent: 0, estimatedFee: 0, netAmount: amount, currency: 'BRL' },
    splits: request.splits ?? [],
    refunds: refunded > 0 ? [{ amount: refunded, status: 'refunded' }] : [],
    pix: transaction.method === 'PIX' ? toPix(transaction) : null,
    boleto: transaction.method === 'BILLET' ? toBoleto(transaction) : null,
    card: null,
    refusedReason: stage === 'refused' ? { description: 'Recusada pelo banco do pagador' } : null,
    shipping: request.shipping ?? null,
    delivery: null,
    threeDS: null,
  }
}

function toPix({ pixCode, endToEndId, expiresAt }: Transaction) {
  return {
    qrcode: pixCode,
    end2EndId: endToEndId,
    receiptUrl: null,
    expirationDate: new Date(expiresAt).toISOString(),
  }
}

function toBoleto(transaction: Transaction) {
  return {
    url: `https://boletos.example.com/${transaction.id}.pdf`,
    barcode: boletoLine(transaction).slice(0, 44),
    digitableLine: boletoLine(transaction),
    instructions: null,
    expirationDate: new Date(transaction.expiresAt).toISOString().slice(0, 10),
  }
}

export function refuse(status: number, message: string): Answer {
  return { status, body: { message } }
}
