/**
 * VELTRAX: Pix behind a token, which tells the type of a Pix key by the key's own shape. Its wire is assumed, but for its
 * notices, which a client reads: flat, unsigned, the kind of movement in `type` where it is said at all.
 */
import { Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import type { PixKeyType, WithdrawRequestBy } from '../../domain/withdrawal.ts'
import { tokenPix } from '../dialects/token-pix.ts'
import { key, secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Postback, postbackNews } from '../kit/order.ts'
import { Anything, Id } from '../kit/schemas.ts'
import { bothCases } from '../kit/statuses.ts'

const Notice = Type.Object({ type: Anything, transaction_id: Id, external_id: Anything, status: Anything })
const LEAVING: readonly string[] = ['withdraw', 'payout', 'cashout']
const COMING: readonly string[] = ['deposit', 'pixin', 'cashin', 'payment']

export const veltrax = defineProvider({
  ...tokenPix({
    code: 'VELTRAX',
    name: 'Veltrax',
    host: 'https://api.veltrax.invalid',
    credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey')],
    tokenBody: ({ clientId, clientSecret }) => ({ client_id: clientId, client_secret: clientSecret }),
    unsupported: { createTransaction: MESSAGES.paymentMethodNotSupported },
    pixExpirySeconds: DAY,
    pixKey: inferredKey,
  }),

  withdrawStatuses: {
    known: bothCases({ created: 'PENDING', authorized: 'PENDING', confirmed: 'APPROVED', denied: 'REJECTED' }),
    unknown: 'REJECTED',
  },

  webhook: {
    verification: 'none',
    body: Type.Union([Notice, Postback]),
    translate: (said) => {
      if (!('transaction_id' in said)) return postbackNews(said)
      const { type, transaction_id: id, external_id: reference, status: rawStatus } = said
      const kind = String(type ?? '').toLowerCase()
      if (LEAVING.includes(kind)) return { withdrawId: id, reference, rawStatus }
      if (COMING.includes(kind)) return { transactionId: id, reference, rawStatus }
      return { transactionId: id, withdrawId: id, reference, rawStatus }
    },
  },
})

const SEPARATORS = /[\s().\-/+]/g

/** Eleven digits are a CPF and may be a phone: only then does the type that the seller gave decide. */
function inferredKey({ pixKey, pixType }: WithdrawRequestBy['PIX']): { pixKey: string; pixKeyType: PixKeyType } {
  if (pixKey.includes('@')) return { pixKey, pixKeyType: 'EMAIL' }
  const key = pixKey.replace(SEPARATORS, '')
  if (/^\d{11}$/.test(key) && pixType !== 'PHONE') return { pixKey: key, pixKeyType: 'CPF' }
  if (/^[0-9A-Z]{12}\d{2}$/.test(key)) return { pixKey: key, pixKeyType: 'CNPJ' }
  if (/^\d{10,11}$/.test(key)) return { pixKey: key, pixKeyType: 'PHONE' }
  return { pixKey, pixKeyType: 'RANDOM' }
}
