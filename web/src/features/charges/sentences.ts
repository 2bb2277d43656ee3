/** One sentence for each kind of event, in the reader's language. */
import type { TFunction } from 'i18next'
import { bringsMoney, CHARGE_STATUSES, canRestore } from '../../../../domain/charge.ts'
import { endedByOperator, endedByTime } from '../../../../domain/ending.ts'
import { BUYER, ORDER_PAID } from '../../../../domain/requester.ts'
import type { Charge, ChargeEvent, ChargeEventType, PaymentMethod } from '../../api/contract.ts'
import { type Notes, notesOf } from '../history/notes.ts'
import { endingIn } from './timeline-model.ts'

type Translate = TFunction<['timeline', 'charges', 'common']>
interface Context {
  method: PaymentMethod
  money: (amount: number) => string
}
type Sentence = (t: Translate, event: ChargeEvent, provider: string, context: Context) => string

const SENTENCES = {
  requested: (t) => t('requested'),
  sent: (t, _event, provider) => t('sent', { provider }),
  // A card needs no later payment by the buyer: it is charged at once, or not at all.
  created: (t, { detail }, provider, { method }) =>
    t(isPaidAtOnce(detail?.status) || method === 'CREDIT_CARD' ? 'createdWith' : 'created', { provider }),
  refused: (t, _event, provider) => t('refused', { provider }),
  turnedAway: (t, _event, provider) => t('turnedAway', { provider }),
  heldBack: (t, _event, provider) => t('heldBack', { provider }),
  unknownOutcome: (t, _event, provider) => t('unknownOutcome', { provider }),
  lookedUp: (t, { detail }, provider) => t(detail?.found === true ? 'lookedUpFound' : 'lookedUp', { provider }),
  needsAttention: (t) => t('needsAttention'),
  statusChanged: (t, event) => {
    const ending = endingIn(event)
    if (endedByTime(ending)) return t('expiredUnpaid')
    if (endedByOperator(ending)) return t('canceledByOperator')
    if (event.from && event.to && canRestore(event.from, event.to)) return t('disputeWon')
    return t(`statusChanged.${event.to ?? 'PENDING'}`)
  },
  partiallyRefunded: (t, { detail }, _provider, { money }) =>
    typeof detail?.amount === 'number'
      ? t('partiallyRefundedOf', { amount: money(detail.amount) })
      : t('partiallyRefunded'),
  paymentChanged: (t, { detail }) => {
    const state = CHARGE_STATUSES.find((known) => known === detail?.status)
    return t('paymentChanged', { state: t(`statusChanged.${state ?? 'PENDING'}`) })
  },
  paymentVoided: (t, _event, provider) => t('paymentVoided', { provider }),
  eventIgnored: (t) => t('eventIgnored'),
  operatorRetried: (t) => t('operatorRetried'),
  operatorResolved: (t) => t('operatorResolved'),
  operatorCanceled: (t, { detail }) => t(CANCELED_BY[String(detail?.by)] ?? 'operatorCanceled'),
  decisionVoid: (t) => t('decisionVoid'),
  notified: (t) => t('notified'),
} as const satisfies Record<ChargeEventType, Sentence>

const CANCELED_BY: Record<string, 'buyerChangedMethod' | 'orderPaidOtherwise'> = {
  [BUYER]: 'buyerChangedMethod',
  [ORDER_PAID]: 'orderPaidOtherwise',
}

export function sentenceOf(
  t: Translate,
  event: ChargeEvent,
  { providerName, ...context }: Context & { providerName: (code: string) => string },
): string {
  const provider = event.provider ? providerName(event.provider) : t('theProvider')
  return (SENTENCES[event.type] as Sentence)(t, event, provider, context)
}

const REASONS = Object.keys({
  unmappedStatus: true,
  unknownOutcome: true,
  providerUnreachable: true,
  latePayment: true,
  orphanPayment: true,
  amountMismatch: true,
  workflowLost: true,
  doublePayment: true,
  refundAndChargeback: true,
  returnedInPart: true,
  disputeWon: true,
  contradicted: true,
  unconfirmedNotice: true,
  workflowStuck: true,
} satisfies Record<NonNullable<Charge['attention']>, true>) as NonNullable<Charge['attention']>[]

/** The small print under a sentence: why, who, and the provider's own words. */
export function chargeNotes(t: Translate, event: ChargeEvent): Notes {
  const reason = REASONS.find((known) => known === event.detail?.reason)
  return notesOf(t as TFunction<'timeline'>, event, reason ? [t(`reason.${reason}`)] : [])
}

const isPaidAtOnce = (word: unknown) => CHARGE_STATUSES.some((status) => status === word && bringsMoney(status))
