/**
 * SIMPAY: an hour's token, reais, `worked` in every answer, and an HMAC-SHA512 header over the compact body of every
 * request that moves money.
 */
import { createHmac } from 'node:crypto'
import { toReais } from '../../domain/money.ts'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldsOf, isText, isTextUpTo, matches } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { randomWord } from '../identifiers.ts'
import type {
  Answer,
  Books,
  Call,
  FakeProvider,
  Route,
  Stage,
  Transaction,
  Withdrawal,
  WithdrawalStage,
} from '../provider.ts'
import { qrImageBase64 } from '../qr-image.ts'
import { paidOnce } from '../repeats.ts'
import { createRoute, readRoute, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isBearer, isSame, issueToken } from '../tokens.ts'

const ACCOUNT = {
  provider: 'SIMPAY',
  transport: 'http',
  path: '/simpay/v2/finance',
  publicKey: 'trilho-demo-simpay-client|0001|7654321',
  secretKey: 'trilho-demo-simpay-secret|trilho-demo-simpay-hmac',
  webhookSecret: null,
} as const satisfies DemoAccount

const [CLIENT_ID = '', BRANCH = '', NUMBER = ''] = ACCOUNT.publicKey.split('|')
const [CLIENT_SECRET = '', HMAC_SECRET = ''] = ACCOUNT.secretKey.split('|')

const AMOUNT = { at: 'amount', unit: 'reais' } as const

const ACCOUNT_RULES: readonly FieldRule[] = [
  {
    field: 'source_account_branch_identifier',
    valid: (value) => value === BRANCH,
    message: 'source_account_branch_identifier inválido',
  },
  { field: 'source_account_number', valid: (value) => value === NUMBER, message: 'source_account_number inválido' },
  { field: 'tag', valid: isText, message: 'tag inválida' },
]

const CHARGE_RULES: readonly FieldRule[] = [
  ...ACCOUNT_RULES,
  { field: 'type_fine', valid: (value) => value === 'NONE', message: 'type_fine inválido' },
  { field: 'debtor_name', valid: isTextUpTo(25), message: 'debtor_name inválido' },
  { field: 'debtor_document', valid: matches(/^\w{11,14}$/), message: 'debtor_document inválido' },
  { field: 'type_document', valid: matches(/^(?:CPF|CNPJ)$/), message: 'type_document inválido' },
]

export const provider: FakeProvider = {
  account: ACCOUNT,
  statuses: {
    pending: 'NEW',
    paid: 'PAID',
    refused: 'CANCELED',
    expired: 'EXPIRED',
    refunded: 'REFUNDED',
    chargeback: 'MED',
  },
  withdrawalStatuses: {
    pending: 'PROCESSING',
    paid: 'SUCCESS',
    refused: 'ERROR',
    canceled: 'CANCELED',
    returned: 'REFUNDED',
  },
  refuse,
  authorize: ({ headers }, books) =>
    isBearer(headers.authorization, CLIENT_SECRET, books.now()) ? null : refuse(401, 'Token inválido'),
  asks: { deadline: ['expiration_date'] },
  routes: [
    { operation: 'token', method: 'POST', path: '/auth-token/', open: true, handle: giveToken },
    signed(
      createRoute({
        path: '/create-pix-copy-and-paste/',
        refuse,
        rules: CHARGE_RULES,
        amount: AMOUNT,
        referenceAt: 'tag',
        newId: () => `q-${randomWord(12)}`,
        lifetimeMs: ({ expiration_date }, { now }) => Date.parse(String(expiration_date)) - now(),
        answer: ({ id, pixCode, status, expiresAt }) => ({
          worked: true,
          qr_code_id: id,
          tx_id: randomWord(26),
          pix_copy_and_paste: pixCode,
          base_64_image_url: qrImageBase64(pixCode),
          status,
          expiration_date: new Date(expiresAt).toISOString(),
          fee: 0.5,
        }),
      }),
    ),
    readRoute('/status-pix-copy-and-paste/', refuse, toStatus, { idOf: ({ query }) => query.id }),
    signed(
      paidOnce(
        withdrawRoute({
          path: '/create-cashout-self-approve/',
          refuse,
          rules: [...ACCOUNT_RULES, { field: 'key', valid: isText, message: 'key inválida' }],
          destination: pixKeyAt('key'),
          amount: AMOUNT,
          referenceAt: 'tag',
          answer: toWithdrawal,
        }),
        (withdrawal) => ({ status: 200, body: toWithdrawal(withdrawal) }),
      ),
    ),
    readWithdrawRoute(
      '/status-cashout/',
      refuse,
      ({ id, status }) => ({ worked: true, transaction_id: id, status, erro_descriptor: null }),
      { idOf: ({ query }) => query.id },
    ),
    { operation: 'readBalance', method: 'GET', path: '/get-balance/', handle: giveBalance },
  ],
  webhook: {
    payload: (transaction) => {
      const type = CHARGE_EVENTS[transaction.stage]
      const amount_chargeback = toReais(transaction.refunded)
      return type && { type, data: { ...toStatus(transaction), amount_chargeback, end_to_end: transaction.endToEndId } }
    },
    withdrawal: { payload: toNotice },
    address: ({ url }) => ({ url, headers: {} }),
  },
}

