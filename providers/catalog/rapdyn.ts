/**
 * RAPDYN (https://docs.rapdyn.io).
 *
 * - A creation is answered with the code alone: no status and no amount to compare.
 * - Documents and Pix keys travel with their dots and dashes.
 * - A refund carries no amount and returns the whole payment. The answer's words are unknown, so the payment is read.
 */
import { Type } from 'typebox'
import { MESSAGES } from '../../domain/messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Address } from '../../domain/transaction.ts'
import type { PixKeyType, WithdrawRequestBy } from '../../domain/withdrawal.ts'
import { inCents } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { documentType, formatDocument, formatPhone } from '../kit/people.ts'
import { digitsKey } from '../kit/pix-keys.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({ id: Id, pix: Type.Object({ copypaste: Text, qrcode: Anything }) })
const Read = Type.Object({ data: Type.Object({ status: Text }) })
const Transfer = Type.Object({ transfer_id: Id, status: Text })

export const rapdyn = defineProvider({
  code: 'RAPDYN',
  name: 'Rapdyn',
  evidence: 'clients',
  host: 'https://app.rapdyn.io/api',

  credentials: [secret('token', 'secretKey')],
  auth: bearer('{token}'),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  refundsWholeOnly: true,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: {
      processing: 'PENDING',
      pending: 'PENDING',
      paid: 'APPROVED',
      failed: 'REJECTED',
      cancelled: 'REJECTED',
      returned: 'REFUNDED',
      blocked: 'REFUNDED',
      med: 'REFUNDED',
    },
    unknown: 'REJECTED',
  },
  withdrawStatuses: {
    known: {
      pending: 'PENDING',
      processing: 'PENDING',
      completed: 'APPROVED',
      done: 'APPROVED',
      failed: 'REJECTED',
      canceled: 'REJECTED',
      refunded: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: {
    messages: ['message', 'error', 'errors.0.message'],
    words: {
      withdraw: (own) => `Houve um erro ao tentar realizar o saque - ${own ?? MESSAGES.errorProcessingWithdrawal}`,
    },
  },

  createTransaction: {
    *PIX({ amount, customer, items, address, reference }, { wire, amounts }) {
      const body = {
        amount: amounts.write(amount),
        method: 'pix',
        external_id: reference,
        customer: {
          name: customer.name,
          email: customer.email,
          phone: customer.phone,
          document: {
            type: documentType(customer.document).toUpperCase(),
            value: formatDocument(customer.document),
          },
        },
        delivery: address && toDelivery(address),
        products: items.map(({ title, unitPrice, quantity, tangible }) => ({
          name: title,
          price: unitPrice,
          quantity: String(quantity),
          type: tangible ? 'physical' : 'digital',
        })),
      }
      const { id, pix } = yield* wire.post('/payments', body, Created, { risk: 'money' })
      return { transactionId: id, rawStatus: undefined, pixCode: pix.copypaste, pixImage: pix.qrcode }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const { data } = yield* wire.get(path`/transactions/${transactionId}`, Read)
    return { transactionId, rawStatus: data.status }
  },

  *refund({ transactionId }, { wire }) {
    yield* wire.put(path`/payments/refund/${transactionId}`, undefined, Type.Unknown(), { risk: 'money' })
    return { state: 'queued' }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        pix_key_type: request.pixType === 'RANDOM' ? 'randomkey' : request.pixType.toLowerCase(),
        pix_key: formattedKey(request),
        value: amounts.write(request.amount),
        external_id: request.withdrawReference,
      }
      const { transfer_id, status } = yield* wire.post('/transfers/out', body, Transfer, { risk: 'money' })
      return { withdrawId: transfer_id, rawStatus: status }
    },
  },

  webhook: {
    verification: 'none',
    body: Type.Object({
      notification_type: Maybe(Type.Union([Type.Literal('transaction'), Type.Literal('transfer_out')])),
      id: Anything,
      status: Anything,
      external_id: Anything,
      total: Anything,
    }),
    // Whether a transfer's total holds its fees is not said: it states no amount.
    translate: ({ notification_type: type, id, external_id, status, total }) => {
      const news = { reference: external_id, rawStatus: status }
      return type === 'transfer_out' ? { ...news, withdrawId: id } : { ...news, transactionId: id, amount: total }
    },
  },
})

function toDelivery({ address, number, district, city, state, zipCode }: Address) {
  return { street: address, number, neighborhood: district, city, state, zipcode: zipCode }
}

const KEY_SHAPES: Readonly<
  Partial<Record<PixKeyType, { digits: RegExp; format: (key: string) => string; refusal: string }>>
> = {
  CPF: { digits: /^\d{11}$/, format: formatDocument, refusal: 'CPF inválido, deve conter 11 dígitos.' },
  CNPJ: { digits: /^[0-9A-Za-z]{14}$/, format: formatDocument, refusal: 'CNPJ inválido, deve conter 14 dígitos.' },
  PHONE: { digits: /^\d{10,11}$/, format: formatPhone, refusal: 'Telefone inválido, número de dígitos incorreto.' },
}

/** @throws ProviderError InvalidRequest when the key has not the digits that its type wants. */
function formattedKey(request: WithdrawRequestBy['PIX']): string {
  const key = digitsKey(request)
  const shape = KEY_SHAPES[request.pixType]
  if (!shape) return key
  if (!shape.digits.test(key)) throw new ProviderError('InvalidRequest', shape.refusal, { path: '/pixKey' })
  return shape.format(key)
}
