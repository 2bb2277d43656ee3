/**
 * ZENDRY (https://developers.zendry.com).
 *
 * - A creation is answered with the code alone: no status and no amount to compare.
 * - What is not there is a 406, and a 403 is about the buyer, not about us.
 * - The md5 of a webhook covers code, payment and amount; the Authorization header only repeats what was registered.
 */
import { type Static, Type } from 'typebox'
import type { IncomingWebhook } from '../contract.ts'
import { inCents } from '../kit/amounts.ts'
import { clientCredentials } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY } from '../kit/expiry.ts'
import { parseJson, readPath, readText } from '../kit/json.ts'
import { equal, md5Hex } from '../kit/proof.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({
  qrcode: Type.Object({
    reference_code: Text,
    content: Text,
    external_reference: Maybe(Type.String()),
    image_base64: Anything,
  }),
})
const Read = Type.Object({
  qrcode: Type.Object({
    reference_code: Text,
    status: Text,
    value_cents: Type.Integer(),
    content: Maybe(Type.String()),
    external_reference: Maybe(Type.String()),
  }),
})

export const zendry = defineProvider({
  code: 'ZENDRY',
  name: 'Zendry',
  evidence: 'documentation',
  host: 'https://api.zendry.com.br',

  credentials: [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey'), webhookSecret],
  auth: clientCredentials({ path: '/auth/generate_token', client: 'basic', earlySeconds: 60 }),

  idempotency: { type: 'none' },
  lookup: null,

  amounts: inCents,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: { awaiting_payment: 'PENDING', canceled: 'PENDING', paid: 'APPROVED', error: 'CHARGEBACK' },
    unknown: 'REJECTED',
  },

  errors: {
    messages: ['error'],
    codes: ['error'],
    kinds: { 'Qrcode not found.': 'NotFound', 'Generator not allowed': 'Declined' },
  },

  createTransaction: {
    *PIX({ amount, customer, reference }, { wire, amounts, expiry }) {
      const { qrcode } = yield* wire.post(
        '/v1/pix/qrcodes',
        {
          value_cents: amounts.write(amount),
          generator_name: customer.name,
          generator_document: customer.document,
          expiration_time: String(expiry.seconds),
          external_reference: reference,
        },
        Created,
        { risk: 'money' },
      )
      return { ...common(qrcode), rawStatus: undefined, pixImage: qrcode.image_base64 }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const { qrcode } = yield* wire.get(path`/v1/pix/qrcodes/${transactionId}`, Read)
    return { ...common(qrcode), rawStatus: qrcode.status, amount: qrcode.value_cents }
  },

  webhook: {
    verification: 'signature',
    verify: isSigned,
    body: Type.Object({
      notification_type: Type.Literal('pix_qrcode'),
      message: Type.Object({ reference_code: Anything, external_reference: Anything }),
    }),
    // The signature covers neither the status nor our reference, so nothing but the code is believed: read it.
    translate: ({ message }) => ({ transactionId: message.reference_code, reference: message.external_reference }),
  },
})

function common(qrcode: Pick<Static<typeof Read>['qrcode'], 'reference_code' | 'external_reference' | 'content'>) {
  return {
    transactionId: qrcode.reference_code,
    reference: qrcode.external_reference,
    pixCode: qrcode.content,
  }
}

/** Until it is paid a code has no end-to-end id: its place in the signed text stays empty. */
function isSigned({ body }: IncomingWebhook, secret: string): boolean {
  const json = parseJson(body)
  const [code = '', payment = '', amount = ''] = ['reference_code', 'end_to_end', 'value_cents'].map((field) =>
    readText(readPath(json, `message.${field}`)),
  )
  const expected = md5Hex(`qrcode.${code}.${payment}.${amount}.${secret}`)
  return equal(readText(readPath(json, 'md5')) ?? '', expected)
}
