/** Reversals of a final status by a provider. */
import { type DisbursementAttention, isPaidOut, reversalOf } from '../../../domain/disbursement.ts'
import type { DisbursementRow } from './read.ts'
import type { DisbursementTransition } from './transitions.ts'

/**
 * Only the provider reverses a final status, and not with an unmapped word. "Paid" after a return is outdated and reverses nothing.
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

/** The reasons for attention that the transition raises. */
export function reasonsBy(
  { unmapped }: DisbursementTransition,
  reversal: ReturnType<typeof reversalOf>,
): DisbursementAttention[] {
  if (unmapped) return ['unmappedStatus']
  return reversal?.attention ? [reversal.attention] : []
}
