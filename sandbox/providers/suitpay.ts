/**
 * SUITPAY: `ci` and `cs` headers, reais, an id and a code and no more; webhooks with a hash over their values, except those
 * about cards. A card is decided at once, and a cancelled one is called a chargeback.
 */
import { createHash } from 'node:crypto'
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import {
  type FieldRule,
  fieldsOf,
  isEmail,
  isPositiveWhole,
  isReais,
  isText,
  isWebAddress,
  matches,
  optional,
} from '../checks.ts'
import { endOfLocalDate } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Fields, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'SUITPAY',
  transport: 'http',
  path: '/suitpay',
  publicKey: 'trilho-demo-suitpay-ci',
  secretKey: 'trilho-demo-suitpay-cs',
  webhookSecret: null,
} as const satisfies DemoAccount

const TYPES = { PIX: 'PIX', CREDIT_CARD: 'CARD', BILLET: 'BOLETO' } as const

const RULES: readonly FieldRule[] = [
  { field: 'requestNumber', valid: isText, message: 'requestNumber' },
  { field: 'callbackUrl', valid: isWebAddress, message: 'callbackUrl' },
  { field: 'client.name', valid: isText, message: 'client.name' },
  { field: 'client.document', valid: matches(/^\w{11,14}$/), message: 'client.document' },
  { field: 'client.email', valid: isEmail, message: 'client.email' },
  { field: 'products', valid: isProducts, message: 'products' },
]

const DUE_RULES: readonly FieldRule[] = [
  ...RULES,
  { field: 'dueDate', valid: matches(/^\d{4}-\d\d-\d\d$/), message: 'dueDate' },
]

const CARD_RULES: readonly FieldRule[] = [
  ...RULES,
  { field: 'card.number', valid: matches(/^\d{13,19}$/), message: 'card.number' },
  { field: 'card.expirationMonth', valid: matches(/^(?:0[1-9]|1[0-2])$/), message: 'card.expirationMonth' },
  { field: 'card.expirationYear', valid: matches(/^20\d\d$/), message: 'card.expirationYear' },
  { field: 'card.cvv', valid: matches(/^\d{3,4}$/), message: 'card.cvv' },
  { field: 'card.installment', valid: isPositiveWhole, message: 'card.installment' },
]

const WITHDRAWAL_RULES: readonly FieldRule[] = [
  { field: 'key', valid: isText, message: 'key' },
  { field: 'typeKey', valid: matches(/^(?:document|phoneNumber|email|randomKey|paymentCode)$/), message: 'typeKey' },
  {
    field: 'documentValidation',
    valid: optional(matches(/^(?:\d{11}|[0-9A-Z]{12}\d{2})$/)),
    message: 'documentValidation',
  },
  { field: 'externalId', valid: isText, message: 'externalId' },
]

