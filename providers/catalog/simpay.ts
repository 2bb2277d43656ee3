/**
 * SIMPAY (https://simpay-prod.readme.io): a token for an hour, and on every body an HMAC over its very bytes; reais.
 *
 * - An answer may be a 200 whose `worked` is false.
 * - The account that receives and pays is named in each request.
 * - A notice says by its type what has happened, and then whether `data` is a charge's or a withdrawal's.
 */
import { createHmac } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { WithdrawalStatus } from '../../domain/withdrawal.ts'
import { inReais } from '../kit/amounts.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { UNSTATED } from '../kit/idempotency.ts'
import { documentType } from '../kit/people.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'

const TOKEN_SECONDS = 3600
const LONGEST_NAME = 25

const Token = Type.Union([
  Type.Object({ access: Text }),
  Type.Object({ access_token: Text }),
  Type.Object({ token: Text }),
])
const Refusal = Type.Object({
  worked: Type.Literal(false),
  message: Maybe(Type.String()),
  detail: Maybe(Type.String()),
})
const Charge = Type.Object({
  worked: Type.Literal(true),
  qr_code_id: Id,
  pix_copy_and_paste: Text,
  base_64_image_url: Anything,
  status: Text,
  expiration_date: Anything,
})
const ChargeStatus = Type.Object({
  worked: Type.Literal(true),
  qr_code_id: Maybe(Id),
  status: Text,
  amount: Maybe(Type.Number()),
  tag: Maybe(Type.String()),
})
const Withdrawal = Type.Object({ worked: Type.Literal(true), transaction_id: Id, status: Text })
const ReadWithdrawal = Type.Object({ worked: Type.Literal(true), transaction_id: Maybe(Id), status: Text })
/** What may be paid out (https://simpay-prod.readme.io/reference/check-account-balance). */
const Balance = Type.Object({ worked: Type.Literal(true), amount: Type.Number() })
const Notice = Type.Object({
  type: Type.String(),
  data: Type.Object({
    qr_code_id: Anything,
    transaction_id: Anything,
    tag: Anything,
    amount: Anything,
    amount_chargeback: Anything,
    error: Anything,
    cancel_description: Anything,
  }),
})

