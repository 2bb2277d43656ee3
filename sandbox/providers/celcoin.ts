/** CELCOIN (Galax Pay): a ten-minute token, integer cents, a charge with one transaction in it, webhooks that carry confirmHash. */
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import {
  type FieldRule,
  fieldAt,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isText,
  isWhole,
  matches,
  optional,
} from '../checks.ts'
import { endOfLocalDate, localDate } from '../dates.ts'
import { randomNumberId } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Fields, Method, Route, Transaction } from '../provider.ts'
import { cancelRoute, createRoute, refundRoute } from '../routes.ts'
import { isBasic, isBearer, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'CELCOIN',
  transport: 'http',
  path: '/celcoin/v2',
  publicKey: 'trilho-demo-celcoin-galax-id',
  secretKey: 'trilho-demo-celcoin-galax-hash',
  webhookSecret: 'trilho-demo-celcoin-confirm-hash',
} as const satisfies DemoAccount

const TOKEN_SECONDS = 600
const CANCELED = 'cancel'
const DAY_MS = 86_400_000
const METHODS: Readonly<Record<string, Method>> = { pix: 'PIX', creditcard: 'CREDIT_CARD', boleto: 'BILLET' }
/** A transaction's word depends on how it is paid. */
const WORDS = {
  PIX: { pending: 'pendingPix', paid: 'payedPix', refused: 'unavailablePix', expired: 'unavailablePix' },
  CREDIT_CARD: { pending: 'notSend', paid: 'authorized', refused: 'denied', expired: 'cancel' },
  BILLET: { pending: 'pendingBoleto', paid: 'payedBoleto', refused: 'notCompensated', expired: 'notCompensated' },
} as const

const RULES: readonly FieldRule[] = [
  { field: 'myId', valid: isText, message: 'O campo myId é obrigatório.' },
  { field: 'payday', valid: matches(/^\d{4}-\d\d-\d\d$/), message: 'O campo payday deve ter o formato yyyy-mm-dd.' },
  {
    field: 'payedOutsideGalaxPay',
    valid: (value) => typeof value === 'boolean',
    message: 'O campo payedOutsideGalaxPay é obrigatório.',
  },
  {
    field: 'mainPaymentMethodId',
    valid: (value) => Object.hasOwn(METHODS, String(value)),
    message: 'O campo mainPaymentMethodId é inválido.',
  },
  { field: 'Customer.name', valid: isText, message: 'O campo name é obrigatório.' },
  { field: 'Customer.document', valid: matches(/^[0-9A-Z]{11,14}$/), message: 'O campo document é inválido.' },
  {
    field: 'Customer.emails',
    valid: (value) => Array.isArray(value) && value.length > 0 && value.every(isEmail),
    message: 'O campo emails é inválido.',
  },
  {
    field: 'Customer.phones',
    valid: optional((value) => Array.isArray(value) && value.every(isWhole)),
    message: 'O campo phones é inválido.',
  },
]
const PARTICULAR: Readonly<Record<string, readonly FieldRule[]>> = {
  pix: [
    { field: 'PaymentMethodPix.Deadline.type', valid: matches(/^(?:days|minutes)$/), message: 'Deadline inválido.' },
    { field: 'PaymentMethodPix.Deadline.value', valid: isPositiveWhole, message: 'Deadline inválido.' },
  ],
  creditcard: [
    { field: 'PaymentMethodCreditCard.Card.number', valid: matches(/^\d{13,19}$/), message: 'Cartão inválido.' },
    { field: 'PaymentMethodCreditCard.Card.holder', valid: isText, message: 'Cartão inválido.' },
    {
      field: 'PaymentMethodCreditCard.Card.expiresAt',
      valid: matches(/^\d{4}-(?:0[1-9]|1[0-2])$/),
      message: 'Cartão inválido.',
    },
    { field: 'PaymentMethodCreditCard.Card.cvv', valid: matches(/^\d{3,4}$/), message: 'Cartão inválido.' },
    { field: 'PaymentMethodCreditCard.qtdInstallments', valid: isPositiveWhole, message: 'Parcelas inválidas.' },
  ],
  boleto: [],
}

/** The specification names the things; those that are only read, or only written, are GALAX PAY's. */
const READ_AND_WRITE = ['customers', 'plans', 'transactions', 'cards', 'subscriptions', 'charges']
const ONE_WAY = ['webhooks.write', 'balance.read', 'boletos.read']

const create = createRoute({
  path: '/charges',
  refuse,
  rules: (body) => [...RULES, ...(PARTICULAR[String(body.mainPaymentMethodId)] ?? [])],
  amount: { at: 'value', unit: 'cents' },
  referenceAt: 'myId',
  methodOf: ({ mainPaymentMethodId }) => METHODS[String(mainPaymentMethodId)] ?? 'PIX',
  newId: () => String(randomNumberId()),
  lifetimeMs: (body, { now }) => {
    const days = fieldAt(body, 'PaymentMethodPix.Deadline.value')
    return days === undefined ? endOfLocalDate(String(body.payday)) - now() : Number(days) * DAY_MS
  },
  answer: (transaction, books) => ({ type: true, Charge: toCharge(transaction, books) }),
})

/** A day that has gone by cannot be due. */
const charges: Route = {
  ...create,
  handle: (call, books) => {
    const { payday } = fieldsOf(call.body)
    const isPast = matches(/^\d{4}-\d\d-\d\d$/)(payday) && endOfLocalDate(String(payday)) < books.now()
    return isPast
      ? refuse(400, 'O campo payday não pode ser no passado.', { field: 'payday' })
      : create.handle(call, books)
  },
}

