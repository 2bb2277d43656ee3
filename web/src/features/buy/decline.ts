/** What a bank's no means for a buyer. */
import { type RefusalReason, refusalOf } from '../../../../domain/refusal.ts'

/** Who is thought to be a thief is not told so, and a fault between us and the provider is nothing that a buyer could mend. */
const DECLINES = {
  insufficientFunds: 'insufficientFunds',
  limitExceeded: 'limitExceeded',
  invalidCard: 'invalidCard',
  expiredCard: 'expiredCard',
  blockedCard: 'blockedCard',
  suspectedFraud: 'notAuthorized',
  notAuthorized: 'notAuthorized',
  invalidRequest: 'other',
  providerFault: 'other',
  expiredThere: 'other',
  canceledThere: 'other',
  other: 'other',
} as const satisfies Record<RefusalReason, RefusalReason>

export type Decline = (typeof DECLINES)[RefusalReason]

/** @param message the provider's own words, which are not for buyers: they may be a code, or in another language. */
export const declineOf = (message: string): Decline => DECLINES[refusalOf('Declined', message)]
