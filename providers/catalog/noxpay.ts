/**
 * NOXPAY (https://github.com/NoxPay/apidocs).
 *
 * - The case of the answers' names differs from call to call, so names are compared without it.
 * - Charges and withdrawals share one call and one search, by their `code` (ours) or their `txid` (theirs).
 * - An answer to a read has an amount whose unit the documentation's own examples contradict: it is not compared.
 * - A webhook is signed with a plain hash over the key and the body; what could be appended to it would not be JSON.
 */
import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { inReais } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { equal } from '../kit/proof.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const AnyObject = Type.Object({})
const Payment = Type.Object({
  method: Maybe(Type.String()),
  txid: Text,
  code: Maybe(Type.String()),
  status: Text,
  amount: Maybe(Type.Number()),
  qrcode: Anything,
  qrcodetext: Maybe(Type.String()),
})
const Account = Type.Object({ balance: Type.Number() })

export const noxpay = defineProvider({
  code: 'NOXPAY',
  name: 'NoxPay',
  evidence: 'documentation',
  host: 'https://api2.noxpay.io',

  credentials: [secret('apiKey', 'secretKey'), webhookSecret],
  auth: headers({ 'api-key': '{apiKey}' }),

  idempotency: { type: 'none' },
  lookup: { call: 'GET /payment/{code}', staleFor: 'unknown', reaches: 'unlimited' },
  withdrawLookup: { call: 'GET /payment/{code}', staleFor: 'unknown', reaches: 'unlimited' },

  amounts: inReais,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: { PAY: 'APPROVED', APROVED: 'APPROVED', REJECTED: 'REJECTED', FAIL: 'REJECTED' },
    unknown: 'REJECTED',
  },
  withdrawStatuses: {
    known: {
      WAITING_PAYMENT: 'PENDING',
      SENDING: 'PENDING',
      SENT: 'PENDING',
      PAY: 'APPROVED',
      PAID: 'APPROVED',
      APROVED: 'APPROVED',
      NO_FUND: 'REJECTED',
      WRONG_PIXKEY: 'REJECTED',
      REJECTED: 'REJECTED',
      FAIL: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['error', 'message', 'Error', 'Message'] },

  createTransaction: {
    *PIX({ amount, customer, reference, webhookUrl }, { wire, amounts }) {
      const body = {
        method: 'PIX',
        code: reference,
        amount: amounts.write(amount),
        webhook_url: webhookUrl,
        client_name: customer.name,
        client_document: customer.document,
      }
      const made = paymentIn(yield* wire.post('/payment', body, AnyObject, { risk: 'money' }))
      return { ...toTransaction(made), amount: made.amount ?? undefined }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return toTransaction(paymentIn(yield* wire.get(path`/payment/${transactionId}`, AnyObject)))
  },

  *findTransaction({ reference }, { wire }) {
    const found = paymentIn(yield* wire.get(path`/payment/${reference}`, AnyObject))
    return isOurs(found, 'PIX', reference) ? toTransaction(found) : null
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const body = {
        method: 'PIXOUT',
        type: 'PIX_KEY',
        code: request.withdrawReference,
        pixkey: internationalKey(request),
        amount: amounts.write(request.amount),
      }
      return toWithdrawal(paymentIn(yield* wire.post('/payment', body, AnyObject, { risk: 'money' })))
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(paymentIn(yield* wire.get(path`/payment/${withdrawId}`, AnyObject)))
  },

  *findWithdraw({ withdrawReference }, { wire }) {
    const found = paymentIn(yield* wire.get(path`/payment/${withdrawReference}`, AnyObject))
    return isOurs(found, 'PIXOUT', withdrawReference) ? toWithdrawal(found) : null
  },

  *readBalance(_question, { wire }) {
    const { balance } = yield* wire.get('/account', Account)
    return { available: balance }
  },

  webhook: {
    verification: 'signature',
    verify: ({ headers, body }, key) =>
      equal(
        headers['x-signature'] ?? headers['noxpay-sign'] ?? '',
        createHash('sha256')
          .update(key + body)
          .digest('base64'),
      ),
    body: Type.Object({
      method: Type.Union([Type.Literal('PIX'), Type.Literal('PIXOUT')]),
      txid: Anything,
      code: Anything,
      status: Anything,
      amount: Anything,
    }),
    translate: ({ method, txid, code, status, amount }) => ({
      ...(method === 'PIXOUT' ? { withdrawId: txid } : { transactionId: txid }),
      reference: code,
      rawStatus: status,
      amount,
    }),
  },
})

/** @throws ProviderError MalformedResponse when it is none. */
function paymentIn(answer: object): Static<typeof Payment> {
  const payment = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name.toLowerCase(), value]))
  if (Value.Check(Payment, payment)) return payment
  throw new ProviderError('MalformedResponse', OUR_MESSAGES.noPayment)
}

/** Charges and withdrawals are found by the same call. */
function isOurs(found: Static<typeof Payment>, method: 'PIX' | 'PIXOUT', code: string): boolean {
  return (found.method ?? method) === method && found.code === code
}

function toTransaction({ txid, code, status, qrcode, qrcodetext }: Static<typeof Payment>) {
  return { transactionId: txid, rawStatus: status, reference: code, pixCode: qrcodetext, pixImage: qrcode }
}

function toWithdrawal({ txid, code, status }: Static<typeof Payment>) {
  return { withdrawId: txid, rawStatus: status, reference: code }
}
