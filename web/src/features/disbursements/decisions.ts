/** What an operator may decide about a refund or withdrawal that waits. */
import { isAwaited } from '../../../../domain/approval.ts'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import type {
  DecisionKind,
  DisbursementAttention,
  DisbursementKind,
  DisbursementStatus,
  Withdrawal,
} from '../../api/contract.ts'
import { type Askable, canRetry } from '../providers/askable.ts'

interface Waiting {
  kind: DisbursementKind
  status: DisbursementStatus
  attention: DisbursementAttention | null
  externalId: string | null
  approval?: Withdrawal['approval']
}

/** Nothing is sent before a second person says so. */
export const awaitsApproval = ({ status, approval }: Pick<Waiting, 'status' | 'approval'>): boolean =>
  isAwaited(approval?.state) && !isDisbursementSettled(status)

/** Of one that has come to its end: resolving it says that somebody has seen the news. */
export const isSeenOnly = ({ status, attention }: Pick<Waiting, 'status' | 'attention'>): boolean =>
  isDisbursementSettled(status) && attention !== 'unmappedStatus'

/**
 * What may have been paid is not cancelled; asked again, a workflow that was lost is begun anew, and asks first; nobody approves what
 * they asked for.
 * @param personId who would decide.
 * @param provider of the disbursement.
 */
export function decisionsAbout(
  disbursement: Waiting,
  personId: string,
  provider: Askable | undefined,
): readonly DecisionKind[] {
  const { kind, status, attention, externalId, approval } = disbursement
  if (attention === null) return []
  if (awaitsApproval(disbursement)) return approval?.requestedBy === personId ? ['cancel'] : ['resolve', 'cancel']
  if (isSeenOnly({ status, attention })) return ['resolve']
  const mayBePaid = externalId !== null || attention === 'unknownOutcome' || attention === 'amountMismatch'
  const retry = canRetry({ kind, attention }, provider) ? (['retry'] as const) : []
  return mayBePaid ? [...retry, 'resolve'] : [...retry, 'resolve', 'cancel']
}
