/** What an operator may decide about a refund or withdrawal that waits. */
import type { DecisionKind, PayoutAttention } from '../../api/contract.ts'

interface Waiting {
  attention: PayoutAttention | null
  externalId: string | null
}

/** What may have been paid is not cancelled; without its workflow nobody can ask the provider again. */
export function decisionsAbout({ attention, externalId }: Waiting): readonly DecisionKind[] {
  if (attention === null) return []
  const mayBePaid = externalId !== null || attention === 'unknownOutcome' || attention === 'amountMismatch'
  return [
    ...(attention === 'workflowLost' ? [] : (['retry'] as const)),
    'resolve',
    ...(mayBePaid ? [] : (['cancel'] as const)),
  ]
}
