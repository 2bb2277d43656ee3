/**
 * ASAAS (https://docs.asaas.com).
 *
 * - A charge belongs to a customer, who is made first, and its Pix code is a third request.
 * - Asaas would write to the buyer by itself: customers are made with notifications disabled.
 * - A charge falls due on a date, and its code stays payable for months after that: our expiry is what we tell the buyer,
 *   and a payment after it arrives as a late one.
 */
import { type Static, Type } from 'typebox'
import { cents } from '../../domain/money.ts'
import { inReais } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { headerEquals } from '../kit/proof.ts'
import { Anything, Maybe, Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'

const Customer = Type.Object({ id: Text })
const PixQrCode = Type.Object({ payload: Text, encodedImage: Anything })
const Payment = Type.Object({
  id: Text,
  status: Text,
  value: Type.Number(),
  externalReference: Maybe(Type.String()),
  deleted: Maybe(Type.Boolean()),
})
const Payments = Type.Object({ data: Type.Array(Payment) })

export const asaas = defineProvider({
  code: 'ASAAS',
  name: 'Asaas',
  evidence: 'documentation',
  host: 'https://api.asaas.com/v3',
  headers: { 'user-agent': 'Trilho' },

  credentials: [secret('accessToken', 'secretKey'), webhookSecret],
  auth: headers({ access_token: '{accessToken}' }),

  idempotency: { type: 'none' },
  lookup: 'GET /payments?externalReference=',

  amounts: inReais,
  splits: ['FIXED', 'PERCENTAGE'],
  expirySeconds: { PIX: DAY },

  statuses: {
    known: {
      PENDING: 'PENDING',
      AWAITING_RISK_ANALYSIS: 'PENDING',
      CONFIRMED: 'APPROVED',
      RECEIVED: 'APPROVED',
      RECEIVED_IN_CASH: 'APPROVED',
      DUNNING_RECEIVED: 'APPROVED',
      REFUND_REQUESTED: 'APPROVED',
      REFUND_IN_PROGRESS: 'APPROVED',
      REFUNDED: 'REFUNDED',
      CHARGEBACK_REQUESTED: 'CHARGEBACK',
      CHARGEBACK_DISPUTE: 'CHARGEBACK',
      AWAITING_CHARGEBACK_REVERSAL: 'CHARGEBACK',
      OVERDUE: 'REJECTED',
      DUNNING_REQUESTED: 'REJECTED',
      DELETED: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['errors.0.description'] },

  createTransaction: {
    *PIX(request, { wire, amounts, expiry }) {
      const { customer: buyer, address, reference } = request
      const customer = yield* wire.post(
        '/customers',
        {
          name: buyer.name,
          cpfCnpj: buyer.document,
          email: buyer.email,
          mobilePhone: buyer.phone,
          postalCode: address?.zipCode,
          address: address?.address,
          addressNumber: address?.number,
          province: address?.district,
          notificationDisabled: true,
        },
        Customer,
        { risk: 'repeatable' },
      )
      const payment = yield* wire.post(
        '/payments',
        {
          customer: customer.id,
          billingType: 'PIX',
          value: amounts.write(request.amount),
          dueDate: brazilianDate(expiry.at),
          description: request.description,
          externalReference: reference,
          split: request.splits?.map(({ recipientId, type, amount }) => ({
            walletId: recipientId,
            ...(type === 'FIXED' ? { fixedValue: amounts.write(cents(amount)) } : { percentualValue: amount }),
          })),
        },
        Payment,
        { risk: 'money' },
      )
      const code = yield* wire.get(path`/payments/${payment.id}/pixQrCode`, PixQrCode)
      return { ...answer(payment), pixCode: code.payload, pixImage: code.encodedImage }
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    return answer(yield* wire.get(path`/payments/${transactionId}`, Payment))
  },

  *findTransaction({ reference }, { wire }) {
    const { data } = yield* wire.get('/payments', Payments, { externalReference: reference })
    const payment = data.find((candidate) => candidate.externalReference === reference)
    if (!payment) return null
    const code = yield* wire.get(path`/payments/${payment.id}/pixQrCode`, PixQrCode)
    return { ...answer(payment), pixCode: code.payload, pixImage: code.encodedImage }
  },

  webhook: {
    verification: 'sharedSecret',
    verify: headerEquals('asaas-access-token'),
    body: Type.Object({
      event: Type.String({ pattern: '^PAYMENT_' }),
      payment: Type.Object({ id: Anything, status: Anything, deleted: Anything, externalReference: Anything }),
    }),
    translate: ({ payment }) => ({
      transactionId: payment.id,
      reference: payment.externalReference,
      rawStatus: payment.deleted === true ? 'DELETED' : payment.status,
    }),
  },
})

/** A deleted payment keeps the status it had. */
function answer(payment: Static<typeof Payment>) {
  return {
    transactionId: payment.id,
    rawStatus: payment.deleted ? 'DELETED' : payment.status,
    amount: payment.value,
    reference: payment.externalReference,
  }
}
