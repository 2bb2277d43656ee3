/** Decides what follows from news of a charge's payments. No I/O, so that it can be repeated after a concurrent change. */
import {
  ANSWERED_BY_NEWS,
  type AttentionReason,
  bringsMoney,
  type ChargeStatus,
  isLatePayment,
  isPaid,
  isRefunded,
  isRefused,
  isSettled,
} from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { YOUNG_DISPUTE_MS } from '../../../domain/dispute.ts'
import { maySettle } from '../../../domain/last-moment.ts'
import { type Heard, hear, isPayable, type PaymentPolicy, type Standing, standingOf } from '../../../domain/payment.ts'
import type { EventDraft } from './events.ts'
import { type ChargeSnapshot, type Conclusion, isSameTransaction, type KnownPayment, newPayment } from './payments.ts'
import type { Transition } from './transitions.ts'

/** The causes by which a provider reports a status. */
const PROVIDERS_VOICE: readonly string[] = ['webhook', 'poll', 'provider']

export interface Concluded {
  conclusion: Conclusion
  /** There is nothing to write. */
  isEmpty: boolean
  /** The transition is not allowed for the payment or the charge. */
  isIgnored: boolean
  /** No row of the history would contain an unmapped word of this news. */
  isUnsaid: boolean
  /** The charge had been given up before it was paid, as far as this news tells. */
  isLate: boolean
  /** It contradicts what is known of the payment. */
  isContradiction: boolean
}

/** @returns undefined for a transaction that belongs to another charge. */
export function conclude(chargeId: string, snapshot: ChargeSnapshot, stated: Transition): Concluded | undefined {
  if (snapshot.elsewhere !== null) return undefined
  const transition = isUnclear(snapshot, stated) ? { ...stated, unmapped: true } : stated
  const about = aboutOf(chargeId, snapshot, transition)
  const isKnown = snapshot.knownKeys.includes(transition.key)
  // A reading is always current, even if it repeats an earlier one: after a won dispute the payment reads as paid again.
  const isRepeated = isKnown && transition.cause !== 'poll'
  const { to, returned } = transition
  const { isWon, isJudged } = snapshot
  const heard =
    about && !isRepeated ? hear(about, { to, at: snapshot.now, ...defined({ returned }), isWon, isJudged }) : undefined
  const isVoided = transition.voided === true && about?.voidedAt === null
  const payment = about && {
    ...about,
    ...heard?.payment,
    ...defined({ voidedAt: isVoided ? snapshot.now : undefined }),
  }
  const before = snapshot.payments.find(({ id }) => id === payment?.id)
  const isNew = payment !== undefined && before === undefined
  const isRestated = payment !== undefined && before !== undefined && payment.amount !== before.amount
  const payments = isNew
    ? [...snapshot.payments, payment]
    : snapshot.payments.map((known) => (known.id === payment?.id ? payment : known))
  const own = payments.findIndex((known) => isSameTransaction(known, snapshot.own))
  const isGivenUp = isRefused(snapshot.status) || (transition.givesUp === true && !isRepeated)
  const standing = standingOf(payments, { own: own < 0 ? undefined : own, isGivenUp })
  // A settled charge never becomes PENDING again.
  const moves = isSettled(standing.status) && standing.status !== snapshot.status
  const key = isKnown ? `${transition.key}/${snapshot.revision}` : transition.key
  const wasPaid = about !== undefined && about.paidAt !== null
  const told = { snapshot, transition: { ...transition, key }, heard, was: before?.state, wasPaid }
  const news = { ...told, isVoided, payment, payments, standing, moves }
  const conclusion = asConclusion(news)
  const isUnchanged = !isNew && !isRestated && !heard?.changed && !isVoided && !moves && !conclusion.isClarified
  const isEmpty = isUnchanged && conclusion.events.length === 0
  const isIgnored = !isRepeated && !heard?.changed && !moves && (payment?.state ?? conclusion.status) !== to
  const isUnsaid = isIgnored || !isSettled(to) || (heard?.changed === true && !moves)
  const isContradiction = heard?.contradiction !== undefined
  return { conclusion, isEmpty, isIgnored, isUnsaid, isLate: isLate(news), isContradiction }
}

/** Its time is over, but its provider's last word is not understood: the charge may have been paid. */
const isUnclear = ({ statusUnmapped }: ChargeSnapshot, { givesUp, cause }: Transition): boolean =>
  statusUnmapped && givesUp === true && cause === 'timer'

interface News {
  snapshot: ChargeSnapshot
  transition: Transition
  heard: Heard | undefined
  /** The payment's state before. */
  was: ChargeStatus | undefined
  /** The payment's code was withdrawn just now. */
  isVoided: boolean
  payment: KnownPayment | undefined
  payments: readonly KnownPayment[]
  standing: Standing
  /** The charge's status changes. */
  moves: boolean
  /** The payment was already known to be paid. */
  wasPaid: boolean
}

