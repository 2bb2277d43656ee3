/** The life of a charge: its statuses, which may follow which, its history, and why it may need a person. */
import { DECISIONS_IN_HISTORY } from './decision.ts'
import { allows } from './lifecycle.ts'

export const CHARGE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/**
 * REJECTED may still become APPROVED: money that arrived after we gave up is money all the same (a late payment).
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

/** Only a dispute that was won leads back: a notice alone may be one from before it. */
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

/** The bank has taken the money back, or asks for it. */
export function isDisputed(status: ChargeStatus): boolean {
  return status === 'CHARGEBACK'
}

/** What each status says: a new one has to answer every question. */
const MEANINGS = {
  PENDING: {
    isSettled: false,
    bringsMoney: false,
    isPaid: false,
    canRefund: false,
    isRefused: false,
    isRefunded: false,
  },
  APPROVED: { isSettled: true, bringsMoney: true, isPaid: true, canRefund: true, isRefused: false, isRefunded: false },
  REJECTED: {
    isSettled: true,
    bringsMoney: false,
    isPaid: false,
    canRefund: false,
    isRefused: true,
    isRefunded: false,
  },
  REFUNDED: { isSettled: true, bringsMoney: false, isPaid: true, canRefund: false, isRefused: false, isRefunded: true },
  CHARGEBACK: {
    isSettled: true,
    bringsMoney: false,
    isPaid: true,
    canRefund: false,
    isRefused: false,
    isRefunded: false,
  },
} as const satisfies Record<ChargeStatus, Record<string, boolean>>
type Meaning = keyof (typeof MEANINGS)['PENDING']
/** The statuses that answer a question with yes. */
type ThatAre<Question extends Meaning> = {
  [Status in ChargeStatus]: (typeof MEANINGS)[Status][Question] extends true ? Status : never
}[ChargeStatus]

export type SettledStatus = ThatAre<'isSettled'>

/** The buyer's money has come, and none of it has gone back. */
export function bringsMoney(status: ChargeStatus): boolean {
  return MEANINGS[status].bringsMoney
}

/** What a provider may say that the table does not allow, and that is about money all the same: a person has to look. */
const CONTRADICTIONS = {
  PENDING: {},
  APPROVED: { REJECTED: 'contradicted' },
  REJECTED: {},
  REFUNDED: { CHARGEBACK: 'refundAndChargeback' },
  CHARGEBACK: { APPROVED: 'disputeWon', REFUNDED: 'refundAndChargeback' },
} as const satisfies Record<ChargeStatus, Partial<Record<ChargeStatus, AttentionReason>>>

/** Why news that changes nothing needs a person; undefined when it is only old. */
export function contradictionOf(from: ChargeStatus, to: ChargeStatus): AttentionReason | undefined {
  return (CONTRADICTIONS[from] as Partial<Record<ChargeStatus, AttentionReason>>)[to]
}

/**
 * What a provider's word means that it has for any money that went back: a refund of ours, and what the bank or somebody else
 * returned.
 * @param said what the word means by itself. `returned`: how much went back, where the provider says it. A reading says it of all
 *   that went back (`isSum`), a notice perhaps of this one return alone.
 * @returns null when nobody can tell whether more went back than our refunds gave, or which of them.
 */
export function meaningOfReturn(
  said: ChargeStatus,
  { amount, returned, ours, isSum = false }: Returned & { isSum?: boolean },
): ChargeStatus | null {
  // Without a sum it may be about what had gone back before; a notice may state the sum of the last part alone.
  const isLast = returned === undefined ? ours.given === 0 : !isSum && returned === amount - ours.given
  const isAll = ours.given >= amount || (ours.underWay === 1 && isLast) || (returned ?? 0) >= amount
  if (ours.all >= amount && isAll) return 'REFUNDED'
  if (returned === undefined) return ours.all === 0 ? said : null
  return returned < amount ? 'APPROVED' : said
}

interface Returned {
  amount: number
  returned?: number | undefined
  ours: OurRefunds
}

/** The refunds of a payment that were made here. Sums in integer cents. */
export interface OurRefunds {
  /** What they have given back, or still may. */
  all: number
  /** What they surely have. */
  given: number
  /** How many still may. */
  underWay: number
}

