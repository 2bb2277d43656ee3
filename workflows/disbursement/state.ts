/** What a running refund or withdrawal remembers besides what every movement does. */
import type { PayoutNews } from '../../activities/read-payout.ts'
import { isPayoutSettled, type PayoutKind, type PayoutStatus } from '../../domain/payout.ts'
import type { PayoutInput } from '../messages.ts'
import { answerDoubt, type Movement, openMovement, showAttention, standingOf } from '../shared/movement.ts'
import { recordPayoutAttention, recordPayoutDecision } from './activities.ts'
import type { DisbursementTiming } from './timing.ts'

export interface DisbursementState extends Movement<PayoutStatus> {
  readonly input: PayoutInput
  readonly kind: PayoutKind
  readonly timing: DisbursementTiming
  /** What the provider has told of by itself: it has the money to pay. */
  told: PayoutNews | undefined
  /** The account's reader cannot ask the provider about it. */
  isUnreadable: boolean
  /** The status is only a provider's default for a word that no table knows. */
  unmapped: boolean
}

export function openState(input: PayoutInput, kind: PayoutKind, timing: DisbursementTiming): DisbursementState {
  const { payoutId, approval, recovery } = input
  const movement = openMovement<PayoutStatus>(
    'PENDING',
    {
      attention: (doubt) => recordPayoutAttention({ payoutId, reason: doubt }),
      decision: (decided) => recordPayoutDecision({ payoutId, decided }),
    },
    // An approval may come with the first task, too, of one that is taken up again.
    { ...standingOf(recovery), ...(approval ? { asked: 'awaitsApproval' } : {}) },
  )
  return Object.assign(movement, { input, kind, timing, told: undefined, isUnreadable: false, unmapped: false })
}

/** What the rows say after a fact was written down. */
export function showNews(state: DisbursementState, { status, unmapped, needsAttention }: PayoutNews): void {
  Object.assign(state, { status, unmapped })
  if (isOver(state)) answerDoubt(state, needsAttention)
  else showAttention(state, needsAttention)
}

/** Nothing can change any more; a status that came from an unknown word can. */
export function isOver({ status, unmapped }: Pick<DisbursementState, 'status' | 'unmapped'>): boolean {
  return isPayoutSettled(status) && !unmapped
}
