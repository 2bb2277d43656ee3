/** What a bank's refusal of a card means for its holder: the buyer's view says nothing more precise. */
import type { RefusalReason } from './refusal.ts'

export const DECLINES = [
  'insufficientFunds',
  'limitExceeded',
  'invalidCard',
  'expiredCard',
  'blockedCard',
  'notAuthorized',
  'other',
] as const
export type Decline = (typeof DECLINES)[number]

/** A thief is not told of a suspicion, and a fault between us and the provider is nothing that a buyer could mend. */
const TOLD = {
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
} as const satisfies Record<RefusalReason, Decline>

/** The provider's own words are not for buyers: they may be a code, in another language, or a suspicion. */
export const declineOf = (reason: RefusalReason): Decline => TOLD[reason]
