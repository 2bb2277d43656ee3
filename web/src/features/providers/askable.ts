/** Which lookups and reads a provider supports, by its catalogue entry; none while the entry is not loaded. */
import type { DisbursementAttention, DisbursementKind, Provider } from '../../api/contract.ts'

export interface Askable extends Pick<Provider, 'lookup' | 'withdrawLookup'> {
  operations: readonly Provider['operations'][number][]
}

/** Whether a charge with a lost answer can be looked up. */
export const canLookUp = (provider: Askable | undefined): boolean => (provider?.lookup ?? null) !== null

/** Whether a movement that the provider is known to have can be read: a refund also by its charge. */
export const canRead = (kind: keyof typeof READINGS, provider: Askable | undefined): boolean =>
  READINGS[kind].some((operation) => provider?.operations.includes(operation))

const READINGS = {
  charge: ['readTransaction'],
  withdrawal: ['readWithdraw'],
  refund: ['readRefund', 'readTransaction'],
} as const satisfies Record<string, Askable['operations']>

/** Reasons for which a retry sends again or restarts, even if the provider supports no lookup. */
const GOES_ON: ReadonlySet<DisbursementAttention> = new Set(['providerUnreachable', 'workflowLost'])

/** Whether a retry may find the outcome of a refund or withdrawal that waits for an operator. */
export function canRetry(
  { kind, attention }: { kind: DisbursementKind; attention: DisbursementAttention },
  provider: Askable | undefined,
): boolean {
  if (GOES_ON.has(attention)) return true
  if (kind === 'refund') return canRead('refund', provider)
  if ((provider?.withdrawLookup ?? null) !== null) return true
  // After a lost answer, there is no id to read.
  return attention !== 'unknownOutcome' && canRead('withdrawal', provider)
}
