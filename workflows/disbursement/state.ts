/** The state of a running refund or withdrawal, in addition to that of every movement. */
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
  /** What the provider reported in a notice; it proves that the provider has the request. */
  told: DisbursementNews | undefined
  /** An earlier request was not found: it may have been paid all the same, and only the same one may be sent again. */
  isRepeat: boolean
  /** The account's reader cannot ask the provider about it. */
  isUnreadable: boolean
  /** The status is only the default for a provider's word that no table maps. */
  unmapped: boolean
}

export function openState(
  input: DisbursementInput,
  kind: DisbursementKind,
  timing: DisbursementTiming,
): DisbursementState {
  const { disbursementId, approval, recovery, resumeAt } = input
  const movement = openMovement<DisbursementStatus>(
    'PENDING',
    {
      attention: (doubt) => recordDisbursementAttention({ disbursementId, reason: doubt }),
      decision: (decided) => recordDisbursementDecision({ disbursementId, decided }),
    },
    // An approval may arrive with the first workflow task, also of a recovered run.
    { ...standingOf(recovery), ...defined({ asked: approval ? 'awaitsApproval' : undefined }) },
  )
  const isRepeat = resumeAt?.isRepeat ?? recovery?.isRepeat ?? false
  return Object.assign(movement, {
    input,
    kind,
    timing,
    isRepeat,
    told: undefined,
    isUnreadable: false,
    unmapped: false,
  })
}

/** Shows what the rows say after an event was recorded. */
export function showNews(state: DisbursementState, { status, unmapped, needsAttention }: DisbursementNews): void {
  Object.assign(state, { status, unmapped })
  if (isOver(state)) answerDoubt(state, needsAttention)
  else showAttention(state, needsAttention)
}

/** Nothing can change any more. A status that came from an unmapped word still can. */
export function isOver({ status, unmapped }: Pick<DisbursementState, 'status' | 'unmapped'>): boolean {
  return isDisbursementSettled(status) && !unmapped
}
