/** What will happen to a refund or withdrawal next, and when: the last line of its history. */
import { isDisbursementSettled, isPaidOut } from '../../../../domain/disbursement.ts'
import type { DisbursementEvent, DisbursementKind, Withdrawal } from '../../api/contract.ts'
import { awaitsApproval } from './decisions.ts'

interface Followed extends Pick<Withdrawal, 'status' | 'needsAttention' | 'approvedAt'> {
  approval?: Withdrawal['approval']
}

interface Asked {
  /** When its provider was known to have it. */
  madeAt: string | undefined
  /** Whether its provider can be asked about it. */
  canRead: boolean
}

/** The text for what comes next. A moment of payment outlives the payment's return, so that it tells the two ends apart. */
export function nextOf(kind: DisbursementKind, disbursement: Followed, { madeAt, canRead }: Asked) {
  const { status, needsAttention, approvedAt } = disbursement
  if (awaitsApproval(disbursement)) return 'approval.next'
  if (needsAttention) return `next.${kind}.decision` as const
  if (!isDisbursementSettled(status)) {
    if (madeAt === undefined) return 'timeline:next.waitingProvider'
    return canRead ? (`next.${kind}.read` as const) : 'next.told'
  }
  const isReturned = kind === 'withdrawal' && approvedAt !== null && !isPaidOut(status)
  return isReturned ? 'next.withdrawal.returned' : (`next.${kind}.${status}` as const)
}

/** When its provider took it, or was found to have it: its readings begin then. */
export const madeAtOf = (events: readonly Pick<DisbursementEvent, 'type' | 'at' | 'detail'>[]): string | undefined =>
  events.findLast(({ type, detail }) => type === 'answered' || (type === 'lookedUp' && detail?.found === true))?.at

export function changeOf(kind: DisbursementKind, { from, to }: Pick<DisbursementEvent, 'from' | 'to'>) {
  const isReturned = kind === 'withdrawal' && from !== null && isPaidOut(from) && to !== null && !isPaidOut(to)
  return isReturned ? 'changed.returned' : (`changed.${to ?? 'PENDING'}` as const)
}
