/**
 * TRANSFEERA: a login host, a User-Agent on every call, reais. Pix charges under the client's txid, boletos whose PDF is a
 * download of its own, withdrawals in batches, refunds of received Pix. Webhooks are signed with their time.
 */
import { createHmac } from 'node:crypto'
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { boletoLine } from '../boleto.ts'
import { type FieldRule, fieldAt, fieldsOf, isPositiveWhole, isText, matches, optional } from '../checks.ts'
import { endOfLocalDate } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import { listCashIns, listRefunds } from '../documents/transfeera.ts'
import { paidTransaction, transactionOfPix } from '../further-payments.ts'
import { randomNumberId, randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Route, Transaction, Withdrawal } from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { createRoute, readRoute, readWithdrawRoute, refundRoute, withdrawRoute } from '../routes.ts'
import { isBearer, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'TRANSFEERA',
  transport: 'http',
  path: '/transfeera',
  furtherPaths: ['/transfeera/login'],
  publicKey: 'trilho-demo-transfeera-client|loja@example.com|Trilho Demo (demo@example.com)',
  secretKey: 'trilho-demo-transfeera-secret',
  webhookSecret: 'trilho-demo-transfeera-webhook',
} as const satisfies DemoAccount

const [CLIENT_ID, PIX_KEY] = ACCOUNT.publicKey.split('|')
const TOKEN_SECONDS = 1800
const isDocument = matches(/^\w{11,14}$/)
const namesTheCompany = matches(/^.+ \([^\s@]+@[^\s@]+\)$/)

const QR_CODE_RULES: readonly FieldRule[] = [
  { field: 'pix_key', valid: (value) => value === PIX_KEY, message: 'Chave Pix não encontrada' },
  { field: 'payer.name', valid: isText, message: 'payer.name é obrigatório' },
  { field: 'payer.document', valid: isDocument, message: 'payer.document é inválido' },
  { field: 'integration_id', valid: isText, message: 'integration_id é inválido' },
  { field: 'txid', valid: optional(matches(/^[a-zA-Z0-9]{26,35}$/)), message: 'txid é inválido' },
  { field: 'expiration', valid: isPositiveWhole, message: 'expiration é inválido' },
  { field: 'value_change_mode', valid: matches(/^VALOR_FIXADO$/), message: 'value_change_mode é inválido' },
]

const CHARGE_RULES: readonly FieldRule[] = [
  {
    field: 'payment_methods',
    valid: (value) => Array.isArray(value) && value.includes('bank_slip'),
    message: 'payment_methods é inválido',
  },
  { field: 'due_date', valid: matches(/^\d{4}-\d\d-\d\d$/), message: 'due_date é inválido' },
  { field: 'payer.name', valid: isText, message: 'payer.name é obrigatório' },
  { field: 'payer.tax_id', valid: isDocument, message: 'payer.tax_id é inválido' },
  { field: 'payer.address.postal_code', valid: matches(/^\d{8}$/), message: 'payer.address.postal_code é inválido' },
]

const BANK_ACCOUNT = 'transfers.0.destination_bank_account'