/** It sends webhooks for paid, refunded and disputed charges. */
const CHARGE_EVENTS: Readonly<Record<Stage, string | null>> = {
  pending: null,
  paid: 'QR_CODE_COPY_AND_PASTE_PAID',
  refused: null,
  expired: null,
  refunded: 'QR_CODE_COPY_AND_PASTE_REFUNDED',
  chargeback: 'MED_CREATED',
}

const CASHOUT_EVENTS: Readonly<Record<WithdrawalStage, string>> = {
  pending: 'PIX_CASHOUT_CREATED',
  paid: 'PIX_CASHOUT_SUCCESS',
  refused: 'PIX_CASHOUT_ERROR',
  canceled: 'PIX_CASHOUT_CANCELED',
  returned: 'PIX_CASHOUT_REFUND',
}

function toNotice({ id, status, amount, reference, stage }: Withdrawal) {
  const error = stage === 'refused' || stage === 'returned' ? 'Conta encerrada' : null
  const data = { worked: !error, transaction_id: id, status, amount: toReais(amount), fee: 0.5, tag: reference, error }
  return { type: CASHOUT_EVENTS[stage], data }
}

/** The gateway hands the body over parsed: written compactly again, it is what the client has signed. */
function toWithdrawal({ id, status }: Withdrawal) {
  return { worked: true, transaction_id: id, status, operationUuid: randomWord(16) }
}

function signed(route: Route): Route {
  const handle = (call: Call, books: Books): Answer => {
    const expected = createHmac('sha512', HMAC_SECRET).update(JSON.stringify(call.body)).digest('hex')
    return isSame(call.headers.hmac, expected) ? route.handle(call, books) : refuse(401, 'hmac inválido')
  }
  return { ...route, handle }
}

function giveToken({ body }: Call, books: Books): Answer {
  const { client_id, client_secret } = fieldsOf(body)
  if (client_id !== CLIENT_ID || client_secret !== CLIENT_SECRET) return refuse(401, 'Credenciais inválidas')
  return { status: 200, body: { access: issueToken(CLIENT_SECRET, books.now() + 3_600_000) } }
}

function giveBalance({ query }: Call, books: Books): Answer {
  if (query.account_branch_identifier !== BRANCH || query.account_number !== NUMBER)
    return refuse(404, 'Conta inexistente')
  const amount = toReais(books.balance())
  const account = { account_branch: BRANCH, account_number: NUMBER }
  return { status: 200, body: { worked: true, amount, amount_blocked: 0, amount_schedule: 0, ...account } }
}

function toStatus({ id, status, amount, reference }: Transaction) {
  return { worked: true, qr_code_id: id, status, amount: toReais(amount), tag: reference || null }
}

function refuse(status: number, message: string): Answer {
  return { status, body: { worked: false, message } }
}
