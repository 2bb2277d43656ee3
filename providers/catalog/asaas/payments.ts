/** ASAAS's charges, whichever way they are paid: the customer is created, then the payment, then what it is paid with is read. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { KeptCard } from '../../../domain/card.ts'
import { cents } from '../../../domain/money.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { TransactionRequest } from '../../../domain/transaction.ts'
import type { Steps } from '../../contract.ts'
import { inReais, readAmount } from '../../kit/amounts.ts'
import { expectSame } from '../../kit/answers.ts'
import { fourDigitYear } from '../../kit/cards.ts'
import { endOfBrazilianDay } from '../../kit/expiry.ts'
import { refundState } from '../../kit/refunds.ts'
import { Anything, Maybe, Text } from '../../kit/schemas.ts'
import type { RefundAnswer, TransactionAnswer } from '../../kit/spec.ts'
import { path, type Wire } from '../../kit/wire.ts'

const Customer = Type.Object({ id: Text })
const PixQrCode = Type.Object({ payload: Text, encodedImage: Anything })
const Refunds = Maybe(Type.Array(Type.Object({ status: Anything, value: Type.Number(), description: Anything })))
export const Payment = Type.Object({
  id: Text,
  status: Text,
  value: Maybe(Type.Number()),
  externalReference: Maybe(Type.String()),
  deleted: Maybe(Type.Boolean()),
  bankSlipUrl: Anything,
  installment: Maybe(Type.String()),
  installmentNumber: Maybe(Type.Integer()),
  chargeback: Maybe(Type.Object({ status: Anything, deadlineToSendDisputeDocuments: Anything })),
  refunds: Refunds,
})
/** What an answer to a refund says of its payment. */
export const Refunding = Type.Intersect([
  Type.Object({
    status: Maybe(Type.String()),
    installment: Maybe(Type.String()),
    refunds: Maybe(Type.Array(Type.Object({ status: Anything, description: Anything }))),
  }),
  Type.Union([Type.Object({ id: Text }), Type.Object({ status: Text })]),
])
const Payments = Type.Object({ data: Type.Array(Payment) })
type Plan = Static<typeof Payments>['data']
const BoletoLine = Type.Object({ identificationField: Text })
const CardToken = Type.Object({ creditCardToken: Text })

/** Makes the buyer known, and says what every charge says. */
export function* common(request: TransactionRequest, wire: Wire) {
  const { customer: buyer, address, description, reference, splits, installments } = request
  const { id } = yield* wire.post(
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
  // https://docs.asaas.com/docs/split-into-installments: a `fixedValue` is sent of each installment.
  const fixed = installments > 1 ? 'totalFixedValue' : 'fixedValue'
  const split = splits?.map(({ recipientId, type, amount }) => ({
    walletId: recipientId,
    ...(type === 'FIXED' ? { [fixed]: inReais.write(cents(amount)) } : { percentualValue: amount }),
  }))
  return { customer: id, description, externalReference: reference, split }
}

/** An answer about another payment is rejected before its code is requested. Our payment is found later by its reference. */
export function* pay<Body extends { externalReference: string }>(body: Body, method: PaymentMethod, wire: Wire) {
  const payment = yield* wire.post('/payments', body, Payment, { risk: 'money' })
  if (payment.externalReference) expectSame('reference', payment.externalReference, body.externalReference)
  return yield* withCode(payment, method, wire)
}

/**
 * Null when no payment has the reference.
 * @throws ProviderError MalformedResponse when only later installments of it are listed.
 */
export function* findOwn(reference: string, wire: Wire): Steps<Static<typeof Payment> | null> {
  const { data } = yield* wire.get('/payments', Payments, { externalReference: reference, limit: '100' })
  const own = data.filter(({ externalReference }) => externalReference === reference)
  const first = own.find(isFirst)
  if (!first && own.length > 0) throw new ProviderError('MalformedResponse', OUR_MESSAGES.lacksFirstInstallment)
  return first ?? null
}

const isFirst = ({ installmentNumber }: { installmentNumber?: unknown }): boolean => (installmentNumber ?? 1) === 1

/** The code of a Pix or a boleto takes a second request. */
export function* withCode(
  payment: Static<typeof Payment>,
  method: PaymentMethod,
  wire: Wire,
): Steps<TransactionAnswer<number>> {
  if (method === 'PIX') {
    const code = yield* wire.get(path`/payments/${payment.id}/pixQrCode`, PixQrCode)
    return { ...toTransaction(payment), pixCode: code.payload, pixImage: code.encodedImage }
  }
  if (method === 'BILLET') {
    const line = yield* wire.get(path`/payments/${payment.id}/identificationField`, BoletoLine)
    return { ...toTransaction(payment), billetCode: line.identificationField }
  }
  return toTransaction(payment)
}

/**
 * Every installment of the payment's plan.
 * @returns undefined where it has none, or the plan is not there: then the payment alone is read.
 * @throws ProviderError MalformedResponse when the plan's list lacks the payment.
 */
export function* planOf(payment: { id?: string; installment?: string | null }, wire: Wire): Steps<Plan | undefined> {
  const plan = payment.installment == null ? undefined : yield* listed(payment.installment, wire)
  if (plan && !plan.some(({ id }) => id === payment.id)) {
    throw new ProviderError('MalformedResponse', OUR_MESSAGES.lacksOwnInstallment)
  }
  return plan
}

function* listed(plan: string, wire: Wire): Steps<Plan | undefined> {
  try {
    return (yield* wire.get(path`/installments/${plan}/payments`, Payments, { limit: '100' })).data
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'NotFound') return undefined
    throw error
  }
}

