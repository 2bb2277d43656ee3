/**
 * Pix behind a bearer token, assumed for providers of which only that is known: the calls that most providers
 * have, the white label's fields, integer cents. This wire is unverified. The account gives the provider's address.
 */
import { type Static, Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import type { WithdrawRequestBy } from '../../domain/withdrawal.ts'
import type { CredentialPart } from '../contract.ts'
import { inCents } from '../kit/amounts.ts'
import { TokenAnswer } from '../kit/auth.ts'
import type { CredentialsOf } from '../kit/credentials.ts'
import { PixOrder, Postback, postbackNews, RefundedOrder, toPixTransaction } from '../kit/order.ts'
import { documentType } from '../kit/people.ts'
import { refundState } from '../kit/refunds.ts'
import { Id, Maybe, Text } from '../kit/schemas.ts'
import type { Flow, ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Withdrawal = Type.Object({
  id: Id,
  status: Text,
  amount: Maybe(Type.Integer()),
  externalRef: Maybe(Type.String()),
})

const EARLY_SECONDS = 60

type TokenPixSpec<Parts extends readonly CredentialPart[]> = ProviderSpec<Parts, number, typeof Postback>

export interface TokenPixOptions<Parts extends readonly CredentialPart[]>
  extends Pick<
    TokenPixSpec<Parts>,
    'code' | 'name' | 'host' | 'clientCertificate' | 'certificateMissing' | 'credentials' | 'unsupported'
  > {
  /** The credentials sent in the token request. */
  readonly tokenBody: (credentials: CredentialsOf<Parts>) => Readonly<Record<string, string>>
  /** The longest time that a token is kept. */
  readonly tokenSeconds?: number
  readonly pixExpirySeconds: number
  /** Whether payments can be refunded. */
  readonly refunds?: boolean
  /** The type and shape in which the provider takes a Pix key. */
  readonly pixKey: (request: WithdrawRequestBy['PIX']) => { pixKey: string; pixKeyType: string }
  readonly words?: TokenPixSpec<Parts>['errors']['words']
}

export function tokenPix<const Parts extends readonly CredentialPart[]>(
  options: TokenPixOptions<Parts>,
): TokenPixSpec<Parts> {
  const {
    tokenBody,
    tokenSeconds = Number.POSITIVE_INFINITY,
    pixExpirySeconds,
    refunds,
    pixKey,
    words,
    ...identity
  } = options
  return {
    ...identity,
    evidence: 'specification',

    auth: {
      type: 'token',
      earlySeconds: EARLY_SECONDS,
      headers: (token) => ({ authorization: `Bearer ${token}` }),
      *fetch({ credentials, wire }) {
        const sending = { risk: 'repeatable', authenticated: false } as const
        const { access_token, expires_in } = yield* wire.post(
          '/oauth/token',
          tokenBody(credentials),
          TokenAnswer,
          sending,
        )
        return { token: access_token, expiresInSeconds: Math.min(expires_in, tokenSeconds + EARLY_SECONDS) }
      },
    },

    idempotency: { type: 'none' },
    lookup: null,

    amounts: inCents,
    expirySeconds: { PIX: pixExpirySeconds },

    statuses: { known: {}, unknown: 'REJECTED' },

    errors: { messages: ['message', 'error', 'errors.0.message'], ...defined({ words }) },

    createTransaction: {
      *PIX({ amount, customer, items, description, webhookUrl, reference }, { wire, amounts, expiry }) {
        const body = {
          amount: amounts.write(amount),
          paymentMethod: 'pix',
          pix: { expiresInSeconds: expiry.seconds },
          customer: {
            name: customer.name,
            email: customer.email,
            phone: customer.phone,
            document: { number: customer.document, type: documentType(customer.document) },
          },
          items: items.map(({ title, unitPrice, quantity, tangible }) => ({ title, unitPrice, quantity, tangible })),
          description,
          postbackUrl: webhookUrl,
          externalRef: reference,
        }
        return toPixTransaction(yield* wire.post('/transactions', body, PixOrder, { risk: 'money' }))
      },
    },

    *readTransaction({ transactionId }, { wire }) {
      return toPixTransaction(yield* wire.get(path`/transactions/${transactionId}`, PixOrder))
    },

    ...defined({ refund: refunds ? takeBack : undefined }),

    withdraw: {
      *PIX(request, { wire, amounts }) {
        const body = {
          amount: amounts.write(request.amount),
          ...pixKey(request),
          description: request.description,
          externalRef: request.withdrawReference,
        }
        return toWithdrawal(yield* wire.post('/withdrawals', body, Withdrawal, { risk: 'money' }))
      },
    },

    *readWithdraw({ withdrawId }, { wire }) {
      return toWithdrawal(yield* wire.get(path`/withdrawals/${withdrawId}`, Withdrawal))
    },

    webhook: {
      verification: 'none',
      body: Postback,
      translate: postbackNews,
    },
  }
}

function* takeBack(
  { transactionId, amount }: Parameters<NonNullable<TokenPixSpec<[]>['refund']>>[0],
  { wire, amounts }: Pick<Flow<unknown, number>, 'wire' | 'amounts'>,
) {
  const body = { amount: amounts.write(amount) }
  const { status } = yield* wire.post(path`/transactions/${transactionId}/refund`, body, RefundedOrder, {
    risk: 'money',
  })
  return refundState(status)
}

function toWithdrawal({ id, status, amount, externalRef }: Static<typeof Withdrawal>) {
  return { withdrawId: id, rawStatus: status, amount: amount ?? undefined, reference: externalRef }
}
