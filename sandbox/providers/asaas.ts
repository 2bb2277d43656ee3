/**
 * ASAAS v3: an access_token header, reais, three calls for a Pix charge (customer, payment, QR code).
 * A Pix charge is never refused there. Refusing one means deleting it, which leaves its status unchanged.
 * Webhooks go to the address registered with the account.
 */
import { fromReais, toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { fieldAt, fieldsOf, firstBroken, isText } from '../checks.ts'
import { endOfLocalDate, localDate } from '../dates.ts'
import { type Destination, pixKeyAt } from '../destination.ts'
import {
  toBoletoLine,
  toEvent,
  toInstallments,
  toPayment,
  toPixCode,
  toTransfer,
  toTransferEvent,
} from '../documents/asaas.ts'
import {
  ACCOUNT_RULES,
  BANK_TRANSFER_RULES,
  CARD_RULES,
  CUSTOMER_RULES,
  INSTALLMENT_RULES,
  PAYMENT_RULES,
  PIX_TRANSFER_RULES,
  VALUE_RULE,
} from '../documents/asaas-rules.ts'
import { randomWord } from '../identifiers.ts'
import { pixCode } from '../pix-code.ts'
import type { Answer, Books, Call, FakeProvider, Fields, Method, Transaction } from '../provider.ts'
import { cancelRoute, type Refuse, readWithdrawRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { sharesAt } from '../terms.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'ASAAS',
  transport: 'http',
  path: '/asaas/v3',
  publicKey: null,
  secretKey: '$aact_hmlg_trilho-demo-asaas',
  webhookSecret: 'trilho-demo-asaas-webhook-token',
} as const satisfies DemoAccount

/** The last digits of the card that every bank refuses. */
const REFUSED_CARD = '0002'

/** How the keys of the accounts begin that this one has opened. */
const SUB_ACCOUNT_KEY = `${ACCOUNT.secretKey}-sub-`

const METHODS: Readonly<Record<string, Method>> = { PIX: 'PIX', BOLETO: 'BILLET', CREDIT_CARD: 'CREDIT_CARD' }

const pixKeyOf = pixKeyAt('pixAddressKey', 'pixAddressKeyType')

const SHARES = { at: 'split', recipient: 'walletId', percent: 'percentualValue' }
const isPlan = ({ installmentCount }: Fields) => Number(installmentCount ?? 1) > 1

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
  withdrawalStatuses: {
    pending: 'PENDING',
    paid: 'DONE',
    refused: 'FAILED',
    canceled: 'CANCELLED',
    returned: 'FAILED',
  },
  refuse: (status, message) => refuse(status, status === 404 ? 'not_found' : 'error', message),
  authorize: ({ headers }, { account }) => {
    const token = headers.access_token
    if (!isText(token)) return refuse(401, 'access_token_not_found', 'O cabeçalho access_token não foi informado.')
    if (!isSame(token, account.secretKey) && !token.startsWith(SUB_ACCOUNT_KEY)) {
      return refuse(401, 'invalid_access_token', 'A chave de API fornecida é inválida.')
    }
    if (!isText(headers['user-agent'])) {
      return refuse(400, 'user_agent_not_found', 'O cabeçalho User-Agent não foi informado.')
    }
    return null
  },
  asks: {
    installments: 'installmentCount',
    deadline: ['dueDate'],
    // What is fixed of each installment is another amount.
    shares: (request) => sharesAt({ ...SHARES, reais: isPlan(request) ? 'totalFixedValue' : 'fixedValue' })(request),
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
        withPayment(call, books, (transaction) => ({ status: 200, body: toPayment(transaction, books) })),
    },
    {
      operation: 'readPixCode',
      method: 'GET',
      path: '/payments/:id/pixQrCode',
      handle: (call, books) =>
        withPayment(call, books, (transaction) => ({ status: 200, body: toPixCode(transaction) })),
    },
    {
      operation: 'readBoletoLine',
      method: 'GET',
      path: '/payments/:id/identificationField',
      handle: (call, books) =>
        withPayment(call, books, (transaction) => ({ status: 200, body: toBoletoLine(transaction) })),
    },
    cancelRoute({
      path: '/payments/:id',
      method: 'DELETE',
      refuse: refuseField,
      word: 'DELETED',
      answer: ({ id }) => ({ deleted: true, id }),
    }),
    { operation: 'tokenizeCard', method: 'POST', path: '/creditCard/tokenizeCreditCard', handle: tokenizeCard },
    refundRoute({
      path: '/payments/:id/refund',
      refuse: refuseField,
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'description',
      answer: toPayment,
    }),
    {
      ...refundRoute({
        path: '/installments/:id/refund',
        refuse: refuseField,
        idOf: ({ params }) => params.id?.replace(/^ins_/, ''),
        answer: ({ id }) => ({ object: 'installment', id: `ins_${id}` }),
      }),
      operation: 'refundInstallments',
    },
    { operation: 'readInstallments', method: 'GET', path: '/installments/:id/payments', handle: listInstallments },
    withdrawRoute({
      path: '/transfers',
      refuse: refuseField,
      rules: (body) => (body.bankAccount ? BANK_TRANSFER_RULES : PIX_TRANSFER_RULES),
      destination: (call) => (fieldAt(call.body, 'bankAccount') ? bankAccountOf(call) : pixKeyOf(call)),
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'externalReference',
      answer: toTransfer,
    }),
    {
      operation: 'findWithdraw',
      method: 'GET',
      path: '/transfers',
      handle: ({ query }, books) => {
        const found = books.findWithdrawalByReference(query.externalReference ?? '')
        const data = found ? [toTransfer(found)] : []
        const page = { hasMore: false, totalCount: data.length, limit: 10, offset: 0 }
        return { status: 200, body: { object: 'list', ...page, data } }
      },
    },
    readWithdrawRoute('/transfers/:id', refuseField, toTransfer),
    {
      operation: 'readBalance',
      method: 'GET',
      path: '/finance/balance',
      handle: (_call, books) => ({ status: 200, body: { balance: toReais(books.balance()) } }),
    },
    { operation: 'createReceiver', method: 'POST', path: '/accounts', handle: openAccount },
    { operation: 'readReceiver', method: 'GET', path: '/myAccount/status', handle: readOwnAccount },
  ],
  webhook: {
    payload: toEvent,
    withdrawal: { payload: (withdrawal, books) => toTransferEvent(withdrawal, books.now()) },
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
  const request = fieldsOf(body)
  const valueRules = request.installmentCount === undefined ? [VALUE_RULE] : INSTALLMENT_RULES
  const broken = firstBroken(body, [...PAYMENT_RULES, ...valueRules])
  if (broken) return refuse(400, broken.code, broken.message)
  if (!books.recall('customer', String(request.customer))) {
    return refuse(400, 'invalid_customer', 'Customer inválido ou não informado.')
  }
  const dueDate = String(request.dueDate)
  if (!(endOfLocalDate(dueDate) > books.now())) {
    return refuse(400, 'invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje.')
  }
  const method = METHODS[String(request.billingType)] ?? 'PIX'
  const card = method === 'CREDIT_CARD' ? books.recall('card', String(request.creditCardToken)) : undefined
  if (method === 'CREDIT_CARD' && !card) return refuse(400, 'invalid_creditCardToken', 'Token de cartão inválido.')
  if (card === REFUSED_CARD) return refuse(400, 'invalid_creditCard', 'Transação não autorizada.')
  const amount = fromReais(Number(request.totalValue ?? request.value))
  const transaction = books.create({
    id: `pay_${randomWord(16)}`,
    reference: String(request.externalReference ?? ''),
    amount,
    method,
    stage: method === 'CREDIT_CARD' ? 'paid' : 'pending',
    pixCode:
      method === 'PIX'
        ? pixCode({ location: `pix.asaas.invalid/qr/cobv/${randomWord(32)}`, amount, merchant: 'LOJA DEMO' })
        : '',
    expiresAt: endOfLocalDate(dueDate),
    request,
  })
  return { status: 200, body: toPayment(transaction, books), created: transaction }
}

