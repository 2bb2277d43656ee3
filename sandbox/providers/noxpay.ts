/**
 * NOXPAY: one call for charges and withdrawals, told apart by their method; reais; names whose case differs from call to call;
 * webhooks signed with a hash over the key and the body, to the request's webhook_url.
 */
import { createHash } from 'node:crypto'
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, isText, isTextUpTo, isWebAddress, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Route, Transaction, Withdrawal } from '../provider.ts'
import { createRoute, withdrawRoute } from '../routes.ts'
import { isSame } from '../tokens.ts'

const ACCOUNT = {
  provider: 'NOXPAY',
  transport: 'http',
  path: '/noxpay',
  publicKey: null,
  secretKey: 'trilho-demo-noxpay-api-key',
  webhookSecret: 'trilho-demo-noxpay-signing-key',
} as const satisfies DemoAccount

const AMOUNT = { at: 'amount', unit: 'reais' } as const
const CODE: FieldRule = { field: 'code', valid: isTextUpTo(100), message: 'invalid code' }

const charge = createRoute({
  path: '/payment',
  refuse,
  rules: [
    { field: 'method', valid: (value) => value === 'PIX', message: 'invalid method' },
    CODE,
    { field: 'webhook_url', valid: optional(isWebAddress), message: 'invalid webhook_url' },
    { field: 'client_name', valid: optional(isText), message: 'invalid client_name' },
    { field: 'client_document', valid: optional(isText), message: 'invalid client_document' },
  ],
  amount: AMOUNT,
  referenceAt: 'code',
  webhookAt: 'webhook_url',
  newId: randomUuid,
  status: 201,
  answer: ({ id, amount, reference, status, pixCode }, { baseUrl }) => ({
    method: 'PIX',
    code: reference,
    amount: toReais(amount),
    qrcodetext: pixCode,
    txid: id,
    Status: status,
    URL: `${baseUrl}/qrcode/${id}`,
  }),
})

const withdrawal = withdrawRoute({
  path: '/payment',
  refuse,
  rules: [
    { field: 'type', valid: (value) => value === 'PIX_KEY', message: 'invalid type' },
    CODE,
    { field: 'pixkey', valid: isText, message: 'invalid pixkey' },
  ],
  destination: pixKeyAt('pixkey'),
  amount: AMOUNT,
  referenceAt: 'code',
  newId: randomUuid,
  status: 201,
  answer: toWithdrawal,
})

const isWithdrawal = ({ body }: Call) => fieldsOf(body).method === 'PIXOUT'

/** Faults on `createTransaction` strike withdrawals as well: the call is the same. */
const pay: Route = {
  ...charge,
  handle: (call, books) => (isWithdrawal(call) ? withdrawal : charge).handle(call, books),
}

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'WAITING_PAYMENT',
    paid: 'PAID',
    refused: 'REJECTED',
    expired: 'FAIL',
    refunded: null,
    chargeback: null,
  },
  withdrawalStatuses: { pending: 'SENDING', paid: 'PAID', refused: 'WRONG_PIXKEY', canceled: 'REJECTED' },
  refuse,
  authorize: ({ headers }) => (isSame(headers['api-key'], ACCOUNT.secretKey) ? null : refuse(401, 'unauthorized')),
  routes: [
    pay,
    { operation: 'readTransaction', method: 'GET', path: '/payment/:id', handle: readPayment },
    {
      operation: 'readBalance',
      method: 'GET',
      path: '/account',
      handle: (_call, books) => ({ status: 200, body: { name: 'Loja Demo', balance: toReais(books.balance()) } }),
    },
  ],
  webhook: {
    payload: ({ id, status, reference, amount, createdAt, endToEndId }) => ({
      id: createdAt % 1_000_000,
      merchant_id: 1,
      method: 'PIX',
      status,
      code: reference,
      txid: id,
      amount: toReais(amount),
      created_at_date: new Date(createdAt).toISOString(),
      receipt_name: null,
      receipt_cpf_cnpj: null,
      pix_end2end_id: endToEndId,
    }),
    withdrawal: {
      payload: ({ id, status, reference, amount, createdAt }) => ({
        id: createdAt % 1_000_000,
        merchant_id: 1,
        method: 'PIXOUT',
        status,
        code: reference,
        txid: id,
        amount: toReais(amount),
        created_at_date: new Date(createdAt).toISOString(),
      }),
    },
    address: ({ url, body }) => {
      const signature = createHash('sha256').update(`${ACCOUNT.webhookSecret}${body}`).digest('base64')
      return { url, headers: { 'X-Signature': signature, 'noxpay-sign': signature } }
    },
  },
}

/** By either id; of a charge and a withdrawal under one code, the newer. */
function readPayment({ params: { id = '' } }: Call, books: Books): Answer {
  const charged = books.find(id) ?? books.findByReference(id)[0]
  const paidOut = books.findWithdrawal(id) ?? books.findWithdrawalByReference(id)
  if (paidOut && paidOut.createdAt >= (charged?.createdAt ?? 0)) return { status: 200, body: toWithdrawal(paidOut) }
  return charged ? { status: 200, body: toCharge(charged) } : refuse(404, 'payment not found')
}

function toCharge({ id, amount, reference, status, endToEndId }: Transaction) {
  return {
    Method: 'PIX',
    Status: status,
    Code: reference,
    TxID: id,
    Amount: toReais(amount),
    end2end: endToEndId ?? '',
    receipt: '',
  }
}

function toWithdrawal({ id, amount, reference, status }: Withdrawal) {
  return { Method: 'PIXOUT', Status: status, Code: reference, TxID: id, Amount: toReais(amount) }
}

function randomUuid(): string {
  return [8, 4, 4, 4, 12].map((length) => randomWord(length, '0123456789abcdef')).join('-')
}

function refuse(status: number, error: string): Answer {
  return { status, body: { error } }
}
