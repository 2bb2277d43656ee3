/**
 * ONZ's Accounts API: withdrawals by Pix key on another host than the charges, with its own token and reais as numbers.
 * An idempotency key that was used before gives the payment that it made.
 */
import { toReais } from '../../domain/money.ts'
import { fieldsOf, isPositiveWhole, isText, isTextUpTo, matches, optional } from '../checks.ts'
import { pixKeyAt } from '../destination.ts'
import { endToEndId } from '../identifiers.ts'
import type { Answer, Books, Call, FakeProvider, Route, Withdrawal } from '../provider.ts'
import { type Refuse, readWithdrawRoute, withdrawRoute } from '../routes.ts'
import { isBearer, issueToken } from '../tokens.ts'

const TOKEN_SECONDS = 300
/** A token is only for what its request names. */
const SCOPES = ['pix.read', 'pix.write']
const KEY_HEADER = 'x-idempotency-key'

/** As the directory has keys: documents bare, phones with the country, the rest in small letters. */
const PIX_KEY = /^(?:\d{11}|[0-9A-Z]{12}\d{2}|\+55\d{10,11}|[^\sA-Z]+@[^\sA-Z]+|[0-9a-f-]{36})$/

const RULES = [
  { field: 'pixKey', valid: matches(PIX_KEY), message: 'pixKey inválida' },
  { field: 'priority', valid: optional(matches(/^(?:NORM|HIGH)$/)), message: 'priority inválida' },
  { field: 'description', valid: optional(isTextUpTo(140)), message: 'description inválida' },
  { field: 'paymentFlow', valid: matches(/^(?:INSTANT|APPROVAL_REQUIRED)$/), message: 'paymentFlow inválido' },
  {
    field: 'expiration',
    valid: optional((value) => isPositiveWhole(value) && value <= 10_800),
    message: 'expiration inválida',
  },
  { field: 'payment.currency', valid: (value: unknown) => value === 'BRL', message: 'payment.currency inválida' },
]

export interface AccountsOptions {
  /** Below the account's path. */
  readonly prefix: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether token requests and answers use ONZ's own field names. */
  readonly camelCase?: true
  readonly refuse: Refuse
}

export const ACCOUNT_STATUSES: NonNullable<FakeProvider['withdrawalStatuses']> = {
  pending: 'PROCESSING',
  paid: 'LIQUIDATED',
  refused: 'REJECTED',
  canceled: 'CANCELED',
  returned: 'REFUNDED',
}

export function accountsRoutes(options: AccountsOptions): readonly Route[] {
  const { prefix, refuse } = options
  const payments = `${prefix}/api/v2/pix/payments`
  const pay = withdrawRoute({
    path: `${payments}/dict`,
    refuse,
    rules: RULES,
    destination: pixKeyAt('pixKey'),
    amount: { at: 'payment.amount', unit: 'reais' },
    referenceOf: (_body, { headers }) => headers[KEY_HEADER],
    newId: () => endToEndId(Date.now()),
    status: 202,
    answer: toQueued,
  })
  const guarded = (route: Route): Route => ({
    ...route,
    open: true,
    handle: (call, books) => {
      const known = isBearer(call.headers.authorization, tokenSecret(options), books.now())
      return known ? route.handle(call, books) : refuse(401, 'Token de acesso ausente, inválido ou expirado.')
    },
  })
  return [
    {
      operation: 'token',
      method: 'POST',
      path: `${prefix}/api/v2/oauth/token`,
      open: true,
      handle: (call, books) => issue(call, books, options),
    },
    guarded({ ...pay, handle: (call, books) => payOnce(call, books, pay, refuse) }),
    guarded(readWithdrawRoute(`${payments}/:id`, refuse, toPayment)),
    guarded({
      operation: 'findWithdraw',
      method: 'GET',
      path: `${payments}/idempotencyKey/:key`,
      handle: ({ params }, books) => {
        const found = books.findWithdrawalByReference(params.key ?? '')
        return found ? { status: 200, body: toPayment(found) } : refuse(404, 'Pagamento não encontrado.')
      },
    }),
  ]
}

function tokenSecret({ clientSecret }: AccountsOptions): string {
  return `accounts/${clientSecret}`
}

function issue({ body }: Call, { now }: Books, options: AccountsOptions): Answer {
  const { clientId, clientSecret, camelCase, refuse } = options
  const given = fieldsOf(body)
  const [id, secret, grant] = camelCase
    ? [given.clientId, given.clientSecret, given.grantType]
    : [given.client_id, given.client_secret, given.grant_type]
  if (id !== clientId || secret !== clientSecret) return refuse(401, 'Credenciais inválidas APC-001')
  if (grant !== 'client_credentials') return refuse(400, 'grant_type deve ser client_credentials')
  const scopes = String(given.scope ?? '').split(' ')
  if (!SCOPES.every((scope) => scopes.includes(scope))) return refuse(400, 'scope deve conter pix.read e pix.write')
  const expiresAt = now() + TOKEN_SECONDS * 1000
  const token = issueToken(tokenSecret(options), expiresAt)
  return {
    status: 200,
    body: camelCase
      ? { tokenType: 'Bearer', expiresAt: Math.floor(expiresAt / 1000), accessToken: token, scope: given.scope }
      : { token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token: token, scope: given.scope },
  }
}

function payOnce(call: Call, books: Books, pay: Route, refuse: Refuse): Answer {
  const key = call.headers[KEY_HEADER]
  if (!isText(key) || key.length > 128) return refuse(400, 'x-idempotency-key é obrigatório')
  const known = books.findWithdrawalByReference(key)
  return known ? { status: 202, body: toQueued(known) } : pay.handle(call, books)
}

function toQueued({ id, amount, createdAt }: Withdrawal) {
  return {
    endToEndId: id,
    eventDate: new Date(createdAt).toISOString(),
    status: 'PENDING',
    id: createdAt % 1_000_000,
    payment: { currency: 'BRL', amount: toReais(amount) },
    type: 'QUEUED',
  }
}

function toPayment({ id, reference, amount, status, request, createdAt }: Withdrawal) {
  return {
    data: {
      id: createdAt % 1_000_000,
      idempotencyKey: reference,
      endToEndId: id,
      pixKey: request.pixKey,
      status,
      errorCode: null,
      localInstrument: 'DICT',
      payment: { currency: 'BRL', amount: toReais(amount) },
      refunds: [],
    },
  }
}

/** A withdrawal refused before it was sent has fewer fields. */
export function toTransferNotice(withdrawal: Withdrawal): unknown {
  const { id: endToEndId, reference: idempotencyKey, stage, status } = withdrawal
  if (stage === 'pending') return null
  if (stage === 'refused') {
    const message = 'Chave Pix não encontrada'
    const data = { status, message, endToEndId, webhookType: 'CASHOUT', idempotencyKey }
    return { type: 'CASHOUT', data, transaction: { status, message, reference: idempotencyKey } }
  }
  const data = {
    ...toPayment(withdrawal).data,
    webhookType: 'TRANSFER',
    creditDebitType: 'DEBIT',
    transactionType: 'PIX',
  }
  return { type: 'TRANSFER', data }
}
