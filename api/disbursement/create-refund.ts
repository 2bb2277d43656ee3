/** `POST /v1/charges/:id/refunds`. */
import type { FastifyInstance } from 'fastify'
import type { PaymentRow } from '../../db/queries/charge/payments.ts'
import { type ChargeRow, findCharge } from '../../db/queries/charge/read.ts'
import { findRefundable, type RefundWish, reserveRefund } from '../../db/queries/disbursement/create.ts'
import { findDisbursement } from '../../db/queries/disbursement/read.ts'
import { canRefund } from '../../domain/charge.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { cents, formatMoney } from '../../domain/money.ts'
import type { TakenBy } from '../../domain/nothing.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { wholeOnlyRule } from '../../domain/refund-parts.ts'
import { isRefundWindowOver } from '../../domain/refund-window.ts'
import { findProvider } from '../../providers/index.ts'
import { TITLES } from '../../workflows/texts.ts'
import { requesterOf } from '../access/actor.ts'
import { type Answer, beginWith, type Work } from '../idempotency.ts'
import { assertSize } from '../movement-size.ts'
import { type ApiProblem, broken, notFound, problem, unavailable } from '../problem.ts'
import type { NewRefund } from '../schemas/refund.ts'
import { type DisbursementCall, disburseOnce, startDisbursement } from './create.ts'

/** @throws ApiProblem 404, 409, 422 and 503 when nothing was made. */
export async function createRefund(app: FastifyInstance, call: RefundCall, work: Work): Promise<Answer> {
  return disburseOnce(app, 'refund', call, work, (own) => makeRefund(app, call, own))
}

type RefundCall = DisbursementCall & { chargeId: string; body: NewRefund }

async function makeRefund(app: FastifyInstance, call: RefundCall, work: Work): Promise<Answer> {
  const { actor, chargeId, body } = call
  const { platformId } = actor
  assertSize(body)
  const db = app.database.writer
  const [charge, payment] = await Promise.all([
    findCharge(db, platformId, chargeId),
    findRefundable(db, chargeId, body.paymentId),
  ])
  if (!charge) throw notFound()
  // Of one that has gone back, the reservation says so.
  const objection =
    payment &&
    hasLeft(payment) &&
    (partnessOf(charge, payment, body.amount) ??
      objectionTo(charge, payment, body.amount) ??
      latenessOf(charge, payment))
  // What was made before its answer was lost is told again, whatever the charge would allow now.
  if (objection && !(await findDisbursement(db, platformId, 'refund', work.resourceId))) throw objection
  if (app.health.temporal.isDown()) throw unavailable('Temporal')

  const wish = {
    id: work.resourceId,
    platformId,
    chargeId,
    ...requesterOf(actor),
    ...(body satisfies TakenBy<RefundWish, NewRefund>),
  }
  return app.movementTurn(actor, async () => {
    const reservation = await beginWith(work, () => reserveRefund(db, wish))
    if (reservation.outcome !== 'reserved') {
      work.undo()
      throw refusal(reservation)
    }
    const { disbursement } = reservation
    const { id, amount, providerAccountId: accountId, provider } = disbursement
    if (accountId === null || provider === null) throw new TypeError(`Refund ${id} has no provider account`)
    const summary = TITLES.refund(formatMoney(cents(amount), charge.currency), provider)
    return startDisbursement(app, call, { disbursement, candidates: [{ accountId, provider }], summary }, work)
  })
}

function refusal(reservation: Exclude<Awaited<ReturnType<typeof reserveRefund>>, { outcome: 'reserved' }>): ApiProblem {
  switch (reservation.outcome) {
    case 'noCharge':
      return notFound()
    case 'noPayment':
      return problem('rule_broken', {
        errors: [{ path: '/paymentId', rule: 'known', message: 'is no payment of this charge' }],
      })
    case 'notApproved':
      return problem('conflict', {
        detail: `The charge is ${reservation.status}: only an approved one can be refunded`,
      })
    case 'tooMuch': {
      const message = `is more than the ${reservation.left} cents that are left`
      return broken('/amount', 'refundable', message)
    }
  }
}

const hasLeft = ({ state, amount, refundedAmount }: PaymentRow) => canRefund(state) && refundedAmount < amount

/** Of a payment that its provider gives back only as a whole: 422. */
function partnessOf(
  charge: ChargeRow,
  { provider, amount, refundedAmount }: PaymentRow,
  wish = amount - refundedAmount,
): ApiProblem | undefined {
  const rule = wholeOnlyRule(findProvider(provider).capabilities, charge)
  if (!rule || wish === amount) return undefined
  const message = `is not all of the payment: ${provider} gives back ${GIVEN_BACK[rule]} or nothing`
  const detail = MESSAGES.methodNotImplemented
  return problem('method_not_supported', { detail, errors: [{ path: '/amount', rule, message }] })
}

const GIVEN_BACK = {
  refundWhole: 'the whole of it',
  refundInstallmentsWhole: 'all the installments of a card together',
} as const

/** What the banks no longer give back is said before anything is set aside: 422. */
function latenessOf({ paymentMethod }: ChargeRow, { provider, paidAt }: PaymentRow): ApiProblem | undefined {
  const { refundWindowDays } = findProvider(provider).capabilities
  if (!isRefundWindowOver(refundWindowDays, { paymentMethod, paidAt }, new Date().toISOString())) return undefined
  const message = `was paid more than ${refundWindowDays[paymentMethod]} days ago: it can no longer be given back`
  return problem('rule_broken', {
    detail: `The charge ${message}`,
    errors: [{ path: '', rule: 'refundWindow', message }],
  })
}

/**
 * The adapter begins its flow, and is left at its first request: what it does not support it has said by then, in the
 * specification's words.
 */
function objectionTo(
  { paymentMethod, createdAt: now }: ChargeRow,
  payment: PaymentRow,
  wish?: number,
): ProviderError | undefined {
  const { provider, transactionId, amount, refundedAmount } = payment
  const request = {
    transactionId,
    paymentMethod,
    amount: cents(wish ?? Math.max(amount - refundedAmount, 0)),
    chargeAmount: cents(amount),
    reference: '0'.repeat(32),
  }
  const context = { credentials: {}, now, entropy: '' }
  try {
    findProvider(provider).refund(request, context).next()
    return undefined
  } catch (error) {
    // Anything else is about missing credentials, which only the worker opens.
    return error instanceof ProviderError && error.kind === 'NotSupported' ? error : undefined
  }
}
