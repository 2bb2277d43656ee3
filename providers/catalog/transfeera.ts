/**
 * TRANSFEERA: a token from a separate host, reais, and a User-Agent that names the company.
 *
 * - A Pix charge goes by a txid, which is our reference; a boleto by the id of its charge.
 * - A boleto's PDF is downloaded and kept where the buyer finds it.
 * - Signed notices of arrived Pix are believed, and those of a Pix that goes back are read. The first call to a new address is
 *   unsigned and says nothing.
 * - A withdrawal is a batch of one transfer; a refund is of the Pix that has arrived, which is looked up first.
 * - A code stays paid when its Pix goes back: what has gone back is listed with the Pix.
 * - A txid can be paid more than once. Each further Pix is a transaction of its own, named by the txid and its end-to-end id.
 */
import { Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import { inReais } from '../kit/amounts.ts'
import { expectSame } from '../kit/answers.ts'
import { TokenAnswer } from '../kit/auth.ts'
import { key, secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { furtherPaymentId, isFurtherPayment } from '../kit/further-payments.ts'
import { UNSTATED } from '../kit/idempotency.ts'
import { signedAtTime } from '../kit/proof.ts'
import { Anything } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'
import { arrivedFor, besideFirst, readFurther, returnable } from './transfeera/arrivals.ts'
import { goneBack } from './transfeera/returns.ts'
import {
  Balance,
  boleto,
  boletoBody,
  Charge,
  GONE_BACK,
  listedRefund,
  openBatch,
  PAID,
  pix,
  QrCode,
  Refund,
  Refunds,
  Transfer,
  TransferEvent,
  toRefund,
  toWithdrawal,
  transferIn,
  transferNews,
} from './transfeera/wire.ts'

export const transfeera = defineProvider({
  code: 'TRANSFEERA',
  name: 'Transfeera',
  evidence: 'documentation',
  host: 'https://api.transfeera.com',
  hosts: { login: { url: 'https://login-api.transfeera.com' } },

  credentials: [
    key('clientId', 'publicKey'),
    key('pixKey', 'publicKey', 1),
    key('userAgent', 'publicKey', 2),
    secret('clientSecret', 'secretKey'),
    webhookSecret,
  ],
  auth: {
    type: 'token',
    earlySeconds: 60,
    headers: (token, { userAgent }) => ({ authorization: `Bearer ${token}`, 'user-agent': userAgent }),
    *fetch({ wire, credentials: { clientId, clientSecret, userAgent } }) {
      const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const { access_token, expires_in } = yield* wire.post('/authorization', body, TokenAnswer, {
        risk: 'repeatable',
        authenticated: false,
        host: 'login',
        headers: { 'user-agent': userAgent },
      })
      return { token: access_token, expiresInSeconds: expires_in }
    },
  },

  idempotency: { type: 'none' },
  withdrawIdempotency: { type: 'field', name: 'idempotency_key', keptFor: UNSTATED },
  lookup: null,

  amounts: inReais,
  refundMethods: ['PIX'],
  requires: { BILLET: ['address.zipCode'] },
  expirySeconds: { PIX: DAY, BILLET: DAY },
  statesReturned: true,
  statuses: {
    known: {
      ATIVA: 'PENDING',
      CONCLUIDA: 'APPROVED',
      EXPIRADA: 'REJECTED',
      CANCELADA: 'REJECTED',
      [GONE_BACK]: 'REFUNDED',
    },
    unknown: 'REJECTED',
  },
  withdrawStatuses: {
    known: {
      CRIADA: 'PENDING',
      RECEBIDO: 'PENDING',
      PROCESSANDO: 'PENDING',
      TRANSFERIDO: 'APPROVED',
      FINALIZADO: 'APPROVED',
      FALHA: 'REJECTED',
      DEVOLVIDO: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: { messages: ['message', 'error_description', 'error'] },

  createTransaction: {
    *PIX({ amount, customer, description, reference }, { wire, amounts, credentials, expiry }) {
      const qrCode = yield* wire.post(
        '/pix/qrcode/collection/immediate',
        {
          pix_key: credentials.pixKey,
          original_value: amounts.write(amount),
          payer: { name: customer.name, document: customer.document },
          integration_id: reference,
          txid: reference,
          expiration: expiry.seconds,
          value_change_mode: 'VALOR_FIXADO',
          payer_question: description,
          reject_unknown_payer: false,
        },
        QrCode,
        { risk: 'money' },
      )
      return pix(qrCode)
    },
    *BILLET(request, { wire, expiry }) {
      const charge = yield* wire.post('/charges', boletoBody(request, brazilianDate(expiry.at)), Charge, {
        risk: 'money',
      })
      if (charge.external_id) expectSame('reference', charge.external_id, request.reference)
      const pdf = { folder: 'billets', name: `${request.reference}.pdf`, contentType: 'application/pdf' }
      return { ...boleto(charge), billetUrl: yield* wire.publish(path`/charges/${String(charge.id)}/pdf`, pdf) }
    },
  },

  *readTransaction(asked, { wire }) {
    const { transactionId, paymentMethod } = asked
    if (paymentMethod === 'BILLET') return boleto(yield* wire.get(path`/charges/${transactionId}`, Charge))
    if (isFurtherPayment(transactionId)) return yield* readFurther(asked, wire)
    const qrCode = yield* wire.get(path`/pix/qrcode/${transactionId}`, QrCode)
    const { isPaidByOthers, first, further } = yield* besideFirst(asked, qrCode.status === PAID, wire)
    if (isPaidByOthers) return pix({ ...qrCode, status: 'ATIVA' })
    return { ...pix(qrCode), further, ...(yield* goneBack(first, wire)) }
  },

  *refund({ amount, reference, ...payment }, { wire, amounts }) {
    const arrived = yield* returnable(payment, wire)
    const body = { value: amounts.write(amount), integration_id: reference }
    return toRefund(yield* wire.post(path`/pix/cashin/${arrived}/refund`, body, Refund, { risk: 'money' }))
  },

  *readRefund({ reference, ...payment }, { wire }) {
    for (const { end2end_id } of yield* arrivedFor(payment, wire)) {
      const { entries } = yield* wire.get(path`/pix/cashin/${end2end_id}/refund`, Refunds)
      const ours = entries.find(({ integration_id }) => integration_id === reference)
      if (ours) return listedRefund(ours)
    }
    return null
  },

  withdraw: {
    *PIX(request, { wire }) {
      return toWithdrawal(yield* transferIn(yield* openBatch(request, wire), request, wire))
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(yield* wire.get(path`/transfer/${withdrawId}`, Transfer))
  },

  *readBalance(_question, { wire }) {
    const { value, waiting_value } = yield* wire.get('/statement/balance', Balance)
    return { available: value, pending: waiting_value }
  },

  webhook: {
    verification: 'signature',
    verify: signedAtTime({ header: 'transfeera-signature', field: 'v1' }),
    probe: { test: true },
    body: Type.Union([
      Type.Object({
        object: Type.Literal('CashIn'),
        data: Type.Object({ txid: Anything, end2end_id: Anything, integration_id: Anything, value: Anything }),
      }),
      Type.Object({
        object: Type.Literal('CashInRefund'),
        data: Type.Object({ txid: Anything, end2end_id: Anything }),
      }),
      Type.Object({
        object: Type.Literal('ChargeReceivable'),
        data: Type.Object({ charge_id: Anything, status: Anything }),
      }),
      TransferEvent,
    ]),
    translate: (event) => {
      if (event.object === 'Transfer') return transferNews(event)
      if (event.object === 'CashIn') {
        const { txid, end2end_id, integration_id, value } = event.data
        const furtherId = furtherPaymentId(txid, end2end_id)
        return { transactionId: txid, furtherId, reference: integration_id, status: 'APPROVED', amount: value }
      }
      if (event.object === 'CashInRefund') {
        const { txid, end2end_id } = event.data
        return { transactionId: txid, furtherId: furtherPaymentId(txid, end2end_id) }
      }
      // Every change of a receivable sends a webhook. If it is not paid, the transaction is read.
      const { charge_id, status } = event.data
      return { transactionId: charge_id, ...defined({ status: status === 'paid' ? ('APPROVED' as const) : undefined }) }
    },
  },
})
