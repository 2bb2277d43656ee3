/**
 * MERCADO PAGO (https://www.mercadopago.com.br/developers).
 *
 * - Repeating a creation with the same X-Idempotency-Key returns the first payment.
 * - A webhook names a payment and never its status; its signature covers the address it was posted to, not its body.
 * - Times carry Brazil's offset: it refuses a Z.
 * - A payment that was charged back stays so in its status, and says in its detail who kept the money. Until when evidence
 *   is taken is a chargeback's own, which is searched for by its payment. Of a payment that was rejected, the detail says why.
 * - A card becomes a token with the account's public key, and its brand is looked up by its first digits; an account
 *   without a public key charges by Pix and boleto all the same.
 */
import { type Static, Type } from 'typebox'
import { ProviderError } from '../../domain/provider-error.ts'
import { WHOLE_ADDRESS } from '../../domain/requirements.ts'
import type { TransactionRequest } from '../../domain/transaction.ts'
import type { IncomingWebhook } from '../contract.ts'
import { inReais } from '../kit/amounts.ts'
import { expectSame } from '../kit/answers.ts'
import { bearer } from '../kit/auth.ts'
import { optionalKey, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { softDescriptor, statementDescriptor } from '../kit/descriptor.ts'
import { DAY, withBrazilianOffset } from '../kit/expiry.ts'
import { UNSTATED } from '../kit/idempotency.ts'
import { readText } from '../kit/json.ts'
import { fingerPrint, splitName } from '../kit/people.ts'
import { equal, hmacSha256Hex, signatureParts } from '../kit/proof.ts'
import { refundState } from '../kit/refunds.ts'
import { Anything, Id, Maybe, Text } from '../kit/schemas.ts'
import { path, type Wire } from '../kit/wire.ts'
import { brandOf, cardToken, identification } from './mercadopago/cards.ts'

const Payment = Type.Object({
  id: Id,
  status: Text,
  status_detail: Anything,
  transaction_amount: Maybe(Type.Number()),
  transaction_amount_refunded: Maybe(Type.Number()),
  external_reference: Maybe(Type.String()),
  date_of_expiration: Anything,
  transaction_details: Maybe(Type.Object({ external_resource_url: Anything, digitable_line: Maybe(Type.String()) })),
  barcode: Maybe(Type.Object({ content: Maybe(Type.String()) })),
  point_of_interaction: Maybe(
    Type.Object({
      transaction_data: Maybe(Type.Object({ qr_code: Maybe(Type.String()), qr_code_base64: Anything })),
    }),
  ),
})
const Refund = Type.Object({ id: Id, payment_id: Anything, amount: Anything, status: Maybe(Type.String()) })
const REFUND_WORDS = { done: ['approved'], refused: ['rejected', 'cancelled'], waiting: ['in_process'] }
/** Without it a refund that is under way is answered as if it were refused. */
const IN_PROCESS_REFUNDS = { 'x-render-in-process-refunds': 'true' }
const Chargebacks = Type.Object({ results: Type.Array(Type.Object({ date_documentation_deadline: Anything })) })
const Search = Type.Object({ results: Type.Array(Type.Object({ id: Id, external_reference: Anything })) })

export const mercadopago = defineProvider({
  code: 'MERCADOPAGO',
  name: 'Mercado Pago',
  evidence: 'documentation',
  host: 'https://api.mercadopago.com',

  credentials: [secret('accessToken', 'secretKey'), optionalKey('publicKey', 'publicKey'), webhookSecret],
  auth: bearer('{accessToken}'),

  idempotency: { type: 'header', name: 'x-idempotency-key', keptFor: UNSTATED },
  refundIdempotency: { type: 'header', name: 'x-idempotency-key', keptFor: UNSTATED },
  lookup: { call: 'GET /v1/payments/search?external_reference=', staleFor: 'unknown', reaches: DAY },

  amounts: inReais,
  cards: 'sealed',
  requires: { BILLET: WHOLE_ADDRESS },
  // https://www.mercadopago.com.br/ajuda/devolver-pagamento_279
  refundWindowDays: { CREDIT_CARD: 180 },
  expirySeconds: { PIX: DAY, BILLET: 3 * DAY },

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
      // Its detail says that the seller has the money again.
      'charged_back/reimbursed': 'APPROVED',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'cause.0.description', 'error'] },

  createTransaction: {
    PIX: until('pix'),
    BILLET: until('bolbradesco'),
    *CREDIT_CARD(request, { wire, card, derived, credentials: { publicKey } }) {
      if (!publicKey) throw new ProviderError('InvalidRequest', 'publicKey is required')
      const data = card()
      const paying = {
        token: yield* cardToken(data, { publicKey, idempotencyKey: `${request.reference}-card` }, wire),
        payment_method_id: yield* brandOf(data, publicKey, wire),
        installments: request.installments,
        statement_descriptor: statementDescriptor(request.items[0]?.title ?? '') || softDescriptor(derived),
      }
      const device = fingerPrint(request, 'MERCADOPAGO')
      return yield* pay({ ...common(request), ...paying }, wire, device ? { 'x-meli-session-id': device } : {})
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const payment = yield* wire.get(path`/v1/payments/${transactionId}`, Payment)
    if (!isDisputed(payment)) return toTransaction(payment)
    return { ...toTransaction(payment), dispute: { dueAt: yield* deadlineOf(transactionId, wire) } }
  },

  *findTransaction({ reference }, { wire }) {
    const { results } = yield* wire.get('/v1/payments/search', Search, { external_reference: reference })
    const found = results.find((payment) => payment.external_reference === reference)
    return found ? toTransaction(yield* wire.get(path`/v1/payments/${String(found.id)}`, Payment)) : null
  },

  // Only what is pending or in process: anything else is refused.
  *cancelTransaction({ transactionId }, { wire }) {
    const body = { status: 'cancelled' }
    return toTransaction(yield* wire.put(path`/v1/payments/${transactionId}`, body, Payment, { risk: 'repeatable' }))
  },

  *refund({ transactionId, amount }, { wire, amounts }) {
    const body = { amount: amounts.write(amount) }
    const options = { risk: 'money', headers: IN_PROCESS_REFUNDS } as const
    return toRefund(transactionId, yield* wire.post(path`/v1/payments/${transactionId}/refunds`, body, Refund, options))
  },

  *readRefund({ transactionId, refundId }, { wire }) {
    if (refundId === undefined) return null
    const call = path`/v1/payments/${transactionId}/refunds/${refundId}`
    const refund = toRefund(transactionId, yield* wire.get(call, Refund, undefined, { headers: IN_PROCESS_REFUNDS }))
    expectSame('refund', String(refund.refundId), refundId)
    return refund
  },

  webhook: {
    verification: 'signature',
    verify: isSigned,
    bindsFields: false,
    body: Type.Object({ type: Type.Literal('payment'), data: Type.Object({ id: Anything }) }),
    translate: ({ data }, { query }) => ({ transactionId: query['data.id'] ?? data.id }),
  },
})

