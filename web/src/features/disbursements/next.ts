import { isDisbursementSettled, isPaidOut } from '../../../../domain/disbursement.ts'
import type { DisbursementEvent, DisbursementKind, Withdrawal } from '../../api/contract.ts'
import { awaitsApproval } from './decisions.ts'

interface Followed extends Pick<Withdrawal, 'status' | 'needsAttention' | 'approvedAt'> {
  approval?: Withdrawal['approval']
}

/** The text for what comes next. A moment of payment outlives the payment's return, so that it tells the two ends apart. */
export function nextOf(kind: DisbursementKind, disbursement: Followed) {
  const { status, needsAttention, approvedAt } = disbursement
  if (awaitsApproval(disbursement)) return 'approval.next'
  if (needsAttention) return `next.${kind}.decision` as const
  const isReturned = kind === 'withdrawal' && approvedAt !== null && isDisbursementSettled(status) && !isPaidOut(status)
  return isReturned ? 'next.withdrawal.returned' : (`next.${kind}.${status}` as const)
}

export function changeOf(kind: DisbursementKind, { from, to }: Pick<DisbursementEvent, 'from' | 'to'>) {
  const isReturned = kind === 'withdrawal' && from !== null && isPaidOut(from) && to !== null && !isPaidOut(to)
  return isReturned ? 'changed.returned' : (`changed.${to ?? 'PENDING'}` as const)
}
