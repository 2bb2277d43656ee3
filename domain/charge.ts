/** The life of a charge: its statuses, the allowed transitions, its history, and why it may need an operator. */
import { DECISIONS_IN_HISTORY } from './decision.ts'
import { ATTEMPT_EVENTS, allows } from './lifecycle.ts'

export const CHARGE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/**
 * REJECTED may still become APPROVED: money that arrives after the charge was given up still counts (a late payment).
 * APPROVED never goes back to PENDING, so an old or repeated event changes nothing.
 */
const MOVES = {
  PENDING: ['APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK'],
  APPROVED: ['REFUNDED', 'CHARGEBACK'],
  REJECTED: ['APPROVED', 'REFUNDED', 'CHARGEBACK'],
  REFUNDED: [],
  CHARGEBACK: [],
} as const satisfies Record<ChargeStatus, readonly ChargeStatus[]>

export function canMove(from: ChargeStatus, to: ChargeStatus): boolean {
  return allows(MOVES, from, to)
}

/** Only a won dispute restores a status. A notice alone does not, because it may be older than the dispute. */
const RESTORED = {
  PENDING: [],
  APPROVED: [],
  REJECTED: [],
  REFUNDED: [],
  CHARGEBACK: ['APPROVED'],
} as const satisfies Record<ChargeStatus, readonly ChargeStatus[]>

export function canRestore(from: ChargeStatus, to: ChargeStatus): boolean {
  return allows(RESTORED, from, to)
}

/** Every kind of row in a charge's history. The UI's timeline has a sentence for each, in each language. */
export const CHARGE_EVENT_TYPES = [
  'requested',
  'sent',
  'created',
  ...ATTEMPT_EVENTS,
  'partiallyRefunded',
  /** A transaction changed without changing the charge's status. */
  'paymentChanged',
  /** The provider has withdrawn a transaction's code, so it can no longer be paid. */
  'paymentVoided',
  ...DECISIONS_IN_HISTORY,
  'notified',
] as const
export type ChargeEventType = (typeof CHARGE_EVENT_TYPES)[number]

/**
 * Why an operator must look at a charge. Each reason has a text in the UI and an entry in the runbook. A charge may have several; the
 * first one in this order is shown. A workflow's questions come before news, because the workflow continues only after an answer.
 */
