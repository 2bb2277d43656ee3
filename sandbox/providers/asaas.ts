/**
 * ASAAS v3: an access_token header, reais, three calls for a Pix charge (customer, payment, QR code).
 * Nobody refuses a Pix charge there: refusing one means that it was deleted, which leaves its status as it was.
 * Webhooks go to the address registered with the account.
 */
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'
import { fromReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import {
  type FieldRule,
  fieldsOf,
  firstBroken,
  isEmail,
  isReais,
  isText,
  isTextUpTo,
  matches,
  optional,
} from '../checks.ts'
import { endOfLocalDate, localDate } from '../dates.ts'
import { toEvent, toPayment, toPixCode } from '../documents/asaas.ts'
import { randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider, Transaction } from '../provider.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'ASAAS',
  transport: 'http',
  path: '/asaas/v3',
  publicKey: null,
  secretKey: '$aact_hmlg_trilho-demo-asaas',
  webhookSecret: 'trilho-demo-asaas-webhook-token',
} as const satisfies DemoAccount

const CUSTOMER_RULES: readonly FieldRule[] = [
  { field: 'name', valid: isText, code: 'invalid_name', message: 'O campo name deve ser informado.' },
  {
    field: 'cpfCnpj',
    valid: (value) => isText(value) && (isValidCpf(value) || isValidCnpj(value, { version: 2 })),
    code: 'invalid_cpfCnpj',
    message: 'O CPF/CNPJ informado é inválido.',
  },
  { field: 'email', valid: optional(isEmail), code: 'invalid_email', message: 'O email informado é inválido.' },
  {
    field: 'notificationDisabled',
    valid: optional((value) => typeof value === 'boolean'),
    code: 'invalid_notificationDisabled',
    message: 'O campo notificationDisabled é inválido.',
  },
]

const PAYMENT_RULES: readonly FieldRule[] = [
  { field: 'customer', valid: isText, code: 'invalid_customer', message: 'O campo customer deve ser informado.' },
  {
    field: 'billingType',
    valid: (value) => value === 'PIX',
    code: 'invalid_billingType',
    message: 'O campo billingType é inválido.',
  },
  {
    field: 'value',
    valid: isReais,
    code: 'invalid_value',
    message: 'O campo value deve ser um número maior que zero com até duas casas decimais.',
  },
  {
    field: 'dueDate',
    valid: matches(/^\d{4}-\d{2}-\d{2}$/),
    code: 'invalid_dueDate',
    message: 'O campo dueDate deve ser informado no formato AAAA-MM-DD.',
  },
  {
    field: 'description',
    valid: optional(isTextUpTo(500)),
    code: 'invalid_description',
    message: 'O campo description aceita no máximo 500 caracteres.',
  },
  {
    field: 'externalReference',
    valid: optional(isText),
    code: 'invalid_externalReference',
    message: 'O campo externalReference é inválido.',
  },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'PENDING',
    paid: 'RECEIVED',
    refused: 'DELETED',
    expired: 'OVERDUE',
    refunded: 'REFUNDED',
    chargeback: 'CHARGEBACK_REQUESTED',
  },
  refuse: (status, message) => refuse(status, status === 404 ? 'not_found' : 'error', message),
  authorize: ({ headers }, { account }) => {
    const token = headers.access_token
    if (!isText(token)) return refuse(401, 'access_token_not_found', 'O cabeçalho access_token não foi informado.')
    if (!isSame(token, account.secretKey)) {
      return refuse(401, 'invalid_access_token', 'A chave de API fornecida é inválida.')
    }
    if (!isText(headers['user-agent'])) {
      return refuse(400, 'user_agent_not_found', 'O cabeçalho User-Agent não foi informado.')
    }
    return null
  },
  routes: [
    { operation: 'createCustomer', method: 'POST', path: '/customers', handle: createCustomer },
    {
      operation: 'createTransaction',
      method: 'POST',
      path: '/payments',
      reference: (body) => body.externalReference,
      handle: createPayment,
    },
    { operation: 'findTransaction', method: 'GET', path: '/payments', handle: listPayments },
    {
      operation: 'readTransaction',
      method: 'GET',
      path: '/payments/:id',
      handle: (call, books) =>
        withPayment(call, books, (transaction) => ({ status: 200, body: toPayment(transaction) })),
    },
    {
      operation: 'readPixCode',
      method: 'GET',
      path: '/payments/:id/pixQrCode',
      handle: (call, books) =>
        withPayment(call, books, (transaction) => ({ status: 200, body: toPixCode(transaction) })),
    },
  ],
  webhook: {
    payload: (transaction, books) => toEvent(transaction, books.now()),
    address: ({ url }, { account }) => ({ url, headers: { 'asaas-access-token': account.webhookSecret ?? '' } }),
  },
}

function createCustomer({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, CUSTOMER_RULES)
  if (broken) return refuse(400, broken.code, broken.message)
  const id = `cus_${randomWord(12, '0123456789')}`
  const customer = {
    object: 'customer',
    id,
    dateCreated: localDate(books.now()),
    ...fieldsOf(body),
    personType: String(fieldsOf(body).cpfCnpj).replace(/\W/g, '').length === 11 ? 'FISICA' : 'JURIDICA',
    deleted: false,
  }
  books.remember('customer', id, customer)
  return { status: 200, body: customer }
}

function createPayment({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, PAYMENT_RULES)
  if (broken) return refuse(400, broken.code, broken.message)
  const request = fieldsOf(body)
  if (!books.recall('customer', String(request.customer))) {
    return refuse(400, 'invalid_customer', 'Customer inválido ou não informado.')
  }
  const dueDate = String(request.dueDate)
  if (!(endOfLocalDate(dueDate) > books.now())) {
    return refuse(400, 'invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.')
  }
  const amount = fromReais(Number(request.value))
  const transaction = books.create({
    id: `pay_${randomWord(16)}`,
    reference: String(request.externalReference ?? ''),
    amount,
    pixCode: pixCode({ location: `pix.asaas.invalid/qr/cobv/${randomWord(32)}`, amount, merchant: 'LOJA DEMO' }),
    expiresAt: endOfLocalDate(dueDate),
    request,
  })
  return { status: 200, body: toPayment(transaction), created: transaction }
}

function listPayments({ query }: Call, books: Books): Answer {
  const data = books.findByReference(query.externalReference ?? '').map(toPayment)
  return {
    status: 200,
    body: { object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data: data.slice(0, 10) },
  }
}

function withPayment({ params }: Call, books: Books, answer: (transaction: Transaction) => Answer): Answer {
  const transaction = books.find(params.id ?? '')
  return transaction ? answer(transaction) : refuse(404, 'not_found', 'Cobrança não encontrada.')
}

function refuse(status: number, code: string | undefined, description: string): Answer {
  return { status, body: { errors: [{ code, description }] } }
}