/**
 * A refund may be of a part: where its provider says of how much, what is left is still paid.
 * A stated sum of nothing tells nothing, and the word stands.
 * @param sums of the transaction, in integer cents.
 */
export function meaningOfRefund(
  said: ChargeStatus,
  { amount, returned = 0 }: { amount?: number | undefined; returned?: number | undefined },
): ChargeStatus {
  const isPart = amount !== undefined && returned > 0 && returned < amount
  return isRefunded(said) && isPart ? 'APPROVED' : said
}

/** Part of the money has gone back, and more than our refunds gave. */
export function isReturnedElsewhere(returned: number, { amount, ours }: Omit<Returned, 'returned'>): boolean {
  return returned > ours.all && returned < amount
}

/** Money that has come: a second transaction that says so too is a double payment. */
export function isPaid(status: ChargeStatus): boolean {
  return MEANINGS[status].isPaid
}

/** The charge workflow is over once its charge has left PENDING; later events run as short workflows of their own. */
export function isSettled(status: ChargeStatus): status is SettledStatus {
  return MEANINGS[status].isSettled
}

/** Nobody can pay it any more, and nobody has. */
export function isRefused(status: ChargeStatus): status is ThatAre<'isRefused'> {
  return MEANINGS[status].isRefused
}

/** Only money that has come, and has not gone back, can be given back. */
export function canRefund(status: ChargeStatus): boolean {
  return MEANINGS[status].canRefund
}

/** All of it has gone back to the buyer. */
export function isRefunded(status: ChargeStatus): boolean {
  return MEANINGS[status].isRefunded
}

/** Money that came, or went back, after the charge had been given up: a person should know. */
export function isLatePayment(from: ChargeStatus, to: ChargeStatus): boolean {
  return isRefused(from) && bringsMoney(to)
}

/** Every kind of row in a charge's history. The timeline of the UI has a sentence for each, in each language. */
export const CHARGE_EVENT_TYPES = [
  'requested',
  'sent',
  'created',
  'refused',
  /** The provider could not be reached, or wanted no more requests for now: surely nothing was made. */
  'turnedAway',
  /** A limit of ours kept it from being sent for now: the provider was not asked. */
  'heldBack',
  'unknownOutcome',
  'lookedUp',
  'needsAttention',
  'statusChanged',
  'eventIgnored',
  'partiallyRefunded',
  /** News of one transaction that leaves the charge's status as it is. */
  'paymentChanged',
  /** The provider has withdrawn the code of one transaction: nobody can pay it any more. */
  'paymentVoided',
  ...DECISIONS_IN_HISTORY,
  'notified',
] as const
export type ChargeEventType = (typeof CHARGE_EVENT_TYPES)[number]

/**
 * Why a person has to look at a charge: each reason has a text in the UI and an entry in the runbook. Several may stand at once;
 * the first of them in this order is shown. What a workflow asks stands before news, because only an answer lets it go on.
 */
export const ATTENTION_REASONS = [
  /** Two transactions of the charge were paid. */
  'doublePayment',
  'amountMismatch',
  'unknownOutcome',
  'workflowLost',
  /** Its workflow runs and cannot move. */
  'workflowStuck',
  'providerUnreachable',
  'orphanPayment',
  /** The provider gave the money back, and the bank took it back too. */
  'refundAndChargeback',
  /** Part of the money went back to the buyer, and not by a refund of ours. */
  'returnedInPart',
  /** The provider calls a charge paid that it had called charged back. */
  'disputeWon',
  /** The provider takes back what it had said of a payment. */
  'contradicted',
  'latePayment',
  /** A notice that the provider, when read, does not confirm. */
  'unconfirmedNotice',
  'unmappedStatus',
] as const
export type AttentionReason = (typeof ATTENTION_REASONS)[number]

/** News of money: it stays until an operator has been shown it, whatever is decided about something else. */
export const MONEY_REASONS = [
  'doublePayment',
  'orphanPayment',
  'refundAndChargeback',
  'returnedInPart',
  'disputeWon',
  'contradicted',
  'latePayment',
] as const satisfies readonly AttentionReason[]

/** Reasons that were only about not knowing: a settled charge answers them. */
export const ANSWERED_BY_NEWS = [
  'unmappedStatus',
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'disputeWon',
] as const satisfies readonly AttentionReason[]