/** The payment that the news is about; undefined if it is about the charge alone. A paid payment keeps its amount. */
function aboutOf(
  chargeId: string,
  snapshot: ChargeSnapshot,
  { givesUp, of = snapshot.own, amount: stated }: Transition,
): KnownPayment | undefined {
  if (givesUp || !of) return undefined
  const known = snapshot.payments.find((payment) => isSameTransaction(payment, of))
  const provider = of.provider ?? snapshot.provider ?? ''
  if (!known) return newPayment(chargeId, of, { amount: stated ?? snapshot.amount, provider })
  return isPaid(known.state) ? known : { ...known, amount: stated ?? known.amount }
}

const isOrphan = ({ payment, snapshot }: News): boolean =>
  payment !== undefined && !isSameTransaction(payment, snapshot.own)

function asConclusion(news: News): Conclusion {
  const { snapshot, transition, payment, payments, standing, moves } = news
  const { unmapped = false } = transition
  const reasons = reasonsOf(news)
  const givesBack = policyFor(news, reasons)
  const raised = givesBack || isAccepted(news, reasons) ? [] : reasons
  const payer = payments[standing.payer ?? -1]
  const move = { from: snapshot.status, to: standing.status, unmapped }
  const event = eventOf(news, { key: transition.key, type: 'statusChanged', detail: detailOf(news) })
  const isClarified = isClarifying(news)
  // The move's own event already says that a payment is late or on another transaction.
  const noted = raised.filter((reason) => !moves || reason === 'doublePayment')
  return {
    payment,
    move: moves ? { ...move, event } : undefined,
    isClarified,
    events: [...changeOf(news), ...noted.map((reason) => attentionOf(news, reason))],
    status: moves ? standing.status : snapshot.status,
    paidAt: standing.paidAt,
    paidAmount: payer?.amount ?? null,
    refundedAmount: standing.refundedAmount,
    payable: payments.some((known) => isSameTransaction(known, snapshot.own) && isPayable(known)),
    becomes: snapshot.own === undefined ? payer : undefined,
    givesBack,
    answered: [
      ...(moves ? ANSWERED_BY_NEWS : []),
      ...(isClarified ? ['unmappedStatus'] : []),
      ...(raised.includes('doublePayment') ? ['orphanPayment', 'latePayment'] : []),
      ...(isSurplusGone(news) ? ['doublePayment'] : []),
      // It was asked when the late answer was recorded, before the policy was known.
      ...(givesBack && isOnlyOrphan(news) ? ['orphanPayment'] : []),
    ],
    added: [...raised, ...(unmapped && moves ? (['unmappedStatus'] as const) : [])],
  }
}

/** No other payment can be the one that the question about an orphan is about. */
const isOnlyOrphan = (news: News): boolean =>
  isOrphan(news) &&
  news.payments.every(
    (other) => other.id === news.payment?.id || other.paidAt === null || isSameTransaction(other, news.snapshot.own),
  )

/** The charge was ended by a word that no table maps, and the provider now says the same of its transaction in a known one. */
const isClarifying = (news: News): boolean => {
  const { snapshot, transition, heard, payment, moves } = news
  const { to, cause, unmapped } = transition
  const isNews = heard !== undefined
  const isKnown = isNews && unmapped !== true && PROVIDERS_VOICE.includes(cause) && isSettled(to)
  const isOwn = payment !== undefined && !isOrphan(news)
  return snapshot.statusUnmapped && isKnown && isOwn && !moves && to === snapshot.status
}

/**
 * Two payments were paid, and refunds leave at most one that holds money, also in the charge's order. A reading may tell of our refund
 * before its answer does.
 */
function isSurplusGone({ snapshot, transition: { returned, to }, heard, standing }: News): boolean {
  const isGivenBack = returned !== undefined || isRefunded(to)
  if (snapshot.isPaidByAnother) return false
  return isGivenBack && heard?.changed === true && standing.isPaidTwice && standing.surplus.length === 0
}

/** Why an operator must look: unexpected money, or a status that the payment's transitions do not allow. */
function reasonsOf(news: News): AttentionReason[] {
  const { snapshot, transition, heard, standing } = news
  const { to, cause, returned } = transition
  if (heard?.contradiction && PROVIDERS_VOICE.includes(cause)) {
    if (snapshot.isJudged || (heard.contradiction === 'disputeWon' && snapshot.isOutdated)) return []
    if (heard.contradiction === 'contradicted' && mayPrecedePayment(news)) return []
    return isAsked(news, heard.contradiction) ? [] : [heard.contradiction]
  }
  if (!heard?.changed || returned !== undefined || !isPaid(to)) return []
  if (bringsMoney(to) && standing.isPaidTwice) return ['doublePayment']
  // An operator caused it, so no operator needs to be asked.
  if (cause === 'operator') return []
  if (isOrphan(news)) return news.wasPaid ? [] : ['orphanPayment']
  return isLate(news) ? ['latePayment'] : []
}

