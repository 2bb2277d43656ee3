/** What a provider can be asked about, by its entry in the catalogue: nothing before that is known. */
import type { DisbursementAttention, DisbursementKind, Provider } from '../../api/contract.ts'

export interface Askable extends Pick<Provider, 'lookup' | 'withdrawLookup'> {
  operations: readonly Provider['operations'][number][]
}

/** A charge whose answer was lost. */
export const canLookUp = (provider: Askable | undefined): boolean => (provider?.lookup ?? null) !== null

/** A movement whose id at the provider is known. */
export const canRead = (kind: 'charge' | 'withdrawal', provider: Askable | undefined): boolean =>
  provider?.operations.includes(READINGS[kind]) ?? false

const READINGS = { charge: 'readTransaction', withdrawal: 'readWithdraw' } as const

/** Reasons for which a retry sends, or begins anew: whatever the provider can be asked. */
const GOES_ON: ReadonlySet<DisbursementAttention> = new Set(['providerUnreachable', 'workflowLost'])

/** Whether asking once more may tell what became of a refund or withdrawal that waits for a person. */
export function canRetry(
  { kind, attention }: { kind: DisbursementKind; attention: DisbursementAttention },
  provider: Askable | undefined,
): boolean {
  if (GOES_ON.has(attention)) return true
  if (kind === 'refund') return provider?.operations.includes('readRefund') || canRead('charge', provider)
  if ((provider?.withdrawLookup ?? null) !== null) return true
  // What was lost has no id to read it by.
  return attention !== 'unknownOutcome' && canRead('withdrawal', provider)
}
