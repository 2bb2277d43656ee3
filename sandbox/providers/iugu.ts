/** IUGU: invoices, a marketplace with sub-accounts, and transfers signed with the platform's key. */
import { verify as verifySignature } from 'node:crypto'
import type { DemoAccount } from '../accounts.ts'
import { type FieldRule, fieldAt, fieldsOf, firstBroken, isText, matches, optional } from '../checks.ts'
import { localTime } from '../dates.ts'
import { pixKeyAt } from '../destination.ts'
import { accountOf, iuguProvider, refuse } from '../families/iugu.ts'
import { randomWord } from '../identifiers.ts'
import type { Answer, Books, Call, Route, Withdrawal } from '../provider.ts'
import { paidOnce } from '../repeats.ts'
import { readWithdrawRoute, withdrawRoute } from '../routes.ts'

const ACCOUNT = {
  provider: 'IUGU',
  transport: 'http',
  path: '/iugu/v1',
  publicKey: 'TRILHODEMOIUGUACCOUNT',
  secretKey: 'trilho-demo-iugu-token',
  webhookSecret: null,
} as const satisfies DemoAccount

const newId = () => randomWord(32, '0123456789ABCDEF')
const isBase64File = matches(/^data:(?:image\/png|application\/pdf);name=[\w.]+;base64,[A-Za-z0-9+/]+={0,2}$/)
const PERSON_TYPES = ['Pessoa Física', 'Pessoa Jurídica']

const VERIFICATION_RULES: readonly FieldRule[] = [
  ...['price_range', 'business_type', 'address', 'cep', 'city', 'district', 'state', 'bank', 'bank_cc'].map(
    (name): FieldRule => ({ field: `data.${name}`, valid: isText, message: 'não pode ficar em branco' }),
  ),
  { field: 'data.person_type', valid: (value) => PERSON_TYPES.includes(String(value)), message: 'não é válido' },
  { field: 'data.bank_ag', valid: matches(/^\d{4}(?:-[\dxX])?$/), message: 'não é válido' },
  { field: 'data.account_type', valid: matches(/^(?:Corrente|Poupança)$/), message: 'não é válido' },
  { field: 'data.physical_products', valid: (value) => typeof value === 'boolean', message: 'não é válido' },
  ...['identification', 'selfie', 'address_proof', 'balance_sheet'].map(
    (name): FieldRule => ({ field: `files.${name}`, valid: isBase64File, message: 'não é válido' }),
  ),
  { field: 'files.social_contract', valid: optional(isBase64File), message: 'não é válido' },
]
const TRANSFER_RULES: readonly FieldRule[] = [
  { field: 'api_token', valid: (value) => value === ACCOUNT.secretKey, message: 'não é válido' },
  { field: 'transfer_type', valid: (value) => value === 'pix', message: 'não é válido' },
  { field: 'receiver.pix.type', valid: matches(/^(?:cpf|cnpj|email|phone|evp)$/), message: 'não é válido' },
  { field: 'receiver.pix.key', valid: isText, message: 'não pode ficar em branco' },
]

const transfers = withdrawRoute({
  path: '/transfer_requests',
  refuse,
  rules: TRANSFER_RULES,
  destination: pixKeyAt('receiver.pix.key', 'receiver.pix.type'),
  amount: { at: 'amount_cents', unit: 'cents' },
  referenceAt: 'external_reference',
  newId,
  status: 202,
  answer: ({ id, ...withdrawal }) => ({ transfer_request_id: id, ...toTransfer({ id, ...withdrawal }) }),
})

/** https://dev.iugu.com/docs/chave-de-idempot%C3%AAncia-1: a second request under the same key is a 409. */
const once = paidOnce(transfers, () => refuse(409, 'Idempotency-Key already used'))

