/**
 * The PRIMEPAG wire, which ZENDRY sells as well (https://developers.zendry.com).
 *
 * - A creation is answered with the code alone: no status and no amount to compare.
 * - What is not there is a 406, and a 403 is about the buyer or the receiver, not about us.
 * - The md5 of a webhook covers code, payment and amount; the Authorization header only repeats what was registered.
 * - A charge whose answer was lost is found in the list of those made around that time, a withdrawal by our id for it.
 */
import { type Static, Type } from 'typebox'
import { ProviderError } from '../../domain/provider-error.ts'
import type { IncomingWebhook } from '../contract.ts'
import { inCents } from '../kit/amounts.ts'
import { clientCredentials } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { addSeconds, DAY, withBrazilianOffset } from '../kit/expiry.ts'
import { parseJson, readPath, readText } from '../kit/json.ts'
import { internationalKey } from '../kit/pix-keys.ts'
import { equal, md5Hex } from '../kit/proof.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import type { ProviderSpec } from '../kit/spec.ts'
import { path } from '../kit/wire.ts'

const Created = Type.Object({
  qrcode: Type.Object({
    reference_code: Text,
    content: Text,
    external_reference: Maybe(Type.String()),
    image_base64: Anything,
  }),
})
const QrCode = Type.Object({
  reference_code: Text,
  status: Text,
  value_cents: Maybe(Type.Integer()),
  content: Maybe(Type.String()),
  external_reference: Maybe(Type.String()),
})
const Read = Type.Object({ qrcode: QrCode })
const Page = Type.Object({ qrcodes: Type.Array(QrCode), meta: Type.Object({ total_pages: Type.Integer() }) })
const Payment = Type.Object({
  payment: Type.Object({
    reference_code: Text,
    idempotent_id: Maybe(Type.String()),
    value_cents: Maybe(Type.Integer()),
    status: Text,
    payment_date: Anything,
  }),
})
const Notice = Type.Union([
  Type.Object({
    notification_type: Type.Literal('pix_qrcode'),
    message: Type.Object({ reference_code: Anything, external_reference: Anything }),
  }),
  Type.Object({
    notification_type: Type.Literal('pix_payment'),
    message: Type.Object({ reference_code: Anything, idempotent_id: Anything, value_cents: Anything }),
  }),
])

const CREDENTIALS = [key('clientId', 'publicKey'), secret('clientSecret', 'secretKey'), webhookSecret] as const

type PrimepagSpec = ProviderSpec<typeof CREDENTIALS, number, typeof Notice>

const NO_SUCH_PAYMENT = 'Payment not found.'

/** Clocks differ. An attempt may be sent long after it was made, so the search goes up to the moment of asking. */
const CLOCK_SECONDS = 600

export type PrimepagOptions = Pick<PrimepagSpec, 'code' | 'name' | 'host' | 'statuses'> & {
  readonly pixExpirySeconds: number
}

