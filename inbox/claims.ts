/** Decides how far a webhook's claim about money is accepted. */
import {
  bringsMoney,
  type ChargeStatus,
  canMove,
  contradictionOf,
  isReturnedElsewhere,
  isSettled,
  type KnownRefunds,
  meaningOfRefund,
  meaningOfReturn,
} from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import type { WebhookEvent } from '../providers/contract.ts'

export type Said = Extract<WebhookEvent, { type: 'TRANSACTION' }> & {
  /** Of a further payment: `AccountTransaction.beside`. */
  beside?: readonly string[]
}

/** The event with the amount that it states. Of an amount whose unit is not known, the one that was asked for, if it is one of the two. */
export function withUnit<Event extends { amount?: number; orAmount?: number }>(event: Event, asked: number): Event {
  return event.orAmount === asked ? { ...event, amount: asked } : event
}

/**
 * A payment is accepted if it states the charged amount. With another amount, or none, the transaction is read. If it cannot be read,
 * an operator decides about another amount.
 * @returns the status to accept; null to read the transaction.
 */
export function claimOf(
  event: Said,
  charge: { amount: number },
  canBeRead: boolean,
): ChargeStatus | null | 'amountMismatch' {
  const { status, amount } = event
  if (status === null || !bringsMoney(status) || amount === charge.amount) return status
  if (canBeRead) return null
  return amount === undefined ? status : 'amountMismatch'
}

/**
 * What a notice of returned money claims beyond our own refunds. A partial return leaves the charge paid, so that status is confirmed
 * by a reading.
 */
export function returnClaimOf(
  { status, returned }: Said,
  payment: { amount: number; ours: KnownRefunds },
): { claim: ChargeStatus | null; returnedElsewhere?: number } {
  const meant = status === null ? null : meaningOfReturn(status, { ...payment, returned })
  if (meant === null || !bringsMoney(meant)) return { claim: meant }
  const isElsewhere = returned !== undefined && isReturnedElsewhere(returned, payment)
  return { claim: null, ...defined({ returnedElsewhere: isElsewhere ? returned : undefined }) }
}

/** What a notice claims whose word means only a refund. After a partial refund the remaining status is read. */
export function refundClaimOf({ status, returned }: Said, { amount }: { amount: number }): ChargeStatus | null {
  const meant = status === null ? null : meaningOfRefund(status, { amount, returned })
  return meant === status ? status : null
}

/** A transition that is allowed, or that contradicts the status, is news. Any other claim is outdated. */
export const isNews = (from: ChargeStatus, to: ChargeStatus): boolean =>
  canMove(from, to) || contradictionOf(from, to) !== undefined

/** Whether a status equals the claim or can only follow it, so that an old notice is not news. */
export function agrees(claim: ChargeStatus | null, status: ChargeStatus | null | undefined): boolean {
  if (claim === null || !isSettled(claim)) return true
  return status != null && (status === claim || canMove(claim, status))
}
