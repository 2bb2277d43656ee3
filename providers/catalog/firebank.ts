/**
 * FIREBANK: an apiKey header, reais, one call for a Pix charge.
 *
 * - Nothing is known that reads a charge: the callback's word is believed, as far as the address is secret.
 * - A refund is always of the whole charge: the request has no body, and the answer's words are unknown. A callback reports the end.
 * - A callback (https://docs.firebanking.dev) is the same for money that comes and money that leaves: `movementType` says which,
 *   and is empty where nothing has moved. Its value is in cents in the examples, and in reais in every request: an amount that is
 *   ours in neither unit is another amount.
 */
import { Type } from 'typebox'
import { cents, toReais } from '../../domain/money.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { inReais } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { digitsKey } from '../kit/pix-keys.ts'
import { Anything, Id, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Payment = Type.Object({ transactionId: Id, status: Text, pixCode: Text, pixQrCode: Anything })
const Withdrawal = Type.Union([
  Type.Object({ status: Type.Literal('ERROR') }),
  Type.Object({ transactionId: Id, status: Text }),
])
const Callback = Type.Object({
  transactionId: Anything,
  businessTransactionId: Anything,
  status: Anything,
  movementType: Anything,
  value: Anything,
})
/** Of these only a withdrawal is told. */
const LEAVING: readonly string[] = ['WITHDRAW_REQUEST', 'WITHDRAW_PAID', 'REFUND_IN']

const KEY_TYPES = {
  CPF: 'DOCUMENT',
  CNPJ: 'DOCUMENT',
  EMAIL: 'MAIL',
  PHONE: 'PHONE',
  RANDOM: 'RANDOM_KEY',
} as const

const ERROR_ON_WITHDRAW = 'Error on withdraw'

export const firebank = defineProvider({
  code: 'FIREBANK',
  name: 'FireBank',
  evidence: 'clients',
  host: 'https://api.firebanking.io',

  credentials: [secret('apiKey', 'secretKey')],
  auth: headers({ apikey: '{apiKey}' }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  refundsWholeOnly: true,
  expirySeconds: { PIX: DAY },
  statuses: { known: { ERROR: 'REJECTED' }, unknown: 'REJECTED' },
  withdrawStatuses: {
    known: {
      WITHDRAW_REQUEST: 'PENDING',
      WAITING_CONFIRMATION: 'PENDING',
      WITHDRAW_PAID: 'APPROVED',
      REFUND_IN: 'REJECTED',
      ERROR: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'error'] },

  createTransaction: {
    *PIX({ amount, customer, description, items, reference }, { wire, amounts, expiry }) {
      const payment = yield* wire.post(
        '/payment',
        {
          type: 'PIX',
          payer: { fullName: customer.name, document: customer.document },
          transaction: {
            value: amounts.write(amount),
            description: description ?? items[0]?.title,
            dueDate: brazilianDate(expiry.at),
            externalId: reference,
          },
        },
        Payment,
        { risk: 'money' },
      )
      const { transactionId, status, pixCode, pixQrCode } = payment
      return { transactionId, rawStatus: status, pixCode, pixImage: pixQrCode }
    },
  },

  *refund({ transactionId }, { wire }) {
    yield* wire.post(path`/payment/refund/${transactionId}`, {}, Type.Object({}), { risk: 'money' })
    return { state: 'queued' }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const { amount, withdrawReference, name, document, pixType } = request
      const withdrawal = yield* wire.post(
        '/payment/withdraw',
        {
          type: 'PIX',
          value: amounts.write(amount),
          details: { key: digitsKey(request), keyType: KEY_TYPES[pixType], name, document },
          externalId: withdrawReference,
        },
        Withdrawal,
        { risk: 'money' },
      )
      if (withdrawal.status === 'ERROR' || !('transactionId' in withdrawal)) {
        throw new ProviderError('Declined', ERROR_ON_WITHDRAW)
      }
      return { withdrawId: withdrawal.transactionId, rawStatus: withdrawal.status }
    },
  },

  webhook: {
    verification: 'none',
    body: Callback,
    translate: ({ transactionId, businessTransactionId, status, movementType, value }) => {
      const news = { reference: businessTransactionId, rawStatus: status, ...statedBy(value) }
      if (movementType === 'DEBIT' || LEAVING.includes(String(status))) return { ...news, withdrawId: transactionId }
      if (movementType === 'CREDIT') return { ...news, transactionId }
      return { ...news, transactionId, withdrawId: transactionId }
    },
  },
})

/** Reais, of a value in cents or in reais. What is no amount at all is nothing that was paid. */
function statedBy(value: unknown): { amount?: number; orAmount?: number } {
  if (value === undefined || value === null) return {}
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(String(value))) return { amount: 0 }
  const said = Number(value)
  return Number.isInteger(said) ? { amount: toReais(cents(said)), orAmount: said } : { amount: said }
}