/** A deleted payment keeps the status it had. An installment's value is a part of the charge's. */
export function toTransaction(payment: Static<typeof Payment>, plan?: Plan) {
  const telling = plan ? tellingOf(payment, plan) : payment
  return {
    transactionId: payment.id,
    rawStatus: payment.deleted ? 'DELETED' : telling.status,
    amount: payment.installment ? undefined : payment.value,
    returned: plan ? returnedOf(plan) : payment.installment ? undefined : refundedOf(payment),
    reference: payment.externalReference,
    billetUrl: payment.bankSlipUrl,
    dispute: disputeIn(telling),
  }
}

const isDisputed = ({ status }: Static<typeof Payment>): boolean => status.includes('CHARGEBACK')
const isRefunded = ({ status }: { status?: string | null }): boolean => status === 'REFUNDED'

/** Whether nothing is left of any installment. */
export const isGivenBack = (plan: readonly { status?: string | null }[]): boolean => plan.every(isRefunded)

/** What an installment may be called while its plan is an ordinary one. */
const ORDINARY: readonly string[] = [
  'PENDING',
  'AWAITING_RISK_ANALYSIS',
  'OVERDUE',
  'CONFIRMED',
  'RECEIVED',
  'RECEIVED_IN_CASH',
  'DUNNING_REQUESTED',
  'DUNNING_RECEIVED',
  'REFUND_REQUESTED',
  'REFUND_IN_PROGRESS',
  'REFUNDED',
]

/** The installment whose word is the charge's: one that is disputed, or called what no table maps, or one that was not given back. */
function tellingOf(own: Static<typeof Payment>, plan: Plan): Static<typeof Payment> {
  const unusual = plan.find(isDisputed) ?? plan.find(({ status }) => !ORDINARY.includes(status))
  if (unusual || !isRefunded(own)) return unusual ?? own
  return plan.find((one) => !isRefunded(one)) ?? own
}

/** Of a plan that was given back whole the word says so: its parts need not add up to the charge. */
function returnedOf(plan: Plan): number | undefined {
  if (isGivenBack(plan)) return undefined
  const parts = plan.map((one) => inReais.read((isRefunded(one) ? one.value : refundedOf(one)) ?? 0))
  return inReais.write(cents(parts.reduce<number>((sum, part) => sum + part, 0)))
}