/** Which card it was is kept as its last four digits. */
function tokenizeCard({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, CARD_RULES)
  if (broken) return refuse(400, broken.code, broken.message)
  const number = String(fieldAt(body, 'creditCard.number')).slice(-4)
  const creditCardToken = randomWord(32)
  books.remember('card', creditCardToken, number)
  return { status: 200, body: { creditCardNumber: number, creditCardBrand: 'VISA', creditCardToken } }
}

function openAccount({ body }: Call, books: Books): Answer {
  const broken = firstBroken(body, ACCOUNT_RULES)
  if (broken) return refuse(400, broken.code, broken.message)
  const apiKey = `${SUB_ACCOUNT_KEY}${randomWord(32)}`
  books.remember('account', apiKey, 'APPROVED')
  return { status: 200, body: { object: 'account', id: randomWord(16), walletId: randomWord(32), apiKey } }
}

function readOwnAccount({ headers }: Call, books: Books): Answer {
  const state = books.recall('account', headers.access_token ?? '')
  if (!state) return refuse(404, 'not_found', 'Conta não encontrada.')
  const body = { general: state, documentation: state, commercialInfo: state, bankAccountInfo: state }
  return { status: 200, body: { id: randomWord(16), ...body } }
}

function listPayments({ query }: Call, books: Books): Answer {
  const data = books.findByReference(query.externalReference ?? '').map((one) => toPayment(one, books))
  return {
    status: 200,
    body: { object: 'list', hasMore: false, totalCount: data.length, limit: 10, offset: 0, data: data.slice(0, 10) },
  }
}

function listInstallments({ params, ...call }: Call, books: Books): Answer {
  return withPayment({ ...call, params: { id: String(params.id).slice('ins_'.length) } }, books, (transaction) => {
    return { status: 200, body: { object: 'list', hasMore: false, data: toInstallments(transaction, books) } }
  })
}

function withPayment({ params }: Call, books: Books, answer: (transaction: Transaction) => Answer): Answer {
  const transaction = books.find(params.id ?? '')
  return transaction ? answer(transaction) : refuse(404, 'not_found', 'Cobrança não encontrada.')
}

function refuse(status: number, code: string | undefined, description: string): Answer {
  return { status, body: { errors: [{ code, description }] } }
}

function refuseField(...[status, message, rule]: Parameters<Refuse>): Answer {
  return refuse(status, rule?.code ?? 'invalid_action', message)
}

/** The account's check digit stands in a field of its own. */
function bankAccountOf({ body }: Call): Destination {
  const { bank, agency, account, accountDigit, cpfCnpj } = fieldsOf(fieldAt(body, 'bankAccount'))
  return {
    bank: String(fieldAt(bank, 'code')),
    branch: String(agency),
    account: `${account}${accountDigit}`,
    document: String(cpfCnpj),
  }
}
