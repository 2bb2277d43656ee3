/**
 * ONZ's accounts (https://developers.onz.software): withdrawals by Pix key, on a separate host with its own token and client
 * certificate. A withdrawal is found again by its idempotency key. Amounts are reais as numbers.
 */
import { type Static, Type } from 'typebox'
import { defined } from '../../../domain/defined.ts'
import { MESSAGES } from '../../../domain/messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { WithdrawRequestBy } from '../../../domain/withdrawal.ts'
import { inReais, inReaisString } from '../../kit/amounts.ts'
import { clientCredentials, EitherTokenAnswer, toToken } from '../../kit/auth.ts'
import { internationalKey } from '../../kit/pix-keys.ts'
import { Maybe, Text } from '../../kit/schemas.ts'
import { path } from '../../kit/wire.ts'
import type { BacenSpec } from '../bacen-pix.ts'

const Paid = Maybe(Type.Object({ amount: Maybe(Type.Number()) }))
const Queued = Type.Object({ endToEndId: Text, status: Text, payment: Paid })
const Payment = Type.Object({
  data: Type.Object({
    endToEndId: Text,
    idempotencyKey: Maybe(Type.String()),
    status: Text,
    payment: Paid,
  }),
})

/** Its words for a Pix, and what they say of one that leaves. */
export const ONZ_WORDS = {
  PENDING: 'PENDING',
  PROCESSING: 'PENDING',
  ON_QUEUE: 'PENDING',
  LIQUIDATED: 'APPROVED',
  PARTIALLY_REFUNDED: 'APPROVED',
  REFUNDED: 'REJECTED',
  REJECTED: 'REJECTED',
  CANCELED: 'REJECTED',
} as const

const CASH_OUT = 'cashOut'
const TOKEN_PATH = '/api/v2/oauth/token'
/** A withdrawal is sent, and read. */
const SCOPE = 'pix.read pix.write'
const EARLY_SECONDS = 30
const MAX_DESCRIPTION = 140
const PAYMENT_SECONDS = 600

export interface AccountsOptions {
  readonly url: string
  /** The form of the token request: standard OAuth, or ONZ's own. */
  readonly token: 'standard' | 'onz'
  /** A withdrawal that is accepted counts as paid. */
  readonly approvedAtOnce?: true
  /** Only the platform's own receiver may be paid. */
  readonly ownReceiverOnly?: true
}

export function onzAccounts(options: AccountsOptions) {
  const { url, token, approvedAtOnce, ownReceiverOnly } = options
  return {
    hosts: {
      [CASH_OUT]: {
        url,
        auth:
          token === 'onz'
            ? ONZ_AUTH
            : clientCredentials({
                path: TOKEN_PATH,
                client: 'form',
                earlySeconds: EARLY_SECONDS,
                host: CASH_OUT,
                scope: SCOPE,
              }),
        clientCertificate: 'certCashOutUrl',
      },
    },

    platformRequires: ownReceiverOnly ? ['defaultReceiverId'] : [],

    withdrawIdempotency: { type: 'header', name: 'x-idempotency-key', keptFor: 'forever' },
    withdrawLookup: {
      call: 'GET /api/v2/pix/payments/idempotencyKey/{key}',
      staleFor: 'unknown',
      reaches: 'unlimited',
    },

    withdrawStatuses: { known: ONZ_WORDS, unknown: 'REJECTED' },

    withdraw: {
      *PIX(request, { wire, platform }) {
        if (ownReceiverOnly) assertOwnReceiver(request, platform.defaultReceiverId)
        const queued = yield* wire.post('/api/v2/pix/payments/dict', payment(request), Queued, {
          risk: 'money',
          host: CASH_OUT,
        })
        return {
          withdrawId: queued.endToEndId,
          rawStatus: queued.status,
          amount: inText(queued.payment?.amount),
          ...defined({ status: approvedAtOnce ? 'APPROVED' : undefined }),
        }
      },
    },

    *readWithdraw({ withdrawId }, { wire }) {
      return toWithdrawal(
        yield* wire.get(path`/api/v2/pix/payments/${withdrawId}`, Payment, undefined, { host: CASH_OUT }),
      )
    },

    // A missing withdrawal gives a 404, and so does a wrong address. A 404 therefore proves nothing.
    *findWithdraw({ withdrawReference }, { wire }) {
      const call = path`/api/v2/pix/payments/idempotencyKey/${withdrawReference}`
      return toWithdrawal(yield* wire.get(call, Payment, undefined, { host: CASH_OUT }))
    },
  } as const satisfies Partial<BacenSpec>
}

const ONZ_AUTH = {
  type: 'token',
  earlySeconds: EARLY_SECONDS,
  headers: (token) => ({ authorization: `Bearer ${token}` }),
  *fetch({ credentials: { clientId, clientSecret }, wire, now }) {
    const answer = yield* wire.post(
      TOKEN_PATH,
      { clientId, clientSecret, grantType: 'client_credentials', scope: SCOPE },
      EitherTokenAnswer,
      { risk: 'repeatable', authenticated: false, host: CASH_OUT },
    )
    return toToken(answer, now)
  },
} as const satisfies BacenSpec['auth']

function payment(request: WithdrawRequestBy['PIX']) {
  return {
    pixKey: dictKey(request),
    creditorDocument: request.document,
    priority: 'NORM',
    description: (request.description || MESSAGES.defaultWithdrawDescription).slice(0, MAX_DESCRIPTION),
    paymentFlow: 'INSTANT',
    expiration: PAYMENT_SECONDS,
    payment: { currency: 'BRL', amount: inReais.write(request.amount) },
  }
}

/** Pix keys as the directory writes them: phones with the country code, e-mails and random keys in lower case. */
function dictKey(request: WithdrawRequestBy['PIX']): string {
  const key = internationalKey(request)
  return request.pixType === 'EMAIL' || request.pixType === 'RANDOM' ? key.toLowerCase() : key
}

/** @throws ProviderError Unauthorized unless the platform's own receiver is named. */
function assertOwnReceiver({ receiverId }: WithdrawRequestBy['PIX'], own: string | undefined): void {
  if (own === undefined || receiverId !== own) {
    throw new ProviderError('Unauthorized', MESSAGES.unauthorized)
  }
}

function toWithdrawal({ data }: Static<typeof Payment>) {
  return {
    withdrawId: data.endToEndId,
    rawStatus: data.status,
    amount: inText(data.payment?.amount),
    reference: data.idempotencyKey,
  }
}

/** The charges' amount codec reads text. */
export function inText(amount: number | null | undefined): string | undefined {
  return amount == null ? undefined : inReaisString.write(inReais.read(amount))
}
