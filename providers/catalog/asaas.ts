/**
 * ASAAS (https://docs.asaas.com).
 *
 * - A charge belongs to a customer, who is made first, and its Pix code is a third request.
 * - Asaas would write to the buyer by itself: customers are made with notifications disabled.
 * - A charge falls due on a date, and its code stays payable for months after that, so that OVERDUE ends nothing: our expiry is
 *   what we tell the buyer, and a payment after it arrives as a late one. A card, charged at once, falls due in a year.
 * - Each installment is a payment with notices of its own. Ours is the first one, read together with the others; only all of them together
 *   can be refunded.
 * - A boleto goes back only after its buyer has named a bank account on a page of Asaas' (https://docs.asaas.com/reference/estornar-boleto).
 * - A refund has no id: ours is told from the others by its description, which is our reference.
 */
import { Type } from 'typebox'
import { inReais } from '../kit/amounts.ts'
import { headers } from '../kit/auth.ts'
import { secret, webhookSecret } from '../kit/credentials.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { assertWhole } from '../kit/disbursements.ts'
import { brazilianDate, DAY } from '../kit/expiry.ts'
import { inHeader } from '../kit/proof.ts'
import { Text } from '../kit/schemas.ts'
import { path } from '../kit/wire.ts'
import {
  cardToken,
  common,
  findOwn,
  isGivenBack,
  Payment,
  PaymentEvent,
  pay,
  paymentNews,
  planOf,
  Refunding,
  refundIn,
  toTransaction,
  withCode,
  yearAfter,
} from './asaas/payments.ts'
import { Account, AccountStatus, accountBody, ownKey } from './asaas/receivers.ts'
import {
  bankTarget,
  ownTransfer,
  pixTarget,
  Transfer,
  TransferEvent,
  Transfers,
  toWithdrawal,
  transfer,
  transferNews,
} from './asaas/transfers.ts'

const Balance = Type.Object({ balance: Type.Number() })
const Refunded = Type.Object({ id: Text })
const Removed = Type.Object({ id: Text, deleted: Type.Boolean() })

