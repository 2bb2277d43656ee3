/**
 * SYNCPAY: Pix in reais behind a token from `POST /api/partner/v1/auth-token`.
 *
 * - A creation is answered with the code and its identifier alone.
 * - It takes no reference of ours, and no expiry: the two days are what the buyer is told.
 * - A withdrawal is answered without a status, and read as a transaction is.
 * - A notice says by its `event` header alone whether it is about a charge (cashin) or a withdrawal (cashout). Clients know
 *   it in three shapes and proved in two ways, or not at all: it is read before anything is believed.
 */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { inReais } from '../kit/amounts.ts'
import { clientCredentials } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { documentType } from '../kit/people.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { bothCases } from '../kit/statuses.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({ identifier: Text, pix_code: Text })
const Transaction = Type.Object({ status: Text, amount: Maybe(Type.Number()), pix_code: Maybe(Type.String()) })
/** Clients have seen it wrapped and alone. */
const Read = Type.Union([Type.Object({ data: Transaction }), Transaction])
/** The id has been seen under each of these names. */
const CashOut = Type.Union([
  Type.Object({ reference_id: Text }),
  Type.Object({ identifier: Text }),
  Type.Object({ id: Id }),
])
/** Clients have seen it in both forms. */
const Balance = Type.Object({ balance: Type.Union([Type.Number(), Type.String({ pattern: '^-?\\d+(?:\\.\\d+)?$' })]) })
const News = Type.Object({ id: Anything, identifier: Anything, status: Anything })
const Notice = Type.Intersect([
  News,
  Type.Object({
    event: Anything,
    data: Type.Optional(News),
    transaction: Type.Optional(Type.Object({ reference_id: Anything, status: Anything })),
  }),
])

export const syncpay = defineProvider({
  code: 'SYNCPAY',
  name: 'SyncPay',
  evidence: 'clients',
  host: 'https://api.syncpayments.com.br',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey')],
  auth: clientCredentials({ path: '/api/partner/v1/auth-token', client: 'json', earlySeconds: 60 }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  splits: ['PERCENTAGE'],
  expirySeconds: { PIX: 2 * DAY },

  statuses: {
    known: bothCases({
      pending: 'PENDING',
      completed: 'APPROVED',
      paid: 'APPROVED',
      paid_out: 'APPROVED',
      failed: 'REJECTED',
      refunded: 'REFUNDED',
      med: 'CHARGEBACK',
    }),
    unknown: 'REJECTED',
  },
  withdrawStatuses: {
    known: bothCases({ paid_out: 'APPROVED', refunded: 'REJECTED' }),
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'error'] },
  unsupported: { createTransaction: MESSAGES.paymentMethodNotSupported },

  createTransaction: {
    *PIX({ amount, customer, description, items, splits, webhookUrl }, { wire, amounts }) {
      const body = {
        amount: amounts.write(amount),
        description: description ?? items[0]?.title,
        webhook_url: webhookUrl,
        client: { name: customer.name, cpf: customer.document, email: customer.email, phone: customer.phone },
        split: splits?.map(({ recipientId, amount: percentage }) => ({ percentage, user_id: recipientId })),
      }
      const created = yield* wire.post('/api/partner/v1/cash-in', body, Created, { risk: 'money' })
      return { transactionId: created.identifier, rawStatus: undefined, pixCode: created.pix_code }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const { status, amount, pix_code } = opened(
      yield* wire.get(path`/api/partner/v1/transaction/${transactionId}`, Read),
    )
    return { transactionId, rawStatus: status, amount: amount ?? undefined, pixCode: pix_code }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        amount: amounts.write(request.amount),
        description: request.description,
        pix_key_type: request.pixType === 'RANDOM' ? 'EVP' : request.pixType,
        pix_key: internationalKey(request),
        document: request.document && { type: documentType(request.document), number: request.document },
      }
      const made = yield* wire.post('/api/partner/v1/cash-out', body, CashOut, { risk: 'money' })
      const withdrawId = 'reference_id' in made ? made.reference_id : 'identifier' in made ? made.identifier : made.id
      return { withdrawId, status: 'PENDING' }
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    const { status, amount } = opened(yield* wire.get(path`/api/partner/v1/transaction/${withdrawId}`, Read))
    return { withdrawId, rawStatus: status, amount: amount ?? undefined }
  },

  *readBalance(_question, { wire }) {
    const { balance } = yield* wire.get('/api/partner/v1/balance', Balance)
    return { available: Number(balance) }
  },

  webhook: {
    verification: 'none',
    body: Notice,
    translate: (body, { headers }) => {
      const event = `${headers.event ?? body.event ?? ''}`
      const { id, status } = newsIn(body)
      if (event.startsWith('cashout')) return { withdrawId: id, rawStatus: status }
      if (event.startsWith('cashin')) return { transactionId: id, rawStatus: status }
      return { transactionId: id, withdrawId: id, rawStatus: status }
    },
  },
})

function opened(read: Static<typeof Read>): Static<typeof Transaction> {
  return 'data' in read ? read.data : read
}

/** The movement that a notice is about, wherever it stands; its id is what the creation was answered with. */
function newsIn({ data, transaction, ...flat }: Static<typeof Notice>) {
  if (transaction) return { id: transaction.reference_id, status: transaction.status }
  const { identifier, id, status } = data ?? flat
  return { id: identifier ?? id, status }
}