/** Until the platform's key is registered with it, a fake sees only that there is a signature of 2048 bits, and that it is not old. */
const signedTransfers: Route = {
  ...transfers,
  handle: (call, books) => {
    const { 'request-time': time = '', signature } = call.headers
    const isFresh = Math.abs(books.now() - Date.parse(time)) < 600_000
    const key = books.recall('signing key', 'platform')
    const isSigned = matches(/^signature=[A-Za-z0-9+/]{342}==$/)(signature) && (!isText(key) || isOver(call, key))
    if (!isFresh || !/[+-]\d\d:\d\d$/.test(time) || !isSigned) return refuse(401, 'Invalid signature')
    return once.handle(call, books)
  },
}

/** https://dev.iugu.com/reference/autentica%C3%A7%C3%A3o-rsa: method and path, token and time, and the body as it came. */
function isOver({ headers, text }: Call, publicKey: string): boolean {
  const signed = `POST|/v1/transfer_requests\n${ACCOUNT.secretKey}|${headers['request-time']}\n${text}`
  const signature = Buffer.from(String(headers.signature).replace(/^signature=/, ''), 'base64')
  return verifySignature('sha256', Buffer.from(signed), publicKey, signature)
}

export const provider = iuguProvider({
  account: ACCOUNT,
  phonePrefix: true,
  routes: [
    { operation: 'createReceiver', method: 'POST', path: '/marketplace/create_account', handle: createAccount },
    { operation: 'configureAccount', method: 'POST', path: '/accounts/configuration', handle: configure },
    { operation: 'verifyAccount', method: 'POST', path: '/accounts/:id/request_verification', handle: verify },
    { operation: 'readReceiver', method: 'GET', path: '/accounts/:id', handle: readAccount },
    signedTransfers,
    readWithdrawRoute('/transfer_requests/:id', refuse, toTransfer),
  ],
})

function createAccount({ body }: Call, books: Books): Answer {
  const name = fieldAt(body, 'name')
  if (!isText(name)) return refuse(422, 'não pode ficar em branco', 'name')
  const account = {
    account_id: newId(),
    name,
    live_api_token: randomWord(64),
    test_api_token: randomWord(64),
    user_token: randomWord(64),
  }
  books.remember('account', account.account_id, { name, verification: null })
  for (const token of [account.live_api_token, account.user_token]) {
    books.remember('receiver token', token, account.account_id)
  }
  return { status: 200, body: account }
}

/** An account's tokens are good for this once it was sent to be verified. */
function configure({ body, headers }: Call, books: Books): Answer {
  const account = fieldsOf(books.recall('account', String(accountOf(headers.authorization, books))))
  if (!account.verification) return refuse(401, 'Unauthorized')
  const { pix, credit_card } = fieldsOf(body)
  const isSetUp = fieldAt(pix, 'active') === true && fieldAt(credit_card, 'installments') === true
  return isSetUp ? { status: 200, body: { id: newId() } } : refuse(422, 'não é válido', 'credit_card')
}

function verify({ params, body }: Call, books: Books): Answer {
  const id = String(params.id)
  const account = books.recall('account', id)
  if (!account) return refuse(404, 'Account Not Found')
  const broken = firstBroken(body, VERIFICATION_RULES)
  if (broken) return refuse(422, broken.message, broken)
  books.remember('account', id, { ...fieldsOf(account), verification: 'pending' })
  return { status: 200, body: { id: newId(), account_id: id, created_at: localTime(books.now()) } }
}

function readAccount({ params }: Call, books: Books): Answer {
  const account = fieldsOf(books.recall('account', String(params.id)))
  if (!account.name) return refuse(404, 'Account Not Found')
  return {
    status: 200,
    body: {
      id: params.id,
      name: account.name,
      'can_receive?': false,
      'is_verified?': false,
      last_verification_request_status: account.verification,
      balance: 'R$ 0,00',
    },
  }
}

function toTransfer({ id, amount, status, stage, createdAt, updatedAt, request }: Withdrawal) {
  return {
    id,
    created_at: localTime(createdAt),
    amount_cents: amount,
    transfer_type: 'pix',
    external_reference: request.external_reference ?? null,
    executed_at: stage === 'paid' ? localTime(updatedAt) : null,
    status,
  }
}
