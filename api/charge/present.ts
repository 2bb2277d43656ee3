/** Rows as the contract shows them; what is not named here does not leave. */
import type { Settings } from '../../config/env.ts'
import { reachesReaders } from '../../config/mail.ts'
import type { PaymentRow } from '../../db/queries/charge/payments.ts'
import type { ChargeAttemptRow, ChargeEventRow, ChargeRow, CheckoutRow } from '../../db/queries/charge/read.ts'
import type { Proved } from '../../db/queries/movement/proof.ts'
import { shownCause } from '../../domain/cause.ts'
import { bringsMoney, type ChargeEventType, isRefused, paidAmountOf } from '../../domain/charge.ts'
import { decisionIn } from '../../domain/decision.ts'
import { type Decline, declineOf } from '../../domain/decline.ts'
import { endedByRefusal } from '../../domain/ending.ts'
import { declines } from '../../domain/labels/declines-pt-BR.ts'
import { isLive } from '../../domain/mode.ts'
import { attemptIn } from '../../domain/proof.ts'
import { isStanding, isUnderReview } from '../../domain/selling.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import type { Charge, ChargeAttempt, ChargeEvent } from '../schemas/charge.ts'
import type { Checkout } from '../schemas/checkout.ts'
import type { Payment } from '../schemas/payment.ts'
import { iso, isoOrNull } from '../time.ts'
import { pixPictureOf } from './pix-picture.ts'

export function presentCharge(row: ChargeRow, publicUrl: string): Charge {
  return {
    id: row.id,
    livemode: isLive(row.platformId),
    status: row.status,
    statusUnmapped: row.statusUnmapped,
    ending: row.ending,
    refusal: endedByRefusal(row.ending) ? (row.refusal ?? 'other') : null,
    needsAttention: row.attention !== null,
    attention: row.attention,
    attentionReasons: row.attentionReasons,
    paymentMethod: row.paymentMethod,
    amount: row.amount - row.interest,
    finalValue: row.amount,
    currency: row.currency,
    paidAmount: paidAmountOf(row),
    refundedAmount: row.refundedAmount,
    provider: row.provider,
    providerAccountId: row.providerAccountId,
    transactionId: row.transactionId,
    orderId: row.orderId,
    offerId: row.offerId,
    paymentLinkId: row.paymentLinkId,
    pixCode: row.pixCode,
    pixQrCode: pixPictureOf(row),
    expiresAt: isoOrNull(row.expiresAt),
    billetCode: row.billetCode,
    billetUrl: row.billetUrl,
    installments: row.installments,
    card: row.card,
    customerId: row.customerId,
    customer: row.customer,
    address: row.extras.address ?? null,
    items: row.items,
    splits: row.splits ?? [],
    description: row.extras.description ?? null,
    metadata: row.metadata,
    failureMessage: row.failureMessage,
    checkoutToken: row.checkoutToken,
    payUrl: `${publicUrl}/pay/${row.checkoutToken}`,
    paidAt: isoOrNull(row.paidAt),
    payable: row.payable,
    createdByUser: row.createdByUser,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    workflow: { workflowId: chargeWorkflowId(row.id), runId: row.workflowRunId },
  }
}

export function presentEvent(row: Proved<ChargeEventRow>): ChargeEvent {
  const { id, key, at, type, from, to, cause, provider, detail, notice } = row
  const what = { type: type as ChargeEventType, from, to, cause: shownCause(cause), provider, detail }
  return { id, at: iso(at), ...what, notice, attempt: attemptIn(key), decisionId: decisionIn(key) }
}

export function presentAttempt(row: ChargeAttemptRow): ChargeAttempt {
  return {
    id: row.id,
    number: row.number,
    provider: row.provider,
    providerAccountId: row.providerAccountId,
    state: row.state,
    outcome: row.outcome,
    transactionId: row.transactionId,
    errorKind: row.errorKind,
    errorMessage: row.errorMessage,
    exchange: row.exchange,
    createdAt: iso(row.createdAt),
    answeredAt: isoOrNull(row.answeredAt),
  }
}

export function presentPayment(row: PaymentRow): Payment {
  const { id, transactionId, provider, providerAccountId, state, amount, refundedAmount, shown } = row
  const at = { paidAt: isoOrNull(row.paidAt), createdAt: iso(row.createdAt) }
  // Money that came all the same says more.
  const voided = row.voidedAt !== null && isRefused(state)
  return { id, transactionId, provider, providerAccountId, state, amount, refundedAmount, voided, shown, ...at }
}

/** The buyer's view: what to pay, to whom, how, and whether it has been paid. */
export function presentCheckout(
  { charge, seller, order, page, isDecline }: CheckoutRow,
  settings: Pick<Settings, 'mail' | 'sandboxUrl'>,
): Checkout {
  // What an order does not wait for is shown to no buyer.
  const payable = charge.checkoutOrderId === null || isStanding(charge, order) ? charge : NOTHING_TO_PAY
  const { pixCode, billetCode, billetUrl } = payable
  const declined = isDecline ? declinedBy(charge) : null
  return {
    token: charge.checkoutToken,
    livemode: isLive(charge.platformId),
    page,
    ...seller,
    description: charge.extras.description ?? null,
    items: charge.items.map(({ title, quantity, unitPrice }) => ({ title, quantity, unitPrice })),
    amount: charge.paidAmount ?? charge.amount,
    currency: charge.currency,
    installments: charge.installments,
    paymentMethod: charge.paymentMethod,
    status: charge.status,
    ending: charge.ending,
    underReview: isUnderReview(charge),
    pixCode,
    pixQrCode: pixPictureOf(payable),
    billetCode,
    billetUrl,
    mailed: reachesReaders(settings) && isLive(charge.platformId) && isBoletoOfPage(charge),
    expiresAt: isoOrNull(charge.expiresAt),
    card: charge.card,
    declined,
    message: declined && declines[declined],
    createdAt: iso(charge.createdAt),
    paidAt: isoOrNull(charge.paidAt),
    receipt: bringsMoney(charge.status) ? { number: charge.id } : null,
  }
}

/** Whether it was sent is not looked up: that would tell of the address, which may be a stranger's. */
const isBoletoOfPage = ({ checkoutOrderId, paymentMethod }: ChargeRow) =>
  checkoutOrderId !== null && paymentMethod === 'BILLET'

const NOTHING_TO_PAY = { payable: false, pixCode: null, pixQrCode: null, billetCode: null, billetUrl: null }

/** Of a card's bank its holder may know; other refusals are between us and a provider. */
function declinedBy({ paymentMethod, status, ending, refusal }: ChargeRow): Decline | null {
  const isBanks = paymentMethod === 'CREDIT_CARD' && isRefused(status) && endedByRefusal(ending)
  return isBanks && refusal ? declineOf(refusal) : null
}