export const simpay = defineProvider({
  code: 'SIMPAY',
  name: 'SimPay',
  evidence: 'clients',
  host: 'https://api.somossimpay.com.br/v2/finance',

  credentials: [
    key('clientId', 'publicKey'),
    key('branch', 'publicKey', 1),
    key('account', 'publicKey', 2),
    secret('clientSecret', 'secretKey'),
    secret('hmacSecret', 'secretKey', 1),
  ],
  auth: {
    type: 'token',
    earlySeconds: 120,
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    *fetch({ wire, credentials: { clientId, clientSecret } }) {
      const answer = yield* wire.post('/auth-token/', { client_id: clientId, client_secret: clientSecret }, Token, {
        risk: 'repeatable',
        authenticated: false,
      })
      const token = 'access' in answer ? answer.access : 'token' in answer ? answer.token : answer.access_token
      return { token, expiresInSeconds: TOKEN_SECONDS }
    },
  },

  idempotency: { type: 'none' },
  withdrawIdempotency: { type: 'header', name: 'idempotency-key', keptFor: UNSTATED },
  lookup: null,

  amounts: inReais,
  expirySeconds: { PIX: DAY },
  statuses: { known: { NEW: 'PENDING', RETURNED: 'REFUNDED' }, unknown: 'REJECTED' },
  withdrawStatuses: {
    known: {
      NEW: 'PENDING',
      SUCCESS: 'APPROVED',
      ERROR: 'REJECTED',
      REFUNDED: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'detail', 'error'] },

  createTransaction: {
    *PIX({ amount, customer, reference }, { wire, amounts, credentials, expiry }) {
      const json = JSON.stringify({
        amount: amounts.write(amount),
        type_fine: 'NONE',
        fine: 0,
        expiration_date: expiry.at,
        source_account_branch_identifier: credentials.branch,
        source_account_number: credentials.account,
        debtor_name: customer.name.slice(0, LONGEST_NAME),
        debtor_document: customer.document,
        type_document: documentType(customer.document).toUpperCase(),
        tag: reference,
      })
      const charge = accepted(
        yield* wire.postText('/create-pix-copy-and-paste/', json, Type.Union([Charge, Refusal]), {
          risk: 'money',
          headers: { hmac: hmac(json, credentials.hmacSecret) },
        }),
        MESSAGES.errorCreatingTransaction,
      )
      return {
        transactionId: charge.qr_code_id,
        rawStatus: charge.status,
        pixCode: charge.pix_copy_and_paste,
        pixImage: charge.base_64_image_url,
        expiresAt: charge.expiration_date,
      }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const query = { id: transactionId }
    const answer = yield* wire.get('/status-pix-copy-and-paste/', Type.Union([ChargeStatus, Refusal]), query)
    const charge = accepted(answer, MESSAGES.transactionNotFound, 'NotFound')
    return {
      transactionId: charge.qr_code_id ?? transactionId,
      rawStatus: charge.status,
      amount: charge.amount ?? undefined,
      reference: charge.tag,
    }
  },

  withdraw: {
    *PIX(request, { wire, amounts, credentials }) {
      const json = JSON.stringify({
        amount: amounts.write(request.amount),
        source_account_branch_identifier: credentials.branch,
        source_account_number: credentials.account,
        key: internationalKey(request),
        tag: request.withdrawReference,
      })
      const withdrawal = accepted(
        yield* wire.postText('/create-cashout-self-approve/', json, Type.Union([Withdrawal, Refusal]), {
          risk: 'money',
          headers: { hmac: hmac(json, credentials.hmacSecret) },
        }),
        MESSAGES.errorProcessingWithdrawal,
      )
      return { withdrawId: withdrawal.transaction_id, rawStatus: withdrawal.status }
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    const answer = yield* wire.get('/status-cashout/', Type.Union([ReadWithdrawal, Refusal]), { id: withdrawId })
    const withdrawal = accepted(answer, MESSAGES.transactionNotFound, 'NotFound')
    return { withdrawId: withdrawal.transaction_id ?? withdrawId, rawStatus: withdrawal.status }
  },

  *readBalance(_question, { wire, credentials: { branch, account } }) {
    const query = { account_branch_identifier: branch, account_number: account }
    const answer = yield* wire.get('/get-balance/', Type.Union([Balance, Refusal]), query)
    return { available: accepted(answer, MESSAGES.unknownError).amount }
  },

  webhook: {
    verification: 'none',
    body: Notice,
    translate: ({ type, data }) => {
      if (type.startsWith('PIX_CASHOUT_')) return withdrawalNews(type, data)
      if (type.startsWith('QR_CODE_')) return chargeNews(type, data)
      // A MED names the Pix, and sometimes the charge. The transaction is read.
      return type.startsWith('MED_') ? { transactionId: data.qr_code_id ?? data.transaction_id } : undefined
    },
  },
})

function chargeNews(type: string, { qr_code_id, tag, amount, amount_chargeback }: Static<typeof Notice>['data']) {
  const news = { transactionId: qr_code_id, reference: tag }
  switch (type) {
    case 'QR_CODE_COPY_AND_PASTE_PAID':
      return { ...news, rawStatus: type, status: 'APPROVED' as const, amount }
    case 'QR_CODE_COPY_AND_PASTE_REFUNDED':
      return { ...news, rawStatus: type, status: 'REFUNDED' as const, isReturn: true, returned: amount_chargeback }
    default:
      return news
  }
}

const CASHOUT_STATUSES: Readonly<Record<string, WithdrawalStatus>> = {
  PIX_CASHOUT_CREATED: 'PENDING',
  PIX_CASHOUT_SUCCESS: 'APPROVED',
  PIX_CASHOUT_ERROR: 'REJECTED',
  PIX_CASHOUT_CANCELED: 'REJECTED',
  PIX_CASHOUT_REFUND: 'REJECTED',
  PIX_CASHOUT_REFUNDED: 'REJECTED',
}

/** On an unknown word, the withdrawal is read. */
function withdrawalNews(type: string, { transaction_id, tag, amount, ...data }: Static<typeof Notice>['data']) {
  const news = { withdrawId: transaction_id, reference: tag, refusal: data.error || data.cancel_description }
  const status = Object.hasOwn(CASHOUT_STATUSES, type) ? CASHOUT_STATUSES[type] : undefined
  return status ? { ...news, rawStatus: type, status, amount } : news
}

function hmac(json: string, hmacSecret: string): string {
  return createHmac('sha512', hmacSecret).update(json).digest('hex')
}

/** @throws ProviderError when a 200 says that it did not work. */
function accepted<T extends { worked: true }>(
  answer: T | Static<typeof Refusal>,
  otherwise: string,
  kind: 'Declined' | 'NotFound' = 'Declined',
): T {
  if (answer.worked) return answer
  const { message, detail } = answer
  throw new ProviderError(kind, message || detail || otherwise)
}
