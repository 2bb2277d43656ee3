/** The life of a charge, as one table: which status may follow which, and what a late event means. */
import type { AttentionReason } from './attention.ts'

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
  return (MOVES[from] as readonly ChargeStatus[]).includes(to)
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
  return (RESTORED[from] as readonly ChargeStatus[]).includes(to)
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
 * @param said what the word means by itself. `returned`: how much went back, where the provider says it; `ours`: what refunds
 *   of ours have given back, or still may.
 * @returns null when nobody can tell whether more went back than our refunds gave.
 */
export function meaningOfReturn(
  said: ChargeStatus,
  { amount, returned, ours }: { amount: number; returned?: number | undefined; ours: number },
): ChargeStatus | null {
  if (ours >= amount) return 'REFUNDED'
  if (returned === undefined) return ours === 0 ? said : null
  return returned < amount ? 'APPROVED' : said
}

/** Part of the money has gone back, and more than our refunds gave. */
export function isReturnedElsewhere(returned: number, { amount, ours }: { amount: number; ours: number }): boolean {
  return returned > ours && returned < amount
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
