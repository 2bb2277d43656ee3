/** A withdrawal above its platform's approval amount: nothing is sent until a second person approves it. */
import { condition, workflowInfo } from '@temporalio/workflow'
import { defined } from '../../domain/defined.ts'
import type { Approval, Recovery } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import {
  approved,
  hasDecision,
  isApproval,
  isDecision,
  nextOrApproval,
  type PendingDecision,
  putOff,
  voidDecision,
} from '../shared/decisions.ts'
import { answerDoubt, park } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { loadDisbursementCreation, recordDisbursementApproval } from './activities.ts'
import { type CreationEnd, cancel as cancelUnsent, doubtCreation, supposedKey } from './create.ts'
import { asStep, look, unsettledIn, whyFound } from './learn.ts'
import type { DisbursementState } from './state.ts'

/** @returns undefined once the withdrawal may be sent. */
export async function awaitApproval(state: DisbursementState): Promise<CreationEnd | undefined> {
  const { approval, disbursementId, candidates, madeAt } = state.input
  if (!approval) return undefined
  await park(state, 'awaitsApproval', DETAILS.disbursement.asksForApproval)
  // The withdrawal's row may have been removed or ended before it was shown to an approver.
  const accountId = candidates[0]?.accountId ?? ''
  const found = await loadDisbursementCreation({ disbursementId, accountId, ...defined({ madeAt }) })
  if (found.outcome === 'created') return asStep(found)
  if (found.outcome === 'abandoned') return { outcome: 'abandoned' }
  // The approval was given in a run that was later reset to before the approval.
  if (found.isApproved) {
    answerDoubt(state)
    return undefined
  }
  for (;;) {
    const leftMs = Date.parse(approval.dueAt) - Date.now()
    if (!hasDecision(state) && leftMs > 0) await condition(() => hasDecision(state), leftMs)
    const pending = await nextOrApproval(state)
    if (!pending) {
      const end = Date.parse(approval.dueAt) <= Date.now() && (await endInTime(state, approval.hours))
      if (end) return end
      continue
    }
    if (isApproval(pending)) {
      if (await isApproved(state, pending)) return undefined
      continue
    }
    if (isDecision(pending) && pending.decision.kind === 'cancel') {
      const end = await cancel(state, pending)
      if (end) return end
      continue
    }
    await voidDecision(state, pending, 'awaitsApproval')
  }
}

/** @returns undefined if the provider gives no answer now, or too early a one. It must be asked again before the cancellation is accepted. */
async function cancel(state: DisbursementState, pending: PendingDecision): Promise<CreationEnd | undefined> {
  const { recovery } = state.input
  const looked = recovery && (await lookForLost(state, recovery))
  if (typeof looked === 'string') return voidDecision(state, pending, looked)
  if (looked?.outcome === 'created' || looked?.outcome === 'abandoned') {
    await voidDecision(state, pending, whyFound(looked))
    return looked
  }
  if (recovery && looked?.outcome === 'impossible') {
    await voidDecision(state, pending, 'mayBePaid')
    return doubtCreation(state, recovery)
  }
  const unsettledMs = looked && unsettledIn(looked, PATCHES.lostApprovalsSettle)
  if (unsettledMs !== undefined) return putOff(state, pending, unsettledMs, () => false)
  return cancelUnsent(state, pending)
}

/**
 * The time for an approval is over. A run that replaces a lost one may not know that the withdrawal was already approved and sent.
 * @returns undefined if it may still be processed, after having waited for it or for a decision.
 */
async function endInTime(state: DisbursementState, hours: number): Promise<CreationEnd | undefined> {
  const notApproved = { outcome: 'notApproved', hours } as const
  const { recovery } = state.input
  if (!recovery) return notApproved
  const looked = await lookForLost(state, recovery)
  if (typeof looked === 'string' || looked.outcome === 'impossible') return doubtCreation(state, recovery)
  if (looked.outcome === 'created' || looked.outcome === 'abandoned') return looked
  const unsettledMs = unsettledIn(looked, PATCHES.lostApprovalsSettle)
  if (unsettledMs === undefined) return notApproved
  await condition(() => hasDecision(state), unsettledMs)
  return undefined
}

/** The lost run may have sent it until this one began. */
const lookForLost = (state: DisbursementState, recovery: Recovery) =>
  look({ ...supposedKey(state, recovery), doubtedAt: workflowInfo().startTime.toISOString() })

async function isApproved(state: DisbursementState, pending: PendingDecision<Approval>): Promise<boolean> {
  const { id, personId, by } = pending.decision
  const { disbursementId } = state.input
  const { outcome, needsAttention } = await recordDisbursementApproval({
    disbursementId,
    personId,
    id,
    ...defined({ by }),
  })
  switch (outcome) {
    case 'given':
      approved(state, pending, needsAttention)
      return true
    case 'notAllowed':
    case 'over':
      await voidDecision(state, pending, outcome)
      return false
  }
}
