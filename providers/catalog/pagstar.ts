/**
 * PAGSTAR, its first API: a bearer token and a User-Agent that names the company, reais, statuses as the numbers 0 to 2.
 *
 * - What it calls `external_reference` is its own id, and `transaction_id` is ours.
 * - A withdrawal is acknowledged, and nothing is known that reads it.
 */
import { Type } from 'typebox'
import { inReais } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({
  data: Type.Object({
    external_reference: Id,
    transaction_id: Maybe(Type.String()),
    pix_key: Text,
    qr_code_url: Anything,
    expiration_date: Anything,
  }),
})
const Read = Type.Object({
  data: Type.Object({
    external_reference: Maybe(Id),
    transaction_id: Maybe(Type.String()),
    status: Type.Union([Type.Integer(), Text]),
    value: Maybe(Type.Number()),
  }),
})
const Withdrawal = Type.Object({ message: Text, data: Maybe(Type.Object({ external_reference: Maybe(Id) })) })

export const pagstar = defineProvider({
  code: 'PAGSTAR',
  name: 'Pagstar',
  evidence: 'clients',
  host: 'https://api.pagstar.com/api/v2',

  credentials: [key('tenantId', 'publicKey'), key('userAgent', 'publicKey', 1), secret('accessToken', 'secretKey')],
  auth: headers({ authorization: 'Bearer {accessToken}', 'user-agent': '{userAgent}' }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  expirySeconds: { PIX: DAY },
  statuses: { known: { 0: 'PENDING', 1: 'APPROVED', 2: 'REJECTED' }, unknown: 'REJECTED' },

  errors: { messages: ['message', 'error'] },

  createTransaction: {
    *PIX(request, { wire, amounts, credentials, expiry }) {
      const { amount, customer, description, items, reference, webhookUrl } = request
      const { data } = yield* wire.post(
        '/wallet/partner/transactions/generate-anonymous-pix',
        {
          value: amounts.write(amount),
          name: customer.name,
          document: customer.document,
          tenant_id: credentials.tenantId,
          expiration: expiry.seconds,
          transaction_id: reference,
          description: description ?? items[0]?.title,
          callback: webhookUrl,
        },
        Created,
        { risk: 'money' },
      )
      return {
        transactionId: data.external_reference,
        rawStatus: undefined,
        reference: data.transaction_id,
        pixCode: data.pix_key,
        pixImage: data.qr_code_url,
        expiresAt: data.expiration_date,
      }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const { data } = yield* wire.get(path`/wallet/partner/transactions/${transactionId}`, Read)
    return {
      transactionId: data.external_reference ?? transactionId,
      rawStatus: String(data.status),
      amount: data.value ?? undefined,
      reference: data.transaction_id,
    }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const { amount, withdrawReference, document } = request
      const { data } = yield* wire.post(
        '/wallet/partner/withdrawals/solicit-for-customer',
        {
          pix_key: internationalKey(request),
          customer_document: document,
          value: amounts.write(amount),
          transaction_id: withdrawReference,
        },
        Withdrawal,
        { risk: 'money' },
      )
      return { withdrawId: data?.external_reference ?? withdrawReference, status: 'PENDING' }
    },
  },

  webhook: {
    verification: 'none',
    body: Type.Object({ external_reference: Anything, transaction_id: Anything }),
    translate: ({ external_reference, transaction_id }) => ({
      transactionId: external_reference,
      reference: transaction_id,
    }),
  },
})