const reversal = refundRoute({
  path: '/charges/:id/galaxPayId/reverse',
  method: 'PUT',
  refuse,
  amount: { at: 'valueToReverse', unit: 'cents' },
  answer: () => ({ type: true }),
})

/** Only what came by card is reversed. */
const reverse: Route = {
  ...reversal,
  handle: (call, books) =>
    books.find(String(call.params.id))?.method === 'CREDIT_CARD'
      ? reversal.handle(call, books)
      : refuse(400, 'Não é possível estornar esta cobrança.'),
}

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'pendingPix',
    paid: 'payedPix',
    refused: 'denied',
    expired: 'cancel',
    refunded: 'reversed',
    chargeback: 'chargeback',
  },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) ? null : refuse(401, 'Token inválido.'),
  asks: {
    installments: 'PaymentMethodCreditCard.qtdInstallments',
    deadline: ['PaymentMethodPix.Deadline.value', 'payday'],
  },
  routes: [
    { operation: 'token', method: 'POST', path: '/token', open: true, handle: issue },
    charges,
    { operation: 'readTransaction', method: 'GET', path: '/charges', handle: list },
    cancelRoute({
      path: '/charges/:id/galaxPayId',
      method: 'DELETE',
      refuse,
      word: CANCELED,
      answer: () => ({ type: true }),
    }),
    { operation: 'capture', method: 'PUT', path: '/charges/:id/galaxPayId/capture', handle: capture },
    reverse,
  ],
  webhook: {
    payload: (transaction, books) => ({
      event: 'transaction.updateStatus',
      webhookId: randomNumberId(),
      confirmHash: ACCOUNT.webhookSecret,
      Transaction: toTransaction(transaction, books),
      Charge: { galaxPayId: Number(transaction.id), myId: transaction.reference, value: transaction.amount },
    }),
    address: ({ url }) => ({ url, headers: {} }),
  },
}

function issue({ headers, body }: Call, books: Books): Answer {
  if (!isBasic(headers.authorization, ACCOUNT.publicKey, ACCOUNT.secretKey)) return refuse(401, 'Não autorizado.')
  const { grant_type, scope } = fieldsOf(body)
  if (grant_type !== 'authorization_code' || !isText(scope) || !isEveryScope(scope.split(' '))) {
    return refuse(400, 'O campo scope é inválido.', { field: 'scope' })
  }
  const access_token = issueToken(ACCOUNT.secretKey, books.now() + TOKEN_SECONDS * 1000)
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope } }
}

/** What an account is given goes no further than it asked: a scope that is left out is a call that fails some day. */
function isEveryScope(asked: readonly string[]): boolean {
  return [...READ_AND_WRITE.flatMap((thing) => [`${thing}.read`, `${thing}.write`]), ...ONE_WAY].every((scope) =>
    asked.includes(scope),
  )
}

function list({ query }: Call, books: Books): Answer {
  if (!isText(query.startAt) || !isText(query.limit)) {
    return refuse(400, 'Os campos startAt e limit são obrigatórios.', { field: 'startAt' })
  }
  const { galaxPayIds = '', myIds = '' } = query
  const found = galaxPayIds
    ? galaxPayIds.split(',').flatMap((id) => books.find(id) ?? [])
    : myIds.split(',').flatMap((id) => books.findByReference(id))
  const Charges = found.slice(0, Number(query.limit)).map((transaction) => toCharge(transaction, books))
  return { status: 200, body: { totalQtdFoundInPage: Charges.length, Charges } }
}

/** Capturing twice is capturing once. */
function capture({ params }: Call, books: Books): Answer {
  const transaction = books.find(String(params.id))
  if (transaction?.stage !== 'paid') return refuse(404, 'Cobrança não encontrada.')
  books.remember('captured', transaction.id, true)
  return { status: 200, body: { type: true } }
}

function toTransaction(transaction: Transaction, books: Books): Fields {
  const { id, method, stage, status, amount, pixCode, endToEndId, createdAt } = transaction
  const words: Readonly<Record<string, string>> = WORDS[method]
  const isCaptured = method === 'CREDIT_CARD' && stage === 'paid' && books.recall('captured', id) === true
  return {
    galaxPayId: Number(id) + 1,
    chargeGalaxPayId: Number(id),
    value: amount,
    payday: localDate(createdAt),
    status: isCaptured ? 'captured' : status === CANCELED ? status : (words[stage] ?? status),
    ...(method === 'PIX'
      ? { Pix: { reference: id, qrCode: pixCode, image: `https://pix.example.com/${id}.png`, endToEnd: endToEndId } }
      : {}),
    ...(method === 'BILLET'
      ? { Boleto: { pdf: `https://boletos.example.com/${id}.pdf`, bankLine: boletoLine(transaction), bankNumber: 1 } }
      : {}),
  }
}

function toCharge(transaction: Transaction, books: Books): Fields {
  const { id, reference, amount, request } = transaction
  return {
    galaxPayId: Number(id),
    myId: reference,
    value: amount,
    status: 'active',
    mainPaymentMethodId: request.mainPaymentMethodId,
    paymentLink: `https://app.galaxpay.com.br/${id}`,
    Customer: request.Customer,
    Transactions: [toTransaction(transaction, books)],
  }
}

function refuse(status: number, message: string, rule?: Pick<FieldRule, 'field'>): Answer {
  const details = rule ? { details: { [rule.field]: [message] } } : {}
  return { status, body: { error: { message, ...details } } }
}
