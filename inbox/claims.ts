/** How far a proved webhook is believed about money. */

import {
  bringsMoney,
  type ChargeStatus,
  isReturnedElsewhere,
  meaningOfRefund,
  meaningOfReturn,
  type OurRefunds,
} from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import type { WebhookEvent } from '../providers/contract.ts'

export type Said = Extract<WebhookEvent, { type: 'TRANSACTION' }>

/**
 * A payment is believed when it states the amount that was charged. One that states another, or none, is only a reason to read
 * the transaction, and where that cannot be, another amount is a matter for a person.
 * @returns the status to believe; null to read it.
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
 * What news of money that went back claims, beside the refunds of ours. A part of it leaves the charge as it is: that it was
 * paid is read.
 */
export function returnClaimOf(
  { status, returned }: Said,
  charge: { amount: number; ours: OurRefunds },
): { claim: ChargeStatus | null; returnedElsewhere?: number } {
  const meant = status === null ? null : meaningOfReturn(status, { ...charge, returned })
  if (meant === null || !bringsMoney(meant)) return { claim: meant }
  const isElsewhere = returned !== undefined && isReturnedElsewhere(returned, charge)
  return { claim: null, ...defined({ returnedElsewhere: isElsewhere ? returned : undefined }) }
}

/** What a refund claims, by a word for nothing else. That the rest of one of a part is paid is read. */
export function refundClaimOf({ status, returned }: Said, { amount }: { amount: number }): ChargeStatus | null {
  const meant = status === null ? null : meaningOfRefund(status, { amount, returned })
  return meant === status ? status : null
}
