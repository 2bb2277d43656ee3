/** What a running refund or withdrawal remembers besides what every movement does. */

import type { DisbursementNews } from '../../activities/disbursement-news.ts'
import { defined } from '../../domain/defined.ts'
import { type DisbursementKind, type DisbursementStatus, isDisbursementSettled } from '../../domain/disbursement.ts'
import type { DisbursementInput } from '../messages.ts'
import { answerDoubt, type Movement, openMovement, showAttention, standingOf } from '../shared/movement.ts'
import { recordDisbursementAttention, recordDisbursementDecision } from './activities.ts'
import type { DisbursementTiming } from './timing.ts'

export interface DisbursementState extends Movement<DisbursementStatus> {
  readonly input: DisbursementInput
  readonly kind: DisbursementKind
  readonly timing: DisbursementTiming
  /** What the provider has told of by itself: it has the money to pay. */
  told: DisbursementNews | undefined
  /** The account's reader cannot ask the provider about it. */
  isUnreadable: boolean
  /** The status is only a provider's default for a word that no table knows. */
  unmapped: boolean
}

export function openState(
  input: DisbursementInput,
  kind: DisbursementKind,
  timing: DisbursementTiming,
): DisbursementState {
  const { disbursementId, approval, recovery } = input
  const movement = openMovement<DisbursementStatus>(
    'PENDING',
    {
      attention: (doubt) => recordDisbursementAttention({ disbursementId, reason: doubt }),
      decision: (decided) => recordDisbursementDecision({ disbursementId, decided }),
    },
    // An approval may come with the first task, too, of one that is taken up again.
    { ...standingOf(recovery), ...defined({ asked: approval ? 'awaitsApproval' : undefined }) },
  )
  return Object.assign(movement, { input, kind, timing, told: undefined, isUnreadable: false, unmapped: false })
}

/** What the rows say after a fact was written down. */
export function showNews(state: DisbursementState, { status, unmapped, needsAttention }: DisbursementNews): void {
  Object.assign(state, { status, unmapped })
  if (isOver(state)) answerDoubt(state, needsAttention)
  else showAttention(state, needsAttention)
}

/** Nothing can change any more; a status that came from an unknown word can. */
export function isOver({ status, unmapped }: Pick<DisbursementState, 'status' | 'unmapped'>): boolean {
  return isDisbursementSettled(status) && !unmapped
}
