/** The common part of refunds and withdrawals: sends the money once, learns the outcome, and leaves the database row correct. */
import { patched } from '@temporalio/workflow'
import { notApprovedIn } from '../../domain/approval.ts'
import { defined } from '../../domain/defined.ts'
import type { DisbursementKind, DisbursementStatus } from '../../domain/disbursement.ts'
import { OUR_MESSAGES } from '../../domain/our-messages.ts'
import type { DisbursementInput, MovementEnd } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { carriedOut, voidDecision } from '../shared/decisions.ts'
import { abandonCreation, answerCreation, answerDoubt, closeMovement } from '../shared/movement.ts'
import { recordDisbursementTransition } from './activities.ts'
import { awaitApproval } from './approval.ts'
import { createAtFirstWilling, createIfNotThere, recoverCreation } from './create.ts'
import { learnEvents } from './event.ts'
import { followDisbursement } from './follow.ts'
import { type DisbursementState, isOver, openState, showNews } from './state.ts'
import { DISBURSEMENT_TIMING } from './timing.ts'

/** @param canceled the status of a disbursement that an operator cancelled before it was sent. */
export async function disburse(
  input: DisbursementInput,
  kind: DisbursementKind,
  canceled: DisbursementStatus,
): Promise<MovementEnd<DisbursementStatus>> {
  const state = openState(input, kind, { ...DISBURSEMENT_TIMING, ...input.timing })
  learnEvents(state)

  const { approval, recovery } = input
  const create = () => {
    if (!recovery) return createAtFirstWilling(state)
    return approval ? createIfNotThere(state, recovery) : recoverCreation(state, recovery)
  }
  const creation = (await awaitApproval(state)) ?? (await create())
  switch (creation.outcome) {
    case 'created':
      // A notice may already have reported a later status than this answer.
      if (!isOver(state)) showNews(state, creation)
      answerCreationDoubt(state)
      answerCreation(state, { outcome: 'created' })
      if (!isOver(state)) await followDisbursement(state)
      break
    case 'refused':
      await end(state, { to: 'REJECTED', cause: 'provider', key: 'refused', message: creation.message })
      answerCreation(state, creation)
      break
    case 'canceled': {
      const by = defined({ by: creation.by })
      await end(state, { to: canceled, cause: 'operator', key: 'operator/cancel', unsent: true, ...by })
      // The provider's answer came first.
      if (!isOver(state) && patched(PATCHES.takenIsNotCanceled)) {
        answerCreationDoubt(state)
        if (creation.pending) await voidDecision(state, creation.pending, 'found')
        answerCreation(state, { outcome: 'created' })
        await followDisbursement(state)
        break
      }
      if (creation.pending) await carriedOut(state, creation.pending)
      answerCreation(state, { outcome: 'refused', message: OUR_MESSAGES.canceledByOperator })
      break
    }
    case 'notApproved': {
      const message = notApprovedIn(creation.hours)
      await end(state, { to: canceled, cause: 'timer', key: 'notApproved', message })
      answerCreation(state, { outcome: 'refused', message })
      break
    }
    case 'abandoned':
      state.status = 'REJECTED'
      abandonCreation(state, input)
  }
  return closeMovement(state)
}

/** Decisions about a request that was not sent must not be carried out on one that was. */
function answerCreationDoubt(state: DisbursementState): void {
  if (state.asked !== undefined && patched(PATCHES.creationsAnswerDoubts)) answerDoubt(state, state.needsAttention)
}

async function end(
  state: DisbursementState,
  ending: Omit<Parameters<typeof recordDisbursementTransition>[0], 'disbursementId'>,
): Promise<void> {
  showNews(state, await recordDisbursementTransition({ disbursementId: state.input.disbursementId, ...ending }))
}