/** Only batches of one, which is what the product sends. */
const BATCH_RULES: readonly FieldRule[] = [
  { field: 'name', valid: isText, message: 'name é obrigatório' },
  { field: 'type', valid: (value) => value === 'TRANSFERENCIA', message: 'type é inválido' },
  { field: 'auto_close', valid: (value) => value === true, message: 'auto_close é inválido' },
  { field: 'transfers.0.integration_id', valid: isText, message: 'integration_id é inválido' },
  { field: 'transfers.0.idempotency_key', valid: isText, message: 'idempotency_key é inválido' },
  {
    field: `${BANK_ACCOUNT}.pix_key_type`,
    valid: matches(/^(?:EMAIL|CPF|CNPJ|TELEFONE|CHAVE_ALEATORIA)$/),
    message: 'pix_key_type é inválido',
  },
  { field: `${BANK_ACCOUNT}.pix_key`, valid: isText, message: 'pix_key é obrigatório' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'ATIVA',
    paid: 'CONCLUIDA',
    refused: 'CANCELADA',
    expired: 'EXPIRADA',
    refunded: 'CONCLUIDA',
    chargeback: null,
  },
  withdrawalStatuses: {
    pending: 'CRIADA',
    paid: 'FINALIZADO',
    refused: 'FALHA',
    canceled: 'DEVOLVIDO',
    returned: 'DEVOLVIDO',
  },
  refuse,
  authorize: ({ headers }, books) => {
    if (!namesTheCompany(headers['user-agent'])) return refuse(400, 'User-Agent é obrigatório')
    return isBearer(headers.authorization, ACCOUNT.secretKey, books.now()) ? null : refuse(401, 'Unauthorized')
  },
  asks: { deadline: ['expiration', 'due_date'] },
  routes: [
    { operation: 'token', method: 'POST', path: '/login/authorization', open: true, handle: giveToken },
    createRoute({
      path: '/pix/qrcode/collection/immediate',
      refuse,
      rules: QR_CODE_RULES,
      amount: { at: 'original_value', unit: 'reais' },
      referenceAt: 'integration_id',
      newId: ({ txid }) => (isText(txid) ? txid : randomWord(32)),
      lifetimeMs: ({ expiration }) => Number(expiration) * 1000,
      answer: toQrCode,
    }),
    readRoute('/pix/qrcode/:id', refuse, toQrCode),
    createRoute({
      operation: 'createBoleto',
      path: '/charges',
      refuse,
      rules: CHARGE_RULES,
      amount: { at: 'amount', unit: 'reais' },
      referenceAt: 'external_id',
      methodOf: () => 'BILLET',
      newId: () => `ch-${randomWord(12)}`,
      lifetimeMs: ({ due_date }, { now }) => endOfLocalDate(String(due_date)) - now(),
      answer: toCharge,
    }),
    readRoute('/charges/:id', refuse, toCharge, { operation: 'readBoleto' }),
    {
      operation: 'readBalance',
      method: 'GET',
      path: '/statement/balance',
      handle: (_call, books) => ({ status: 200, body: { value: toReais(books.balance()), waiting_value: 0 } }),
    },
    { operation: 'readPdf', method: 'GET', path: '/charges/:id/pdf', handle: readPdf },
    { operation: 'findCashIn', method: 'GET', path: '/pix/cashin', handle: listCashIns },
    ofPix(
      refundRoute({
        path: '/pix/cashin/:id/refund',
        refuse,
        amount: { at: 'value', unit: 'reais' },
        referenceAt: 'integration_id',
        answer: (_transaction, _books, { id }) => ({ id, status: 'PROCESSING' }),
      }),
    ),
    { operation: 'readRefund', method: 'GET', path: '/pix/cashin/:id/refund', handle: listRefunds },
    asBatch(
      withdrawRoute({
        path: '/batch',
        refuse,
        rules: BATCH_RULES,
        destination: pixKeyAt(`${BANK_ACCOUNT}.pix_key`, `${BANK_ACCOUNT}.pix_key_type`),
        amount: { at: 'transfers.0.value', unit: 'reais' },
        referenceAt: 'transfers.0.idempotency_key',
        newId: () => String(randomNumberId()),
        answer: ({ id }) => ({ id: Number(id) }),
      }),
    ),
    {
      ...readWithdrawRoute('/batch/:id/transfer', refuse, (withdrawal) => [toTransfer(withdrawal)]),
      operation: 'readBatch',
    },
    readWithdrawRoute('/transfer/:id', refuse, toTransfer),
  ],
  tellsOfFurtherPayments: true,
  webhook: {
    payload: toNotice,
    withdrawal: { payload: toTransferNotice },
    address: ({ url, body }, books) => {
      const t = books.now()
      const v1 = createHmac('sha256', ACCOUNT.webhookSecret).update(`${t}.${body}`).digest('hex')
      return { url, headers: { 'transfeera-signature': `t=${t},v1=${v1}` } }
    },
  },
}

function giveToken({ headers, body }: Call, books: Books): Answer {
  if (!namesTheCompany(headers['user-agent'])) return refuse(400, 'User-Agent é obrigatório')
  const { grant_type, client_id, client_secret } = fieldsOf(body)
  if (client_id !== CLIENT_ID || client_secret !== ACCOUNT.secretKey) return refuse(401, 'Credenciais inválidas')
  if (grant_type !== 'client_credentials') return refuse(400, 'grant_type é inválido')
  const access_token = issueToken(ACCOUNT.secretKey, books.now() + TOKEN_SECONDS * 1000)
  return { status: 200, body: { access_token, expires_in: TOKEN_SECONDS } }
}

