/** What an operator may decide about a refund or withdrawal that waits. */
import { isAwaited } from '../../../../domain/approval.ts'
import { isDisbursementSettled, mayBePaid } from '../../../../domain/disbursement.ts'
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
  attentionReasons: readonly DisbursementAttention[]
  externalId: string | null
  approval?: Withdrawal['approval']
}

/** Nothing is sent before a second operator approves it. */
export const awaitsApproval = ({ status, approval }: Pick<Waiting, 'status' | 'approval'>): boolean =>
  isAwaited(approval?.state) && !isDisbursementSettled(status)

/** For a settled one, resolving only records that an operator has seen it. */
export const isSeenOnly = ({ status, attention }: Pick<Waiting, 'status' | 'attention'>): boolean =>
  isDisbursementSettled(status) && attention !== 'unmappedStatus'

/**
 * One that may have been paid cannot be cancelled. Retrying a lost workflow restarts it, and it asks the provider first. Operators
 * cannot approve their own requests.
 * @param personId the operator who would decide.
 * @param provider of the disbursement.
 */
export function decisionsAbout(
  disbursement: Waiting,
  personId: string,
  provider: Askable | undefined,
): readonly DecisionKind[] {
  const { kind, status, attention, approval } = disbursement
  if (attention === null) return []
  if (awaitsApproval(disbursement)) return approval?.requestedBy === personId ? ['cancel'] : ['resolve', 'cancel']
  if (isSeenOnly({ status, attention })) return ['resolve']
  const retry = canRetry({ kind, attention }, provider) ? (['retry'] as const) : []
  return mayBePaid(disbursement) ? [...retry, 'resolve'] : [...retry, 'resolve', 'cancel']
}
