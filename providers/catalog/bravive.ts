/**
 * BRAVIVE: Pix over `POST /payments`, with flat `payer_` fields.
 *
 * - A payment is answered without its amount.
 * - Each kind of call has its own prefix in front of the provider's words.
 */
import { type Static, Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { inCents } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { Postback, postbackNews } from '../kit/order.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const UNSUPPORTED_TYPE = 'Unsupported payment method type for Bravive.'

const Payment = Type.Object({ id: Id, status: Text, pix_code: Maybe(Type.String()), pix_qr_code: Anything })
const Withdrawal = Type.Object({ id: Id, status: Text })

export const bravive = defineProvider({
  code: 'BRAVIVE',
  name: 'Bravive',
  evidence: 'clients',
  host: 'https://app.bravive.com/api/v1',

  credentials: [{ ...secret('secretKey', 'secretKey'), missingMessage: 'Bravive secretKey is required' }],
  auth: bearer('{secretKey}'),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: {
      PENDING: 'PENDING',
      APPROVED: 'APPROVED',
      REJECTED: 'REJECTED',
      CANCELED: 'REJECTED',
      REFUNDED: 'REFUNDED',
      CHARGEBACK: 'CHARGEBACK',
      IN_DISPUTE: 'CHARGEBACK',
    },
    unknown: 'PENDING',
  },

  errors: {
    messages: ['message', 'error', 'errors.0.message'],
    words: {
      createTransaction: (own) => `Bravive API Error: ${own ?? MESSAGES.errorCreatingTransaction}`,
      readTransaction: (own) => `Bravive API Error: ${own ?? MESSAGES.transactionNotFound}`,
      withdraw: (own) => `Bravive API Error (Withdraw): ${own ?? MESSAGES.errorProcessingWithdrawal}`,
      readWithdraw: (own) => `Bravive API Error (Get Withdraw): ${own ?? MESSAGES.transactionNotFound}`,
    },
  },
  unsupported: {
    CREDIT_CARD: MESSAGES.creditCardNotImplemented,
    BILLET: UNSUPPORTED_TYPE,
    'withdraw:BANK_ACCOUNT': MESSAGES.notImplementedYet,
    'withdraw:RECEIVER': UNSUPPORTED_TYPE,
  },

  createTransaction: {
    *PIX({ amount, currency, customer, description, items, reference }, { wire, amounts }) {
      const body = {
        amount: amounts.write(amount),
        currency,
        description: description ?? items[0]?.title,
        payer_name: customer.name,
        payer_email: customer.email,
        payer_phone: customer.phone,
        payer_document: customer.document,
        method: 'PIX',
        custom_id: reference,
      }
      return toTransaction(yield* wire.post('/payments', body, Payment, { risk: 'money' }))
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(yield* wire.get(path`/payments/${transactionId}`, Payment))
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        amount: amounts.write(request.amount),
        currency: 'BRL',
        pix_key: internationalKey(request),
        pix_type: request.pixType === 'RANDOM' ? 'EVP' : request.pixType,
        description: request.description,
        method: 'PIX',
        custom_id: request.withdrawReference,
      }
      return toWithdrawal(yield* wire.post('/withdraws', body, Withdrawal, { risk: 'money' }))
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(yield* wire.get(path`/withdraws/${withdrawId}`, Withdrawal))
  },

  webhook: {
    verification: 'none',
    body: Type.Object({ ...Postback.properties, external_id: Anything }),
    translate: ({ external_id, ...said }) => {
      const news = postbackNews({ ...said, externalRef: external_id ?? said.externalRef })
      return news && !('withdrawId' in news) ? { ...news, amount: said.amount } : news
    },
  },
})

function toTransaction({ id, status, pix_code, pix_qr_code }: Static<typeof Payment>) {
  return { transactionId: id, rawStatus: status, pixCode: pix_code, pixImage: pix_qr_code }
}

function toWithdrawal({ id, status }: Static<typeof Withdrawal>) {
  return { withdrawId: id, rawStatus: status }
}