/** Documents are taken until the end of a day in Brasília. */
function disputeIn({ chargeback }: Static<typeof Payment>) {
  if (!chargeback) return undefined
  const { status, deadlineToSendDisputeDocuments: day } = chargeback
  return { dueAt: day == null ? undefined : endOfBrazilianDay(String(day)), isLost: status === 'DISPUTE_LOST' }
}

/** Null means that nothing was refunded. */
function refundedOf({ refunds }: Pick<Static<typeof Payment>, 'refunds'>): number | undefined {
  if (refunds === undefined) return undefined
  const done = (refunds ?? []).filter(({ status }) => status === 'DONE')
  return inReais.write(cents(done.reduce((sum, { value }) => sum + inReais.read(value), 0)))
}

const REFUND_WORDS = { done: ['DONE'], refused: ['CANCELLED'], waiting: ['PENDING'] }

/** The payment's own word may be about another refund, except that REFUNDED leaves nothing that could still go back. */
export function refundIn(
  { status, refunds }: Static<typeof Refunding>,
  reference: string,
): RefundAnswer<number> | undefined {
  const ours = refunds?.find(({ description }) => description === reference)
  if (ours) return refundState(ours.status, REFUND_WORDS)
  return status === 'REFUNDED' ? { state: 'done' } : undefined
}

/** The card itself goes to the provider's vault first; what it gives for it is bound to the buyer. */
export function* cardToken(card: KeptCard, customer: string, request: TransactionRequest, wire: Wire): Steps<string> {
  const { customer: buyer, address, customerIp } = request
  const { creditCardToken } = yield* wire.post(
    '/creditCard/tokenizeCreditCard',
    {
      customer,
      creditCard: {
        holderName: card.holderName,
        number: card.cardNumber,
        expiryMonth: card.expMonth,
        expiryYear: fourDigitYear(card.expYear),
        ccv: card.cvv,
      },
      creditCardHolderInfo: {
        name: card.holderName,
        email: buyer.email,
        cpfCnpj: card.holderDocument,
        postalCode: address?.zipCode,
        addressNumber: address?.number,
        phone: buyer.phone,
      },
      remoteIp: customerIp,
    },
    CardToken,
    { risk: 'repeatable' },
  )
  return creditCardToken
}

/** The same day a year later; of 29 February, the 28th. */
export function yearAfter(date: string): string {
  const [year, month, day] = date.split('-')
  return `${Number(year) + 1}-${month}-${month === '02' && day === '29' ? '28' : day}`
}

export const PaymentEvent = Type.Object({
  event: Type.String({ pattern: '^PAYMENT_' }),
  payment: Type.Object({
    id: Anything,
    status: Anything,
    deleted: Anything,
    installment: Anything,
    installmentNumber: Anything,
    externalReference: Anything,
    value: Anything,
    refunds: Anything,
  }),
})

/** Events after which the charge is another one although they are about one of its installments. */
const OF_THE_PLAN = /REFUND|CHARGEBACK/

/**
 * Each installment is a payment with notices of its own. The first one is our transaction, which is read then, with all of its plan: an
 * installment's amounts are a part of the charge's. The others are no payments of the charge, but what goes back of them is its money.
 */
export function paymentNews({ event, payment }: Static<typeof PaymentEvent>) {
  // A notice without the list tells of no refund.
  const { id: transactionId, externalReference: reference, refunds = null } = payment
  const own = { transactionId, reference }
  if (payment.installment != null) {
    if (isFirst(payment)) return own
    return OF_THE_PLAN.test(event) ? { ...own, isPart: true as const } : undefined
  }
  // How much has gone back cannot be told from it: the charge is read.
  if (!areReadable(refunds)) return own
  const rawStatus = payment.deleted === true ? 'DELETED' : payment.status
  return { ...own, rawStatus, amount: payment.value, returned: refundedOf({ refunds }) }
}

function areReadable(refunds: unknown): refunds is Static<typeof Refunds> {
  return Value.Check(Refunds, refunds) && (refunds ?? []).every(({ value }) => readAmount(inReais, value) !== undefined)
}
