/** What an operator may decide about a refund or withdrawal that waits. */
import { isPayoutSettled } from '../../../../domain/payout.ts'
import type { DecisionKind, PayoutAttention, PayoutStatus } from '../../api/contract.ts'

interface Waiting {
  status: PayoutStatus
  attention: PayoutAttention | null
  externalId: string | null
}

/** Of one that has come to its end: resolving it says that somebody has seen the news. */
export const isSeenOnly = ({ status, attention }: Pick<Waiting, 'status' | 'attention'>): boolean =>
  isPayoutSettled(status) && attention !== 'unmappedStatus'

/** What may have been paid is not cancelled; without its workflow nobody can ask the provider again. */
export function decisionsAbout({ status, attention, externalId }: Waiting): readonly DecisionKind[] {
  if (attention === null) return []
  if (isSeenOnly({ status, attention })) return ['resolve']
  const mayBePaid = externalId !== null || attention === 'unknownOutcome' || attention === 'amountMismatch'
  return [
    ...(attention === 'workflowLost' ? [] : (['retry'] as const)),
    'resolve',
    ...(mayBePaid ? [] : (['cancel'] as const)),
  ]
}
