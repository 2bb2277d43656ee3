/**
 * A payment: one transaction at a provider for a charge. A charge can have several (a lost answer, a late code, two buyers), and
 * its status and amounts follow from all of them, in whatever order news of them comes.
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
  /** When it was first known to be paid, ISO 8601 UTC; null for one of which only its return is known. */
  paidAt: string | null
  /** Integer cents. */
  refundedAmount: number
}

/** What somebody says of a payment. */
export interface PaymentNews {
  to: ChargeStatus
  /** ISO 8601 UTC. */
  at: string
  /** Of a refund of ours: how much all of them have given back of this payment. Integer cents. */
  returned?: number
  /** The provider, when asked, or an operator says that a dispute of it was won. */
  isWon?: boolean
  /** An operator has said so before: that the provider still has the old word is no news. */
  isJudged?: boolean
}

export interface Heard {
  payment: Payment
  /** Its state, or what has gone back of it, is another now. */
  changed: boolean
  /** News that its life does not allow and that is about money all the same. */
  contradiction?: AttentionReason
}

/** A payment after news of it: old and repeated news changes nothing, and money that has come stays known. */
export function hear(payment: Payment, { to, at, returned, isWon, isJudged }: PaymentNews): Heard {
  if (returned !== undefined && returned < payment.amount) {
    const refundedAmount = Math.max(payment.refundedAmount, returned)
    return { payment: { ...payment, refundedAmount }, changed: refundedAmount > payment.refundedAmount }
  }
  const moves = (canMove(payment.state, to) && !isJudged) || (isWon === true && canRestore(payment.state, to))
  const isFirstMoney = bringsMoney(to) && payment.paidAt === null
  return {
    payment: {
      ...payment,
      state: moves ? to : payment.state,
      paidAt: isFirstMoney ? at : payment.paidAt,
      refundedAmount: moves && isRefunded(to) ? payment.amount : payment.refundedAmount,
    },
    changed: moves || isFirstMoney,
    ...defined({ contradiction: moves ? undefined : contradictionOf(payment.state, to) }),
  }
}

/** What follows for a charge from its payments. */
export interface Standing {
  status: ChargeStatus
  /** When its first money came. */
  paidAt: string | null
  /** Integer cents, of the payment that pays it. */
  refundedAmount: number
  /** The place of the payment that pays it, or did last; undefined while none has. */
  payer: number | undefined
  /** The places of those that hold money beside the one that pays it. */
  surplus: readonly number[]
  /** Two or more were paid, whatever has gone back since. */
  isPaidTwice: boolean
}

/**
 * The first payment that holds money pays the charge. While none does, what became of those that did decides, and before any
 * money the charge's own.
 * @param own the place of the transaction whose code the charge shows, if it has one.
 * @param isGivenUp it expired, was cancelled or was refused.
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

/** Of a charge that holds no money. */
function settled(
  states: readonly (ChargeStatus | undefined)[],
  { own, isGivenUp }: { own: number | undefined; isGivenUp: boolean },
  payments: readonly Payment[],
): ChargeStatus {
  for (const returned of ['CHARGEBACK', 'REFUNDED'] as const) if (states.includes(returned)) return returned
  const state = payments[own ?? -1]?.state ?? 'PENDING'
  return isGivenUp || isRefused(state) ? 'REJECTED' : 'PENDING'
}

/** What a platform has done about a payment that nobody waits for. */
export const PAYMENT_POLICIES = {
  /** A second one of the same charge. */
  doublePayments: ['ask', 'refundLater'],
  /** One that comes after the charge was given up. */
  latePayments: ['ask', 'accept', 'refund'],
} as const
export type PaymentPolicy = keyof typeof PAYMENT_POLICIES
export type PaymentPolicies = { [Policy in PaymentPolicy]: (typeof PAYMENT_POLICIES)[Policy][number] }

/** Why an operator is asked after all, when what a policy gives back cannot go back by itself. */
export const ASKED_INSTEAD = {
  doublePayments: 'doublePayment',
  latePayments: 'latePayment',
} as const satisfies Record<PaymentPolicy, AttentionReason>

/** Nothing has come of it yet, and its code may still be paid. */
export function isPayable({ state }: Pick<Payment, 'state'>): boolean {
  return PAYABLE[state]
}

const PAYABLE = {
  PENDING: true,
  APPROVED: false,
  REJECTED: false,
  REFUNDED: false,
  CHARGEBACK: false,
} as const satisfies Record<ChargeStatus, boolean>

/** The first money first; of those of which no time is known, the first that was known. */
function compare(one: Payment | undefined, other: Payment | undefined): number {
  const [a, b] = [one?.paidAt ?? LAST, other?.paidAt ?? LAST]
  return a < b ? -1 : Number(a > b)
}

const LAST = '9999'
