/**
 * MERCADO PAGO (https://www.mercadopago.com.br/developers).
 *
 * - Repeating a creation with the same X-Idempotency-Key returns the first payment.
 * - A webhook names a payment and never its status; its signature covers the address it was posted to, not its body.
 * - Times carry Brazil's offset: it refuses a Z.
 */
import { type Static, Type } from 'typebox'
import type { IncomingWebhook } from '../contract.ts'
import { inReais } from '../kit/amounts.ts'
import { bearer } from '../kit/auth.ts'
import { secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { DAY, withBrazilianOffset } from '../kit/expiry.ts'
import { documentType, splitName } from '../kit/people.ts'
import { equal, hmacSha256Hex } from '../kit/proof.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Payment = Type.Object({
  id: Id,
  status: Text,
  transaction_amount: Type.Number(),
  external_reference: Maybe(Type.String()),
  date_of_expiration: Anything,
  point_of_interaction: Maybe(
    Type.Object({
      transaction_data: Maybe(Type.Object({ qr_code: Maybe(Type.String()), qr_code_base64: Anything })),
    }),
  ),
})
const Search = Type.Object({ results: Type.Array(Type.Object({ id: Id, external_reference: Anything })) })

export const mercadopago = defineProvider({
  code: 'MERCADOPAGO',
  name: 'Mercado Pago',
  evidence: 'documentation',
  host: 'https://api.mercadopago.com',

  credentials: [secret('accessToken', 'secretKey'), webhookSecret],
  auth: bearer('{accessToken}'),

  idempotency: { type: 'header', name: 'x-idempotency-key' },
  lookup: 'GET /v1/payments/search?external_reference=',

  amounts: inReais,
  expirySeconds: { PIX: DAY },

  statuses: {
    known: {
      pending: 'PENDING',
      in_process: 'PENDING',
      authorized: 'APPROVED',
      approved: 'APPROVED',
      rejected: 'REJECTED',
      cancelled: 'REJECTED',
      refunded: 'REFUNDED',
      in_mediation: 'CHARGEBACK',
      charged_back: 'CHARGEBACK',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'cause.0.description', 'error'] },

  createTransaction: {
    *PIX(request, { wire, amounts, expiry }) {
      const { customer, address } = request
      const { first, last } = splitName(customer.name)
      const payment = yield* wire.post(
        '/v1/payments',
        {
          transaction_amount: amounts.write(request.amount),
          payment_method_id: 'pix',
          description: request.description ?? request.items[0]?.title,
          external_reference: request.reference,
          notification_url: request.webhookUrl,
          date_of_expiration: withBrazilianOffset(expiry.at),
          payer: {
            email: customer.email,
            first_name: first,
            last_name: last,
            identification: { type: documentType(customer.document).toUpperCase(), number: customer.document },
            address: address && {
              zip_code: address.zipCode,
              street_name: address.address,
              street_number: address.number,
              neighborhood: address.district,
              city: address.city,
              federal_unit: address.state,
            },
          },
        },
        Payment,
        { risk: 'money' },
      )
      return answer(payment)
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return answer(yield* wire.get(path`/v1/payments/${transactionId}`, Payment))
  },

  *findTransaction({ reference }, { wire }) {
    const { results } = yield* wire.get('/v1/payments/search', Search, { external_reference: reference })
    const found = results.find((payment) => payment.external_reference === reference)
    return found ? answer(yield* wire.get(path`/v1/payments/${String(found.id)}`, Payment)) : null
  },

  webhook: {
    verification: 'signature',
    verify: isSigned,
    body: Type.Object({ type: Type.Literal('payment'), data: Type.Object({ id: Anything }) }),
    translate: ({ data }, { query }) => ({ transactionId: query['data.id'] ?? data.id }),
  },
})

function answer(payment: Static<typeof Payment>) {
  const code = payment.point_of_interaction?.transaction_data
  return {
    transactionId: payment.id,
    rawStatus: payment.status,
    amount: payment.transaction_amount,
    reference: payment.external_reference,
    pixCode: code?.qr_code,
    pixImage: code?.qr_code_base64,
    expiresAt: payment.date_of_expiration,
  }
}

/**
 * `x-signature: ts=<time>,v1=<hex>`, over the id in the address, the request id (where there is one) and the time. Without
 * an id in the address nothing says which payment was meant.
 */
function isSigned({ headers, query }: IncomingWebhook, secret: string): boolean {
  const signature = new URLSearchParams((headers['x-signature'] ?? '').replace(/\s*,\s*/g, '&'))
  const id = query['data.id']
  const requestId = headers['x-request-id']
  const time = signature.get('ts')
  if (!id || !time) return false
  const manifest = `id:${id.toLowerCase()};${requestId ? `request-id:${requestId};` : ''}ts:${time};`
  return equal(signature.get('v1') ?? '', hmacSha256Hex(secret, manifest))
}