/** A reading that may have been taken before the payment came: that it says refused retracts nothing. A later one still does. */
function mayPrecedePayment({ snapshot, transition: { cause, isRead, begunAt }, payment }: News): boolean {
  if ((cause !== 'poll' && !isRead) || !payment?.paidAt) return false
  const known = Math.min(Date.parse(begunAt ?? snapshot.now), Date.parse(snapshot.now)) - YOUNG_DISPUTE_MS
  return Date.parse(payment.paidAt) > known
}

/** The policy that refunds money about which an operator would otherwise be asked. */
function policyFor(news: News, reasons: readonly AttentionReason[]): PaymentPolicy | undefined {
  const { snapshot, payments, payment, standing } = news
  // Only the later payment is refunded. If the first was already returned, the later one pays the charge.
  const isSurplus = standing.surplus.some((place) => payments[place]?.id === payment?.id)
  if (reasons.includes('doublePayment')) {
    return isSurplus && !news.wasPaid && snapshot.policies.doublePayments === 'refundLater'
      ? 'doublePayments'
      : undefined
  }
  return isLate(news) && reasons.length > 0 && snapshot.policies.latePayments === 'refund' ? 'latePayments' : undefined
}

const isAccepted = (news: News, [reason]: readonly AttentionReason[]): boolean =>
  reason === 'latePayment' && news.snapshot.policies.latePayments === 'accept'

/** The charge had been given up before it was paid, and it pays no order. */
const isLate = (news: News): boolean => {
  const { snapshot, standing, moves } = news
  const isUnexpected = moves && isLatePayment(snapshot.status, standing.status) && !isPaidInTime(news)
  return isUnexpected && !snapshot.statusUnmapped && snapshot.isPaidByAnother !== false
}

/**
 * Its buyer, who was told that it expired, has not paid the order by another try meanwhile; and its notice waited here, or its provider had
 * ended a boleto on its last day and learnt on the next working day that it was paid.
 */
const isPaidInTime = (news: News): boolean => {
  const { refusedBy, cameInTime, isPaidByAnother, now } = news.snapshot
  if (isPaidByAnother) return false
  if (cameInTime) return true
  const isProvidersEnd = refusedBy !== null && PROVIDERS_VOICE.includes(refusedBy)
  return isProvidersEnd && !isOrphan(news) && maySettle(news.snapshot, Date.parse(now))
}

function detailOf(news: News): NonNullable<EventDraft['detail']> {
  const { rawStatus, unmapped, by } = news.transition
  const orphanOf = isOrphan(news) ? news.payment?.transactionId : undefined
  return defined({ rawStatus, unmapped: unmapped || undefined, by, orphanOf })
}

/** The event of a change of a payment that does not change the charge's status. */
function changeOf(news: News): EventDraft[] {
  const { transition, heard, was, payment, payments, standing, moves, isVoided } = news
  if (moves || !payment || !(heard?.changed || isVoided)) return []
  const { key, refund } = transition
  const detail = { ...refund, ...detailOf(news) }
  const isPayers = payments[standing.payer ?? -1]?.id === payment.id
  // All of what its bank has taken as well is no part: the refund tells of itself, and the charge moves once the dispute is won.
  if (refund && isPayers && payment.refundedAmount === payment.amount) return []
  if (refund && isPayers) return [eventOf(news, { key, type: 'partiallyRefunded', detail })]
  const { transactionId: orphanOf, state: status } = payment
  if (isVoided) return [eventOf(news, { key, type: 'paymentVoided', detail: { ...detail, orphanOf } })]
  return [eventOf(news, { key, type: 'paymentChanged', detail: { ...detail, orphanOf, ...defined({ was }), status } })]
}

/** Asked about once for each dispute: once one is won, the same news is about the next. */
const OF_DISPUTES: readonly AttentionReason[] = ['refundAndChargeback', 'disputeWon']

function noteKey({ snapshot: { won }, transition: { to }, payment }: News, reason: AttentionReason): string {
  const named = `${reason}/${to}/${payment?.transactionId}`
  return won > 0 && OF_DISPUTES.includes(reason) ? `${named}/${won}` : named
}

/** Whether the history has the question. It did not always name the charge's own transaction. */
function isAsked(news: News, reason: AttentionReason): boolean {
  const { won, knownKeys } = news.snapshot
  const isUnnamed = !isOrphan(news) && won === 0 && knownKeys.includes(`${reason}/${news.transition.to}/own`)
  return isUnnamed || knownKeys.includes(noteKey(news, reason))
}

function attentionOf(news: News, reason: AttentionReason): EventDraft {
  const { snapshot, transition } = news
  const detail = { ...detailOf(news), reason, status: transition.to }
  const key = noteKey(news, reason)
  // After a dispute that was won, a charge may be paid twice once more.
  const isKnown = snapshot.knownKeys.includes(key)
  return eventOf(news, { key: isKnown ? `${key}/${snapshot.revision}` : key, type: 'needsAttention', detail })
}

function eventOf({ snapshot, transition }: News, draft: Omit<EventDraft, 'cause'>): EventDraft {
  const provider = transition.of?.provider ?? snapshot.provider
  return { ...draft, at: snapshot.now, cause: transition.cause, ...defined({ provider: provider ?? undefined }) }
}
