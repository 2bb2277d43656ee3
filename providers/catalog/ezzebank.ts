/**
 * EZZEBANK (https://dev.ezzebank.com): OAuth 2 with Basic credentials, reais.
 *
 * - Only arrived Pix are posted, signed: they are believed without reading the charge again.
 */
import { type Static, Type } from 'typebox'
import { inReais } from '../kit/amounts.ts'
import { clientCredentials } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { internationalKey, PORTUGUESE_KEY_TYPES } from '../kit/pix-keys.ts'
import { signedAtTime } from '../kit/proof.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const CHARGE = {
  external_id: Maybe(Type.String()),
  status: Text,
  amount: Maybe(Type.Number()),
  base64image: Anything,
}
const Created = Type.Object({ ...CHARGE, transactionId: Id, emvqrcps: Text })
const Charge = Type.Object({ ...CHARGE, transactionId: Maybe(Id), emvqrcps: Maybe(Type.String()) })

const PAYMENT = { external_id: Maybe(Type.String()), status: Text, amount: Maybe(Type.Number()) }
const PaymentMade = Type.Object({ ...PAYMENT, transactionId: Id })
const Payment = Type.Object({ ...PAYMENT, transactionId: Maybe(Id) })

export const ezzebank = defineProvider({
  code: 'EZZEBANK',
  name: 'EzzeBank',
  evidence: 'clients',
  host: 'https://api.ezzebank.com/v2',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey'), webhookSecret],
  auth: clientCredentials({ path: '/oauth/token', client: 'basicForm', earlySeconds: 60 }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inReais,
  expirySeconds: { PIX: DAY },
  statuses: { known: {}, unknown: 'REJECTED' },

  errors: { messages: ['message', 'error_description', 'error'] },

  createTransaction: {
    *PIX({ amount, customer, description, reference }, { wire, amounts }) {
      const charge = yield* wire.post(
        '/pix/qrcode',
        {
          amount: amounts.write(amount),
          payerQuestion: description,
          external_id: reference,
          payer: { name: customer.name, document: customer.document },
        },
        Created,
        { risk: 'money' },
      )
      return { ...toTransaction(charge), transactionId: charge.transactionId }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const charge = yield* wire.get(path`/pix/qrcode/${transactionId}/detail`, Charge)
    return { ...toTransaction(charge), transactionId: charge.transactionId ?? transactionId }
  },

  withdraw: {
    *PIX(request, { wire, amounts }) {
      const { amount, description, withdrawReference, name, document, pixType } = request
      const payment = yield* wire.post(
        '/pix/payment',
        {
          amount: amounts.write(amount),
          description,
          external_id: withdrawReference,
          creditParty: {
            key: internationalKey(request),
            keyType: PORTUGUESE_KEY_TYPES[pixType],
            name,
            taxId: document,
          },
        },
        PaymentMade,
        { risk: 'money' },
      )
      return { ...toWithdrawal(payment), withdrawId: payment.transactionId }
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    const payment = yield* wire.get(path`/pix/payment/${withdrawId}/status`, Payment)
    return { ...toWithdrawal(payment), withdrawId: payment.transactionId ?? withdrawId }
  },

  webhook: {
    verification: 'signature',
    verify: signedAtTime({ header: 'verify-signature', field: 'vsign' }),
    body: Type.Object({
      requestBody: Type.Object({
        transactionType: Type.Union([Type.Literal('RECEIVEPIX'), Type.Literal('PAYMENT')]),
        transactionId: Anything,
        external_id: Anything,
        status: Anything,
        amount: Anything,
      }),
    }),
    translate: ({ requestBody: { transactionType, transactionId, external_id: reference, status, amount } }) =>
      // What the numbers of a payment's `statusCode` mean is nowhere listed: it is read.
      transactionType === 'PAYMENT'
        ? { withdrawId: transactionId, reference, amount }
        : { transactionId, reference, rawStatus: status, status: 'APPROVED', amount },
  },
})

function toTransaction({ status, amount, external_id, emvqrcps, base64image }: Static<typeof Charge>) {
  return {
    rawStatus: status,
    amount: amount ?? undefined,
    reference: external_id,
    pixCode: emvqrcps,
    pixImage: base64image,
  }
}

function toWithdrawal({ status, amount, external_id }: Static<typeof Payment>) {
  return { rawStatus: status, amount: amount ?? undefined, reference: external_id }
}