const newId = () => randomWord(32, '0123456789abcdef').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const dueIn = ({ dueDate }: Fields, { now }: Books) => endOfLocalDate(String(dueDate)) - now()
const CHARGE = { refuse, amount: { at: 'amount', unit: 'reais' }, referenceAt: 'requestNumber', newId } as const

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'WAITING_FOR_APPROVAL',
    paid: 'PAID_OUT',
    refused: 'UNPAID',
    expired: 'CANCELED',
    refunded: 'CHARGEBACK',
    chargeback: 'CHARGEBACK',
  },
  withdrawalStatuses: {
    pending: 'WAITING_FOR_APPROVAL',
    paid: 'PAID_OUT',
    refused: 'CANCELED',
    canceled: 'CANCELED',
  },
  refuse,
  authorize: ({ headers }) =>
    isSame(headers.ci, ACCOUNT.publicKey) && isSame(headers.cs, ACCOUNT.secretKey)
      ? null
      : refuse(401, 'Falha na autenticação'),
  asks: { installments: 'card.installment', deadline: ['dueDate'] },
  routes: [
    createRoute({
      ...CHARGE,
      path: '/api/v1/gateway/request-qrcode',
      rules: DUE_RULES,
      webhookAt: 'callbackUrl',
      lifetimeMs: dueIn,
      answer: ({ id, pixCode }) => ({
        idTransaction: id,
        paymentCode: pixCode,
        paymentCodeBase64: qrImageBase64(pixCode),
        response: 'OK',
      }),
    }),
    createRoute({
      ...CHARGE,
      operation: 'createBoleto',
      path: '/api/v1/gateway/request-boleto',
      rules: DUE_RULES,
      webhookAt: 'callbackUrl',
      methodOf: () => 'BILLET',
      lifetimeMs: dueIn,
      answer: (transaction) => ({
        idTransaction: transaction.id,
        digitableLine: boletoLine(transaction),
        barcode: boletoLine(transaction).slice(0, 44),
        response: 'OK',
      }),
    }),
    createRoute({
      ...CHARGE,
      operation: 'chargeCard',
      path: '/api/v3/gateway/card',
      amount: { at: 'card.amount', unit: 'reais' },
      rules: CARD_RULES,
      webhookAt: 'callbackUrl',
      methodOf: () => 'CREDIT_CARD',
      answer: ({ id, stage }) => ({
        transactionId: id,
        response: stage === 'paid' ? 'OK' : 'REJECTED',
        statusTransaction: stage === 'paid' ? 'PAYMENT_ACCEPT' : 'UNPAID',
        acquirerMessage: stage === 'paid' ? 'ACCEPTED' : 'AUTHORIZER_REJECTED',
        msg: stage === 'paid' ? 'Sucesso' : 'Erro ao realizar pagamento por cartão de crédito.',
      }),
    }),
    {
      operation: 'readTransaction',
      method: 'POST',
      path: '/api/v1/gateway/consult-status-transaction',
      handle: consult,
    },
    refundRoute({
      path: '/api/v3/gateway/cancel',
      refuse,
      idOf: ({ query }) => query.transactionId,
      answer: ({ id, status }) => ({
        transactionId: id,
        response: 'OK',
        statusTransaction: status,
        acquirerMessage: '',
        msg: 'Success',
      }),
    }),
    withdrawRoute({
      path: '/api/v1/gateway/pix-payment',
      refuse,
      rules: WITHDRAWAL_RULES,
      destination: pixKeyAt('key', 'typeKey'),
      amount: { at: 'value', unit: 'reais' },
      referenceAt: 'externalId',
      newId,
      answer: ({ id }) => ({ idTransaction: id, response: 'OK' }),
    }),
  ],
  webhook: {
    payload: toNotice,
    withdrawal: { payload: toWithdrawalNotice, urlAt: 'callbackUrl' },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

/** The answer is nothing but the status, as a JSON text. */
function consult({ body }: Call, books: Books): Answer {
  const { typeTransaction, idTransaction } = fieldsOf(body)
  const id = String(idTransaction ?? '')
  if (typeTransaction === 'PIX_CASHOUT') {
    const withdrawal = books.findWithdrawal(id)
    return withdrawal ? { status: 200, body: JSON.stringify(withdrawal.status) } : refuse(404, 'idTransaction')
  }
  const transaction = books.find(id)
  if (!transaction || typeTransaction !== TYPES[transaction.method]) return refuse(404, 'idTransaction')
  return { status: 200, body: JSON.stringify(transaction.status) }
}

function toNotice({ id, method, status, amount, stage, pixCode, reference, updatedAt }: Transaction) {
  if (stage === 'pending') return null
  const start = { idTransaction: id, typeTransaction: TYPES[method], statusTransaction: status }
  if (method === 'CREDIT_CARD') return start
  const notice = {
    ...start,
    value: toReais(amount),
    payerName: 'Comprador Demo',
    payerTaxId: '***444777**',
    paymentDate: new Date(updatedAt).toLocaleString('pt-BR'),
    paymentCode: pixCode,
    requestNumber: reference,
  }
  const text = Object.values(notice).join('') + ACCOUNT.secretKey
  return { ...notice, hash: createHash('sha256').update(text).digest('hex') }
}

function toWithdrawalNotice({ id, status, amount }: Withdrawal) {
  const notice = {
    idTransaction: id,
    typeTransaction: 'PIX_CASHOUT',
    statusTransaction: status,
    value: toReais(amount),
    destinationName: 'Destinatário Demo',
    destinationTaxId: '***444777**',
    destinationBank: 'BANCO DEMO',
  }
  const text = Object.values(notice).join('') + ACCOUNT.secretKey
  return { ...notice, hash: createHash('sha256').update(text).digest('hex') }
}

function isProducts(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  return value
    .map(fieldsOf)
    .every(
      (product) =>
        isText(product.description ?? product.productName) &&
        isPositiveWhole(product.quantity) &&
        isReais(product.value),
    )
}

function refuse(status: number, field: string): Answer {
  const msg = `Formato de dados inválidos, verifique os dados e tente novamente.{${field}}.`
  return {
    status,
    body: {
      transactionId: null,
      response: 'WRONG_DATA_FORMAT',
      statusTransaction: 'CANCELED',
      acquirerMessage: null,
      msg,
    },
  }
}
