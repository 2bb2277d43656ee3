/** What becomes undone by a provider's word after the end. */
import { type DisbursementAttention, isPaidOut, reversalOf } from '../../../domain/disbursement.ts'
import type { DisbursementRow } from './read.ts'
import type { DisbursementTransition } from './transitions.ts'

/**
 * Only the provider reverses what has come to its end, and not by a word that nobody knows. That one which came back has been
 * paid is old news.
 */
export function reversalBy(
  {
    kind,
    status,
    statusUnmapped,
    approvedAt,
  }: Pick<DisbursementRow, 'kind' | 'status' | 'statusUnmapped' | 'approvedAt'>,
  { to, cause, unmapped }: Pick<DisbursementTransition, 'to' | 'cause' | 'unmapped'>,
) {
  if (statusUnmapped || unmapped || (cause !== 'webhook' && cause !== 'poll')) return undefined
  if (isPaidOut(to) && approvedAt !== null) return undefined
  return reversalOf(kind, status, to)
}

/** What an operator is asked about by it. */
export function reasonsBy(
  { unmapped }: DisbursementTransition,
  reversal: ReturnType<typeof reversalOf>,
): DisbursementAttention[] {
  if (unmapped) return ['unmappedStatus']
  return reversal?.attention ? [reversal.attention] : []
}
