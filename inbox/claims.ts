/** How far a proved webhook is believed about money. */
import { bringsMoney, type ChargeStatus } from '../domain/charge-status.ts'
import type { WebhookEvent } from '../providers/contract.ts'

/**
 * A payment is believed when it states the amount that was charged. One that states another, or none, is only a reason to read
 * the transaction, and where that cannot be, another amount is a matter for a person.
 * @returns the status to believe; null to read it.
 */
export function claimOf(
  event: Extract<WebhookEvent, { type: 'TRANSACTION' }>,
  charge: { amount: number },
  canBeRead: boolean,
): ChargeStatus | null | 'amountMismatch' {
  const { status, amount } = event
  if (status === null || !bringsMoney(status) || amount === charge.amount) return status
  if (canBeRead) return null
  return amount === undefined ? status : 'amountMismatch'
}