/** @throws ProviderError Mismatch when it is another payment's. */
function toRefund(paymentId: string, { id, payment_id, amount, status }: Static<typeof Refund>) {
  if (payment_id != null) expectSame('payment', String(payment_id), paymentId)
  return { refundId: id, amount: typeof amount === 'number' ? amount : undefined, ...refundState(status, REFUND_WORDS) }
}

/** What is paid with a code can be paid until a time. */
function until(payment_method_id: string) {
  return function* create(request: TransactionRequest, { wire, expiry }: { wire: Wire; expiry: { at: string } }) {
    const date_of_expiration = withBrazilianOffset(expiry.at)
    return yield* pay({ ...common(request), payment_method_id, date_of_expiration }, wire)
  }
}

function* pay(body: object, wire: Wire, headers: Readonly<Record<string, string>> = {}) {
  return toTransaction(yield* wire.post('/v1/payments', body, Payment, { risk: 'money', headers }))
}

/** What a payment says whichever way it is made. */
function common(request: TransactionRequest) {
  const { customer, address } = request
  const { first, last } = splitName(customer.name)
  return {
    transaction_amount: inReais.write(request.amount),
    description: request.description ?? request.items[0]?.title,
    external_reference: request.reference,
    notification_url: request.webhookUrl,
    payer: {
      email: customer.email,
      first_name: first,
      last_name: last,
      identification: identification(customer.document),
      address: address && {
        zip_code: address.zipCode,
        street_name: address.address,
        street_number: address.number,
        neighborhood: address.district,
        city: address.city,
        federal_unit: address.state,
      },
    },
  }
}

function toTransaction(payment: Static<typeof Payment>) {
  const code = payment.point_of_interaction?.transaction_data
  const isWon = isChargedBack(payment) && payment.status_detail === 'reimbursed'
  const isLost = isChargedBack(payment) && payment.status_detail === 'settled'
  return {
    transactionId: payment.id,
    rawStatus: isWon ? 'charged_back/reimbursed' : payment.status,
    amount: payment.transaction_amount,
    returned: isWon ? undefined : payment.transaction_amount_refunded,
    dispute: isLost ? { isLost } : undefined,
    reference: payment.external_reference,
    pixCode: code?.qr_code,
    pixImage: code?.qr_code_base64,
    expiresAt: payment.date_of_expiration,
    billetCode: payment.transaction_details?.digitable_line ?? payment.barcode?.content,
    billetUrl: payment.transaction_details?.external_resource_url,
    refusal: readText(payment.status_detail),
  }
}

const isChargedBack = ({ status }: Static<typeof Payment>) => status === 'charged_back'

/** The dispute is not decided yet. */
const isDisputed = (payment: Static<typeof Payment>) =>
  isChargedBack(payment) && payment.status_detail !== 'reimbursed' && payment.status_detail !== 'settled'

/** Until when evidence is taken; what is known of the money does not wait for it. */
function* deadlineOf(payment_id: string, wire: Wire) {
  try {
    const { results } = yield* wire.get('/v1/chargebacks/search', Chargebacks, { payment_id })
    return results[0]?.date_documentation_deadline
  } catch (error) {
    if (error instanceof ProviderError) return undefined
    throw error
  }
}

/**
 * `x-signature: ts=<time>,v1=<hex>`, over the id in the address, the request id (where there is one) and the time. Without
 * an id in the address nothing says which payment was meant.
 */
function isSigned({ headers, query }: IncomingWebhook, secret: string): boolean {
  const signature = signatureParts(headers['x-signature'])
  const id = query['data.id']
  const requestId = headers['x-request-id']
  const time = signature.get('ts')
  if (!id || !time) return false
  const manifest = `id:${id.toLowerCase()};${requestId ? `request-id:${requestId};` : ''}ts:${time};`
  return equal(signature.get('v1') ?? '', hmacSha256Hex(secret, manifest))
}
