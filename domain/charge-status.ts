/** The life of a charge, as one table: which status may follow which, and what a late event means. */

export const CHARGE_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK'] as const
export type ChargeStatus = (typeof CHARGE_STATUSES)[number]

/**
 * REJECTED may still become APPROVED: money that arrived after we gave up is money all the same (a late payment).
 * APPROVED never goes back to PENDING, so an old or repeated event changes nothing.
 */
const NEXT = {
  PENDING: ['APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK'],
  APPROVED: ['REFUNDED', 'CHARGEBACK'],
  REJECTED: ['APPROVED', 'REFUNDED', 'CHARGEBACK'],
  REFUNDED: [],
  CHARGEBACK: [],
} as const satisfies Record<ChargeStatus, readonly ChargeStatus[]>

export function canMove(from: ChargeStatus, to: ChargeStatus): boolean {
  return (NEXT[from] as readonly ChargeStatus[]).includes(to)
}

/** The charge workflow is over once its charge has left PENDING; later events run as short workflows of their own. */
export function isSettled(status: ChargeStatus): boolean {
  return status !== 'PENDING'
}

/** Money that came, or went back, after the charge had been given up: a person should know. */
export function isLatePayment(from: ChargeStatus, to: ChargeStatus): boolean {
  return from === 'REJECTED' && to === 'APPROVED'
}