export const asaas = defineProvider({
  code: 'ASAAS',
  name: 'Asaas',
  evidence: 'documentation',
  host: 'https://api.asaas.com/v3',
  headers: { 'user-agent': 'Trilho' },

  credentials: [secret('accessToken', 'secretKey'), webhookSecret],
  auth: headers({ access_token: '{accessToken}' }),

  idempotency: { type: 'none' },
  lookup: { call: 'GET /payments?externalReference=', staleFor: 'unknown', reaches: 'unlimited' },
  withdrawLookup: { call: 'GET /transfers?externalReference=', staleFor: 'unknown', reaches: 'unlimited' },

  amounts: inReais,
  splits: ['FIXED', 'PERCENTAGE'],
  cards: 'sealed',
  cancelMethods: ['PIX', 'BILLET'],
  refundMethods: ['PIX', 'CREDIT_CARD'],
  refundsInstallmentsTogether: true,
  receiverRequires: ['income'],
  requires: { CREDIT_CARD: ['customer.phone', 'address.zipCode', 'address.number', 'customerIp'] },
  expirySeconds: { PIX: DAY, BILLET: 3 * DAY },

  statuses: {
    known: {
      PENDING: 'PENDING',
      AWAITING_RISK_ANALYSIS: 'PENDING',
      OVERDUE: 'PENDING',
      DUNNING_REQUESTED: 'PENDING',
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
      DELETED: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  withdrawStatuses: {
    known: {
      PENDING: 'PENDING',
      BANK_PROCESSING: 'PENDING',
      DONE: 'APPROVED',
      CANCELLED: 'REJECTED',
      FAILED: 'REJECTED',
    },
    unknown: 'REJECTED',
  },

  errors: {
    messages: ['errors.0.description'],
    codes: ['errors.0.code'],
    kinds: { invalid_creditCard: 'Declined' },
  },

  createTransaction: {
    *PIX(request, { wire, amounts, expiry }) {
      const body = { ...(yield* common(request, wire)), billingType: 'PIX', value: amounts.write(request.amount) }
      return yield* pay({ ...body, dueDate: brazilianDate(expiry.at) }, 'PIX', wire)
    },
    *BILLET(request, { wire, amounts, expiry }) {
      const body = { ...(yield* common(request, wire)), billingType: 'BOLETO', value: amounts.write(request.amount) }
      return yield* pay({ ...body, dueDate: brazilianDate(expiry.at) }, 'BILLET', wire)
    },
    *CREDIT_CARD(request, { wire, amounts, card, now }) {
      const { installments, customerIp } = request
      const body = yield* common(request, wire)
      const creditCardToken = yield* cardToken(card(), body.customer, request, wire)
      const total = amounts.write(request.amount)
      const value = installments > 1 ? { installmentCount: installments, totalValue: total } : { value: total }
      const paid = { creditCardToken, remoteIp: customerIp, dueDate: yearAfter(brazilianDate(now)) }
      const charge = { ...body, billingType: 'CREDIT_CARD', ...value, ...paid }
      return yield* pay(charge, 'CREDIT_CARD', wire)
    },
  },

  *readTransaction({ transactionId }, { wire }) {
    const payment = yield* wire.get(path`/payments/${transactionId}`, Payment)
    return toTransaction(payment, yield* planOf(payment, wire))
  },

  *findTransaction({ reference, paymentMethod }, { wire }) {
    const payment = yield* findOwn(reference, wire)
    return payment ? yield* withCode(payment, paymentMethod, wire) : null
  },

  // https://docs.asaas.com/reference/remover-cobranca: only pending or overdue charges can be removed. A removed charge cannot be paid.
  *cancelTransaction({ transactionId }, { wire }) {
    const call = path`/payments/${transactionId}`
    const { id, deleted } = yield* wire.delete(call, undefined, Removed, { risk: 'repeatable' })
    return { transactionId: id, rawStatus: deleted ? 'DELETED' : 'PENDING' }
  },

  *refund(request, { wire, amounts }) {
    const { transactionId, paymentMethod, amount, reference } = request
    const card = paymentMethod === 'CREDIT_CARD' && (yield* wire.get(path`/payments/${transactionId}`, Refunding))
    if (!card || card.installment == null) {
      const body = { value: amounts.write(amount), description: reference }
      const payment = yield* wire.post(path`/payments/${transactionId}/refund`, body, Refunding, { risk: 'money' })
      return refundIn(payment, reference) ?? { state: 'queued' }
    }
    assertWhole(request)
    yield* wire.post(path`/installments/${card.installment}/refund`, {}, Refunded, { risk: 'money' })
    return { state: 'queued' }
  },

  *readRefund({ transactionId, reference }, { wire }) {
    const payment = yield* wire.get(path`/payments/${transactionId}`, Refunding)
    const plan = yield* planOf({ ...payment, id: transactionId }, wire)
    if (plan) return isGivenBack(plan) ? { state: 'done' } : null
    return refundIn(payment, reference) ?? null
  },

  withdraw: {
    *PIX(request, { wire }) {
      return yield* transfer(request, pixTarget(request), wire)
    },
    *BANK_ACCOUNT(request, { wire }) {
      return yield* transfer(request, bankTarget(request), wire)
    },
  },

  *readWithdraw({ withdrawId }, { wire }) {
    return toWithdrawal(yield* wire.get(path`/transfers/${withdrawId}`, Transfer))
  },

  *findWithdraw({ withdrawReference }, { wire }) {
    const { data } = yield* wire.get('/transfers', Transfers, { externalReference: withdrawReference })
    return ownTransfer(data, withdrawReference)
  },

  *createReceiver(request, { wire, credentials }) {
    const body = accountBody(request, credentials.webhookSecret)
    const { walletId, apiKey } = yield* wire.post('/accounts', body, Account, { risk: 'money' })
    return { receiverId: walletId, receiverToken: apiKey }
  },

  *readReceiver({ receiverId, receiverToken }, { wire }) {
    const proof = { headers: ownKey(receiverToken), authenticated: false }
    const { general } = yield* wire.get('/myAccount/status', AccountStatus, undefined, proof)
    return { receiverId, rawStatus: general }
  },

  *readBalance(_question, { wire }) {
    const { balance } = yield* wire.get('/finance/balance', Balance)
    return { available: balance }
  },

  webhook: {
    verification: 'sharedSecret',
    repeated: inHeader('asaas-access-token'),
    body: Type.Union([PaymentEvent, TransferEvent]),
    translate: (said) => ('transfer' in said ? transferNews(said) : paymentNews(said)),
  },
})