/** The path names the Pix, and not the transaction that it has paid. */
function ofPix(route: Route): Route {
  const handle = (call: Call, books: Books) => {
    const id = transactionOfPix(books, call.params.id)?.id ?? ''
    return route.handle({ ...call, params: { ...call.params, id } }, books)
  }
  return { ...route, handle }
}

/** The rules name the batch's only transfer as a field. A transfer whose key is known is not made again. */
function asBatch(route: Route): Route {
  const unfold = ({ body }: Call) => ({ ...fieldsOf(body), transfers: { ...(fieldAt(body, 'transfers') as object) } })
  return {
    ...route,
    reference: (_, call) => fieldAt(unfold(call), 'transfers.0.idempotency_key'),
    handle: (call, books) => {
      const known = books.findWithdrawalByReference(String(fieldAt(unfold(call), 'transfers.0.idempotency_key')))
      return known
        ? { status: 200, body: { id: Number(known.id) } }
        : route.handle({ ...call, body: unfold(call) }, books)
    },
  }
}

/** A PDF of one empty page. */
function readPdf({ params }: Call, books: Books): Answer {
  if (books.find(params.id ?? '')?.method !== 'BILLET') return refuse(404, 'Cobrança não encontrada')
  const body =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  return { status: 200, body, headers: { 'content-type': 'application/pdf' } }
}

function toQrCode({ id, reference, status, amount, pixCode }: Transaction) {
  return {
    id: `qr-${id}`,
    qrcode_type: 'COBRANCA_IMEDIATA',
    txid: id,
    integration_id: reference || null,
    status,
    original_value: toReais(amount),
    emv_payload: pixCode,
    image_base64: qrImageBase64(pixCode),
  }
}

function toCharge(transaction: Transaction) {
  const { id, reference, stage, amount, request } = transaction
  const line = boletoLine(transaction)
  return {
    id,
    external_id: reference || null,
    status: {
      pending: 'created',
      paid: 'paid',
      refused: 'canceled',
      expired: 'expired',
      refunded: 'paid',
      chargeback: 'paid',
    }[stage],
    amount: toReais(amount),
    due_date: request.due_date,
    bank_slip: { digitable_line: line, barcode: line.slice(0, 44) },
  }
}

function toTransfer({ id, status, amount, reference }: Withdrawal) {
  return { id: Number(id), status, value: toReais(amount), integration_id: reference, idempotency_key: reference }
}

function toNotice({ id, stage, method, amount, refunded, endToEndId, updatedAt }: Transaction, books: Books) {
  const isBack = method === 'PIX' && (stage === 'refunded' || (stage === 'paid' && refunded > 0))
  if (stage !== 'paid' && !isBack) return null
  const txid = paidTransaction(books, id)
  const integration_id = books.find(txid)?.reference
  const data =
    method === 'BILLET'
      ? { id: `rc-${id}`, charge_id: id, status: 'paid' }
      : isBack
        ? { id: `rf-${id}`, value: toReais(refunded || amount), end2end_id: endToEndId, txid, integration_id: null }
        : { id: `ci-${id}`, value: toReais(amount), end2end_id: endToEndId, txid, integration_id }
  return {
    id: randomWord(16),
    version: 'v1',
    account_id: 'demo',
    object: method === 'BILLET' ? 'ChargeReceivable' : isBack ? 'CashInRefund' : 'CashIn',
    date: new Date(updatedAt).toISOString(),
    data,
  }
}

function toTransferNotice(withdrawal: Withdrawal) {
  const { id, stage, updatedAt } = withdrawal
  const isBack = stage === 'returned'
  return {
    id: randomWord(16),
    version: 'v1',
    account_id: 'demo',
    object: 'Transfer',
    date: new Date(updatedAt).toISOString(),
    data: {
      ...toTransfer(withdrawal),
      id,
      status_description: isBack ? 'Conta de destino encerrada' : null,
      error: null,
      returned_date: isBack ? new Date(updatedAt).toISOString() : null,
    },
  }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { statusCode: status, error: 'Error', message } }
}