export const ATTENTION_REASONS = [
  /** Two transactions of the charge were paid. */
  'doublePayment',
  'amountMismatch',
  'unknownOutcome',
  'workflowLost',
  /** The charge's workflow is running but makes no progress. */
  'workflowStuck',
  'providerUnreachable',
  'orphanPayment',
  /** The provider refunded the money, and the bank took it back too. */
  'refundAndChargeback',
  /** Part of the money was returned to the buyer, and not by a refund of ours. */
  'returnedInPart',
  /** The provider reports a charge as paid that it had reported as charged back. */
  'disputeWon',
  /** The provider retracts what it had reported about a payment. */
  'contradicted',
  'latePayment',
  /** A notice that the provider, when read, does not confirm. */
  'unconfirmedNotice',
  'unmappedStatus',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** Reasons about money that arrived or left. Each stays until an operator has seen it; decisions about other reasons do not clear it. */
export const MONEY_REASONS = [
  'doublePayment',
  'orphanPayment',
  'refundAndChargeback',
  'returnedInPart',
  'disputeWon',
  'contradicted',
  'latePayment',
] as const satisfies readonly AttentionReason[]

/** Reasons that were only about an unknown status. They are cleared once the charge is settled. */
export const ANSWERED_BY_NEWS = [
  'unmappedStatus',
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'disputeWon',
] as const satisfies readonly AttentionReason[]

/** The properties of each status. A new status must define all of them. */
const MEANINGS = {
  PENDING: {
    isSettled: false,
    bringsMoney: false,
    isPaid: false,
    canRefund: false,
    isRefused: false,
    isRefunded: false,
    isDisputed: false,
  },
  APPROVED: {
    isSettled: true,
    bringsMoney: true,
    isPaid: true,
    canRefund: true,
    isRefused: false,
    isRefunded: false,
    isDisputed: false,
  },
  REJECTED: {
    isSettled: true,
    bringsMoney: false,
    isPaid: false,
    canRefund: false,
    isRefused: true,
    isRefunded: false,
    isDisputed: false,
  },
  REFUNDED: {
    isSettled: true,
    bringsMoney: false,
    isPaid: true,
    canRefund: false,
    isRefused: false,
    isRefunded: true,
    isDisputed: false,
  },
  CHARGEBACK: {
    isSettled: true,
    bringsMoney: false,
    isPaid: true,
    canRefund: false,
    isRefused: false,
    isRefunded: false,
    isDisputed: true,
  },
} as const satisfies Record<ChargeStatus, Record<string, boolean>>
type Meaning = keyof (typeof MEANINGS)['PENDING']
/** The statuses for which a property is true. */
type ThatAre<Question extends Meaning> = {
  [Status in ChargeStatus]: (typeof MEANINGS)[Status][Question] extends true ? Status : never
}[ChargeStatus]

export type SettledStatus = ThatAre<'isSettled'>

/** The buyer has paid, and the payment was not fully returned. */
export function bringsMoney(status: ChargeStatus): boolean {
  return MEANINGS[status].bringsMoney
}

/** Statuses that the table does not allow but that are about money, so an operator must look. */
const CONTRADICTIONS = {
  PENDING: {},
  APPROVED: { REJECTED: 'contradicted' },
  REJECTED: {},
  REFUNDED: { CHARGEBACK: 'refundAndChargeback' },
  CHARGEBACK: { APPROVED: 'disputeWon', REFUNDED: 'refundAndChargeback' },
} as const satisfies Record<ChargeStatus, Partial<Record<ChargeStatus, AttentionReason>>>

/** Why a status that changes nothing needs an operator; undefined if it is only outdated. */
export function contradictionOf(from: ChargeStatus, to: ChargeStatus): AttentionReason | undefined {
  return (CONTRADICTIONS[from] as Partial<Record<ChargeStatus, AttentionReason>>)[to]
}

/**
 * The meaning of a provider's word that it uses for every return of money: for our refunds and for returns by the bank or others.
 * @param said what the word means by itself. `returned`: how much was returned, if the provider states it. A reading states the total
 *   (`isSum`); a notice may state only this one return.
 * @returns null if it is unclear whether more was returned than the known refunds, or which of them was carried out.
 */
export function meaningOfReturn(
  said: ChargeStatus,
  { amount, returned, ours, isSum = false }: Returned & { isSum?: boolean },
): ChargeStatus | null {
  const all = ours.all + ours.elsewhere
  const given = ours.given + ours.elsewhere
  // Without a sum the word may be about an earlier return. A notice may state the sum of the last part alone.
  const isLast = returned === undefined ? given === 0 : !isSum && returned === amount - given
  const isAll = given >= amount || (ours.underWay === 1 && isLast) || (returned ?? 0) >= amount
  if (all >= amount && isAll) return 'REFUNDED'
  if (returned === undefined) return all === 0 ? said : null
  return returned < amount ? 'APPROVED' : said
}

interface Returned {
  amount: number
  returned?: number | undefined
  ours: KnownRefunds
}

/** The refunds of a payment that have a row. Sums in integer cents. */
export interface KnownRefunds {
  /** The sum of our own that are approved or pending. */
  all: number
  /** The sum of our own that are approved. */
  given: number
  /** The number of our own that are pending. */
  underWay: number
  /** The sum of those that were made at the provider. */
  elsewhere: number
}

/**
 * A refund may be partial: if the provider states how much, the rest is still paid. A stated sum of zero is ignored.
 * @param sums of the transaction, in integer cents.
 */
export function meaningOfRefund(
  said: ChargeStatus,
  { amount, returned = 0 }: { amount?: number | undefined; returned?: number | undefined },
): ChargeStatus {
  const isPart = amount !== undefined && returned > 0 && returned < amount
  return isRefunded(said) && isPart ? 'APPROVED' : said
}

/** Part of the money was returned, and more than the known refunds account for. */
export function isReturnedElsewhere(returned: number, { amount, ours }: Omit<Returned, 'returned'>): boolean {
  return returned > ours.all + ours.elsewhere && returned < amount
}

/** What the buyer has paid, in integer cents; null until then. `paidAmount` is kept where an operator took another amount. */
export function paidAmountOf(charge: {
  amount: number
  paidAmount: number | null
  paidAt: string | null
}): number | null {
  return charge.paidAt === null ? null : (charge.paidAmount ?? charge.amount)
}

/** The buyer has paid, whatever was returned since. A second transaction that is paid too is a double payment. */
export function isPaid(status: ChargeStatus): boolean {
  return MEANINGS[status].isPaid
}

/** The charge's workflow ends once the charge has left PENDING. Later events run as separate short workflows. */
export function isSettled(status: ChargeStatus): status is SettledStatus {
  return MEANINGS[status].isSettled
}

/** The charge was not paid, and can no longer be paid as intended. */
export function isRefused(status: ChargeStatus): status is ThatAre<'isRefused'> {
  return MEANINGS[status].isRefused
}

/** Only money that was paid and not returned can be refunded. */
export function canRefund(status: ChargeStatus): boolean {
  return MEANINGS[status].canRefund
}

/** All of the money was refunded to the buyer. */
export function isRefunded(status: ChargeStatus): boolean {
  return MEANINGS[status].isRefunded
}

/** The bank has taken the money back, or demands it. */
export function isDisputed(status: ChargeStatus): boolean {
  return MEANINGS[status].isDisputed
}

/** The charge was paid after it had been given up. */
export function isLatePayment(from: ChargeStatus, to: ChargeStatus): boolean {
  return isRefused(from) && bringsMoney(to)
}