export function primepagDialect({ pixExpirySeconds, ...identity }: PrimepagOptions): PrimepagSpec {
  return {
    ...identity,
    evidence: 'documentation',

    credentials: CREDENTIALS,
    auth: clientCredentials({ path: '/auth/generate_token', client: 'basic', earlySeconds: 60 }),

    idempotency: { type: 'none' },
    withdrawIdempotency: { type: 'field', name: 'idempotent_id', keptFor: 'forever' },
    lookup: {
      call: 'GET /v1/pix/qrcodes?registration_start_date=&registration_end_date=',
      staleFor: 'unknown',
      reaches: DAY,
    },
    withdrawLookup: { call: 'GET /v1/pix/payments/{id}/idempotent_id', staleFor: 'unknown', reaches: 'unlimited' },

    amounts: inCents,
    expirySeconds: { PIX: pixExpirySeconds },

    // In capitals the specification's words, in small letters the documentation's.
    withdrawStatuses: {
      known: {
        PENDING: 'PENDING',
        PROCESSING: 'PENDING',
        authorization_pending: 'PENDING',
        auto_authorization: 'PENDING',
        sent: 'PENDING',
        CONFIRMED: 'APPROVED',
        completed: 'APPROVED',
        CANCELED: 'CANCELED',
        canceled: 'CANCELED',
      },
      unknown: 'REJECTED',
    },

    errors: {
      messages: ['error'],
      codes: ['error'],
      kinds: {
        'Qrcode not found.': 'NotFound',
        [NO_SUCH_PAYMENT]: 'NotFound',
        'Generator not allowed': 'Declined',
        'Receiver not allowed': 'Declined',
      },
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
      return toTransaction((yield* wire.get(path`/v1/pix/qrcodes/${transactionId}`, Read)).qrcode)
    },

    *findTransaction({ reference, createdAt }, { wire, now }) {
      const range = {
        registration_start_date: localTime(addSeconds(createdAt, -CLOCK_SECONDS)),
        registration_end_date: localTime(addSeconds(now, CLOCK_SECONDS)),
      }
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const { qrcodes, meta } = yield* wire.get('/v1/pix/qrcodes', Page, { ...range, page: String(page) })
        const qrcode = qrcodes.find(({ external_reference }) => external_reference === reference)
        if (qrcode) return toTransaction(qrcode)
        pages = meta.total_pages
      }
      return null
    },

    withdraw: {
      *PIX({ amount, pixKey, pixType, name, document, withdrawReference }, { wire, amounts }) {
        const made = yield* wire.post(
          '/v1/pix/payments',
          {
            initiation_type: 'dict',
            idempotent_id: withdrawReference,
            receiver_name: name,
            receiver_document: document,
            value_cents: amounts.write(amount),
            pix_key_type: pixType === 'RANDOM' ? 'token' : pixType.toLowerCase(),
            pix_key: internationalKey({ pixKey, pixType }),
            authorized: true,
          },
          Payment,
          { risk: 'money' },
        )
        return toWithdrawal(made)
      },
    },

    *readWithdraw({ withdrawId }, { wire }) {
      return toWithdrawal(yield* wire.get(path`/v1/pix/payments/${withdrawId}`, Payment))
    },

    *findWithdraw({ withdrawReference }, { wire }) {
      try {
        return toWithdrawal(yield* wire.get(path`/v1/pix/payments/${withdrawReference}/idempotent_id`, Payment))
      } catch (error) {
        if (isNoSuchPayment(error)) return null
        throw error
      }
    },

    webhook: {
      verification: 'signature',
      verify: isSigned,
      bindsFields: false,
      body: Notice,
      // The signature covers neither the status nor a charge's reference, so nothing but the code is believed: read it.
      translate: ({ message, notification_type }) => {
        if (notification_type === 'pix_qrcode') {
          return { transactionId: message.reference_code, reference: message.external_reference }
        }
        const { reference_code, idempotent_id, value_cents } = message
        return { withdrawId: reference_code, reference: idempotent_id, amount: value_cents }
      },
    },
  }
}

/** In the provider's own words: a missing call does not speak them. */
function isNoSuchPayment(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'NotFound' && error.message === NO_SUCH_PAYMENT
}

function toTransaction(qrcode: Static<typeof QrCode>) {
  return { ...common(qrcode), rawStatus: qrcode.status, amount: qrcode.value_cents }
}

function common(qrcode: Pick<Static<typeof QrCode>, 'reference_code' | 'external_reference' | 'content'>) {
  return {
    transactionId: qrcode.reference_code,
    reference: qrcode.external_reference,
    pixCode: qrcode.content,
  }
}

function toWithdrawal({ payment }: Static<typeof Payment>) {
  return {
    withdrawId: payment.reference_code,
    rawStatus: payment.status,
    amount: payment.value_cents,
    reference: payment.idempotent_id,
    approvedAt: payment.payment_date,
  }
}

/** `2026-01-15T12:00:00`, in Brasília. */
function localTime(instant: string): string {
  return withBrazilianOffset(instant).slice(0, 19)
}

/** What the signature of each kind covers. */
const SIGNED = {
  pix_qrcode: { word: 'qrcode', fields: ['reference_code', 'end_to_end', 'value_cents'] },
  pix_payment: { word: 'payment', fields: ['reference_code', 'idempotent_id', 'value_cents'] },
} as const

/** Until it is paid a code has no end-to-end id: its place in the signed text stays empty. */
function isSigned({ body }: IncomingWebhook, secret: string): boolean {
  const json = parseJson(body)
  const { word, fields } =
    readPath(json, 'notification_type') === 'pix_payment' ? SIGNED.pix_payment : SIGNED.pix_qrcode
  const values = fields.map((field) => readText(readPath(json, `message.${field}`)) ?? '')
  const expected = md5Hex([word, ...values, secret].join('.'))
  return equal(readText(readPath(json, 'md5')) ?? '', expected)
}
