/** EZZEBANK: OAuth with Basic credentials and a form, reais, webhooks about arrived Pix signed with their time. */
import { createHmac } from 'node:crypto'
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, isText, matches, optional } from '../checks.ts'
import { localTime } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import type { Answer, Books, Call, FakeProvider, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isBasic, isBearer, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'EZZEBANK',
  transport: 'http',
  path: '/ezzebank/v2',
  publicKey: 'trilho-demo-ezzebank-client',
  secretKey: 'trilho-demo-ezzebank-secret',
  webhookSecret: 'trilho-demo-ezzebank-webhook',
} as const satisfies DemoAccount

const TOKEN_SECONDS = 1800
const AMOUNT = { at: 'amount', unit: 'reais' } as const

const CHARGE_RULES: readonly FieldRule[] = [
  { field: 'external_id', valid: optional(isText), message: 'external_id inválido' },
  { field: 'payerQuestion', valid: optional(isText), message: 'payerQuestion inválido' },
  { field: 'payer.name', valid: isText, message: 'Nome do pagador é obrigatório' },
  { field: 'payer.document', valid: matches(/^\w{11,14}$/), message: 'Documento do pagador é inválido' },
]

const PAYMENT_RULES: readonly FieldRule[] = [
  { field: 'external_id', valid: isText, message: 'external_id inválido' },
  { field: 'creditParty.key', valid: isText, message: 'Chave Pix é obrigatória' },
  {
    field: 'creditParty.keyType',
    valid: matches(/^(?:CPF|CNPJ|EMAIL|TELEFONE|CHAVE_ALEATORIA)$/),
    message: 'Tipo de chave inválido',
  },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'PENDING',
    paid: 'APPROVED',
    refused: 'CANCELED',
    expired: 'EXPIRED',
    refunded: 'REFUNDED',
    chargeback: 'CHARGEBACK',
  },
  withdrawalStatuses: { pending: 'PROCESSING', paid: 'APPROVED', refused: 'FAILED', canceled: 'CANCELED' },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) ? null : refuse(401, 'Token inválido'),
  routes: [
    { operation: 'token', method: 'POST', path: '/oauth/token', open: true, handle: giveToken },
    createRoute({
      path: '/pix/qrcode',
      refuse,
      rules: CHARGE_RULES,
      amount: AMOUNT,
      referenceAt: 'external_id',
      answer: toCharge,
    }),
    readRoute('/pix/qrcode/:id/detail', refuse, toCharge),
    withdrawRoute({
      path: '/pix/payment',
      refuse,
      rules: PAYMENT_RULES,
      destination: pixKeyAt('creditParty.key', 'creditParty.keyType'),
      amount: AMOUNT,
      referenceAt: 'external_id',
      answer: toPayment,
    }),
    readWithdrawRoute('/pix/payment/:id/status', refuse, toPayment),
  ],
  webhook: {
    payload: (transaction) => (transaction.stage === 'paid' ? toNotice(transaction) : null),
    withdrawal: {
      payload: ({ id, reference, amount, updatedAt, stage }) => ({
        requestBody: {
          transactionType: 'PAYMENT',
          transactionId: id,
          external_id: reference,
          amount: toReais(amount),
          dateApproval: localTime(updatedAt),
          statusCode: { statusId: stage === 'paid' ? 1 : 2, description: stage },
        },
      }),
    },
    address: ({ url, body }, books) => {
      const t = Math.floor(books.now() / 1000)
      const vsign = createHmac('sha256', ACCOUNT.webhookSecret).update(`${t}.${body}`).digest('hex')
      return { url, headers: { 'verify-signature': `t=${t},vsign=${vsign}` } }
    },
  },
}

function giveToken({ headers, body }: Call, books: Books): Answer {
  if (!isBasic(headers.authorization, ACCOUNT.publicKey, ACCOUNT.secretKey)) {
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } }
  }
  if (fieldsOf(body).grant_type !== 'client_credentials') return refuse(400, 'grant_type inválido')
  const access_token = issueToken(ACCOUNT.secretKey, books.now() + TOKEN_SECONDS * 1000)
  return { status: 200, body: { access_token, token_type: 'Bearer', expires_in: TOKEN_SECONDS } }
}

function toCharge({ id, reference, status, amount, pixCode, createdAt }: Transaction) {
  return {
    transactionId: id,
    external_id: reference || null,
    status,
    amount: toReais(amount),
    generateTime: localTime(createdAt),
    emvqrcps: pixCode,
    base64image: qrImageBase64(pixCode),
  }
}

function toPayment({ id, reference, status, amount }: Withdrawal) {
  return { transactionId: id, external_id: reference || null, status, amount: toReais(amount) }
}

function toNotice({ id, reference, amount, paidAt, updatedAt }: Transaction) {
  return {
    requestBody: {
      transactionType: 'RECEIVEPIX',
      transactionId: id,
      external_id: reference,
      amount: toReais(amount),
      paymentType: 'DICT',
      status: 'APPROVED',
      dateApproval: localTime(paidAt ?? updatedAt),
      creditParty: { name: 'Loja Demo', taxId: '11222333000181' },
      debitParty: { name: 'Comprador Demo', taxId: '***444777**' },
    },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { statusCode: status, message } }
}
