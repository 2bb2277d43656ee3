/**
 * A payment: one transaction at a provider for a charge. A charge can have several (a lost answer, a late code, two buyers). Its
 * status and amounts are derived from all of them, independent of the order in which news of them arrives.
 */
import {
  type AttentionReason,
  bringsMoney,
  type ChargeStatus,
  canMove,
  canRestore,
  contradictionOf,
  isRefunded,
  isRefused,
} from './charge.ts'
import { defined } from './defined.ts'

export interface Payment {
  state: ChargeStatus
  /** Integer cents. */
  amount: number
  /** When it was first known to be paid, ISO 8601 UTC; null if only its return is known. */
  paidAt: string | null
  /** Integer cents. */
  refundedAmount: number
}

/** A new status of a payment, reported by its provider or by an operator. */
export interface PaymentNews {
  to: ChargeStatus
  /** ISO 8601 UTC. */
  at: string
  /** For a refund of ours: the sum of all our refunds of this payment. Integer cents. */
  returned?: number
  /** The provider's reading, or an operator, says that a dispute about it was won. */
  isWon?: boolean
  /** The dispute was already decided against this news. */
  isJudged?: boolean
}

export interface Heard {
  payment: Payment
  /** Its state or its refunded amount has changed. */
  changed: boolean
  /** Set if the news is not an allowed transition but is about money. */
  contradiction?: AttentionReason
}

/**
 * Applies news to a payment. Old and repeated news changes nothing, and a payment that was paid stays recorded as paid. What we have
 * given back is recorded whatever its bank has done with the rest, and a dispute that was won restores only what had not gone back.
 */
export function hear(payment: Payment, { to, at, returned, isWon, isJudged }: PaymentNews): Heard {
  const refundedAmount = Math.max(payment.refundedAmount, Math.min(returned ?? 0, payment.amount))
  const hasGrown = refundedAmount > payment.refundedAmount
  if (returned !== undefined && returned < payment.amount) {
    const contradiction = hasGrown ? contradictionOf(payment.state, to) : undefined
    return { payment: { ...payment, refundedAmount }, changed: hasGrown, ...defined({ contradiction }) }
  }
  const restores = isWon === true && canRestore(payment.state, to)
  const moves = restores || (canMove(payment.state, to) && !isJudged)
  const isFirstMoney = bringsMoney(to) && payment.paidAt === null
  const paidAt = isFirstMoney ? at : payment.paidAt
  const restored = refundedAmount === payment.amount ? 'REFUNDED' : to
  const state = restores ? restored : moves ? to : payment.state
  // Some providers call a cancelled unpaid code refunded: what never came did not go back.
  const hasGoneBack = isRefunded(state) && paidAt !== null
  return {
    payment: { ...payment, state, paidAt, refundedAmount: hasGoneBack ? payment.amount : refundedAmount },
    changed: moves || isFirstMoney || hasGrown,
    ...defined({ contradiction: moves ? undefined : contradictionOf(payment.state, to) }),
  }
}

/** A charge's status and amounts, derived from its payments. */
export interface Standing {
  status: ChargeStatus
  /** When the first payment was made. */
  paidAt: string | null
  /** Integer cents, of the payment that pays the charge. */
  refundedAmount: number
  /** The index of the payment that pays the charge, or did last; undefined if none has. */
  payer: number | undefined
  /** The indexes of further payments that hold money. */
  surplus: readonly number[]
  /** Two or more were paid, even if they were returned since. */
  isPaidTwice: boolean
}

/**
 * The first payment that holds money pays the charge. If none holds money, the payments that did decide the status. If none was ever
 * paid, the charge's own transaction does.
 * @param own the index of the transaction whose code the charge shows, if it has one.
 * @param isGivenUp the charge expired, was cancelled or was refused.
 */
export function standingOf(
  payments: readonly Payment[],
  { own, isGivenUp }: { own: number | undefined; isGivenUp: boolean },
): Standing {
  const places = payments.map((_, place) => place).sort((a, b) => compare(payments[a], payments[b]))
  const among = (fits: (payment: Payment) => boolean) =>
    places.filter((place) => {
      const payment = payments[place]
      return payment !== undefined && fits(payment)
    })
  const paid = among(({ paidAt }) => paidAt !== null)
  const held = among(({ state }) => bringsMoney(state))
  const [payer = own] = [...held, ...paid]
  const states = [...paid, ...(own === undefined ? [] : [own])].map((place) => payments[place]?.state)
  return {
    status: held.length > 0 ? 'APPROVED' : settled(states, { own, isGivenUp }, payments),
    paidAt: payments[paid[0] ?? -1]?.paidAt ?? null,
    refundedAmount: payments[payer ?? -1]?.refundedAmount ?? 0,
    payer: held[0] ?? paid[0],
    surplus: held.slice(1),
    isPaidTwice: paid.length > 1,
  }
}

/** Of what became of the money of several payments, the least decides the charge; undefined where it was not returned. */
const RETURNED = {
  PENDING: undefined,
  APPROVED: undefined,
  REJECTED: undefined,
  CHARGEBACK: 1,
  REFUNDED: 2,
} as const satisfies Record<ChargeStatus, number | undefined>

const placeOf = (state: ChargeStatus | undefined) => state && RETURNED[state]

/** The status of a charge that holds no money. */
function settled(
  states: readonly (ChargeStatus | undefined)[],
  { own, isGivenUp }: { own: number | undefined; isGivenUp: boolean },
  payments: readonly Payment[],
): ChargeStatus {
  const [returned] = states.filter(placeOf).toSorted((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
  if (returned) return returned
  const state = payments[own ?? -1]?.state ?? 'PENDING'
  return isGivenUp || isRefused(state) ? 'REJECTED' : 'PENDING'
}

/** What a platform does about an unexpected payment. */
export const PAYMENT_POLICIES = {
  /** A second payment of the same charge. */
  doublePayments: ['ask', 'refundLater'],
  /** A payment that arrives after the charge was given up. */
  latePayments: ['ask', 'accept', 'refund'],
} as const
export type PaymentPolicy = keyof typeof PAYMENT_POLICIES
export type PaymentPolicies = { [Policy in PaymentPolicy]: (typeof PAYMENT_POLICIES)[Policy][number] }

/** Why an operator is asked after all, if a policy's refund cannot be made automatically. */
export const ASKED_INSTEAD = {
  doublePayments: 'doublePayment',
  latePayments: 'latePayment',
} as const satisfies Record<PaymentPolicy, AttentionReason>

/** It is not paid yet, and its code may still be paid. */
export function isPayable({ state }: Pick<Payment, 'state'>): boolean {
  return PAYABLE[state]
}

/** The state of a payment whose charge is over, or is paid by another payment: an unpaid code was given up. */
export function givenUpStateOf(state: ChargeStatus): ChargeStatus {
  return isPayable({ state }) ? 'REJECTED' : state
}

const PAYABLE = {
  PENDING: true,
  APPROVED: false,
  REJECTED: false,
  REFUNDED: false,
  CHARGEBACK: false,
} as const satisfies Record<ChargeStatus, boolean>

/** Orders payments by payment time. Payments without a known time come last, in their recorded order. */
function compare(one: Payment | undefined, other: Payment | undefined): number {
  const [a, b] = [one?.paidAt ?? LAST, other?.paidAt ?? LAST]
  return a < b ? -1 : Number(a > b)
}

const LAST = '9999'
