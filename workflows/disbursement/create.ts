/** The first half of a refund or withdrawal: sends it to one candidate, never to two, and twice to one only what cannot be paid twice. */
import { allHandlersFinished, condition, continueAsNew, patched, workflowInfo } from '@temporalio/workflow'
import type { DisbursementNews } from '../../activities/disbursement-news.ts'
import type { DisbursementAttemptKey } from '../../db/queries/disbursement/attempts.ts'
import { defined } from '../../domain/defined.ts'
import type { Recovery } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { type Onward, type Position, throughCandidates } from '../shared/candidates.ts'
import {
  carriedOut,
  hasDecision,
  nextDecision,
  type PendingDecision,
  putOff,
  voidDecision,
} from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { park } from '../shared/movement.ts'
import { NOTHING_TO_ASK } from '../shared/search.ts'
import { DETAILS } from '../texts.ts'
import { attemptActivities, loadDisbursementCreation } from './activities.ts'
import { asStep, decide, learnOutcome, look, lookOnce, whyFound } from './learn.ts'
import type { DisbursementState } from './state.ts'

export type CreationEnd =
  | ({ outcome: 'created' } & DisbursementNews)
  | { outcome: 'refused'; message: string }
  | { outcome: 'abandoned' }
  /** `pending` is answered once the disbursement has moved. */
  | { outcome: 'canceled'; by?: string; pending?: PendingDecision }
  | { outcome: 'notApproved'; hours: number }

/** How one try ended. */
export type Step = Exclude<CreationEnd, { outcome: 'refused' | 'notApproved' }> | Onward

/** Goes to the next candidate only after a refusal. It waits for an unreachable provider and looks up an unknown outcome. */
export async function createAtFirstWilling(state: DisbursementState): Promise<CreationEnd> {
  return goOn(state, state.input.resumeAt ?? { index: 0, number: 1 })
}

/** Continues a disbursement whose workflow was lost, from its rows. Nothing is sent until an operator decides it. */
export async function recoverCreation(state: DisbursementState, { attempt, stands }: Recovery): Promise<CreationEnd> {
  const key = supposedKey(state, { attempt, stands })
  const found = await loadDisbursementCreation(key)
  if (found.outcome === 'created') return asStep(found)
  if (found.outcome === 'abandoned') return { outcome: 'abandoned' }
  let step: Step = { outcome: 'again' }
  if (stands !== 'unsent') {
    await park(state, 'unknownOutcome', DETAILS.disbursement.asksAboutCreation)
    step = await learnOutcome(state, key, true)
  }
  // A retry here only asks for a search, so a search that finds nothing must not lead to a send.
  while (step.outcome === 'again') step = await askBeforeSending(state, key)
  if (step.outcome === 'resume') return goOn(state, { index: 0, number: attempt })
  return step.outcome === 'next' ? { outcome: 'refused', message: step.message } : step
}

/**
 * Continues a withdrawal that was approved after its workflow was lost. A failover may have lost an earlier approval after which it
 * was sent. It is sent now if that cannot pay twice; otherwise an operator decides how it ended.
 */
export async function createIfNotThere(state: DisbursementState, recovery: Recovery): Promise<CreationEnd> {
  const looked = await look(supposedKey(state, recovery))
  if (typeof looked === 'string') return doubtCreation(state, recovery)
  if (looked.outcome === 'created' || looked.outcome === 'abandoned') return looked
  return looked.outcome !== 'absent' && looked.isRepeatable
    ? createAtFirstWilling(state)
    : doubtCreation(state, recovery)
}

/** The attempt that a lost run may have sent. */
export const supposedKey = ({ input }: DisbursementState, { attempt }: Recovery): DisbursementAttemptKey => ({
  disbursementId: input.disbursementId,
  accountId: input.candidates[0]?.accountId ?? '',
  number: attempt,
})

/** The disbursement may have been sent: it is looked up until the provider answers, and an operator is asked. */
export const doubtCreation = (state: DisbursementState, { attempt }: Recovery): Promise<CreationEnd> =>
  recoverCreation(state, { attempt, stands: 'sending' })

async function askBeforeSending(state: DisbursementState, key: DisbursementAttemptKey): Promise<Step> {
  const isDoubted = staysDoubted(state)
  if (isDoubted) await park(state, 'unknownOutcome', DETAILS.disbursement.resumedRepeat)
  else await park(state, 'providerUnreachable', DETAILS.disbursement.resumedUnsent)
  await condition(() => hasDecision(state))
  const pending = await nextDecision(state)
  if (!pending) return { outcome: 'again' }
  const { decision } = pending
  switch (decision.kind) {
    case 'retry': {
      const otherwise = patched(PATCHES.retriesLookFirst) ? await stepIfSent(state, key, pending) : undefined
      if (otherwise) return otherwise
      await carriedOut(state, pending)
      return { outcome: 'resume' }
    }
    case 'cancel':
      if (isDoubted) await decide(state, key, pending, NOTHING_TO_ASK)
      else return (await stepIfSent(state, key, pending)) ?? cancel(state, pending)
      return { outcome: 'again' }
    case 'resolve': {
      const step = await decide(state, key, pending, NOTHING_TO_ASK)
      return step === undefined || step === 'lookAgain' ? { outcome: 'again' } : step
    }
  }
}

/**
 * A lost run may have sent an attempt that its rows do not show, so the provider is asked before the decision is carried out.
 * @returns undefined if the provider reports nothing, or has no lookup.
 */
async function stepIfSent(
  state: DisbursementState,
  key: DisbursementAttemptKey,
  pending: PendingDecision,
): Promise<Step | undefined> {
  const looked = await lookOnce(key)
  if (looked === undefined) return undefined
  if (typeof looked === 'number') {
    await putOff(state, pending, looked, () => false)
    return { outcome: 'again' }
  }
  if (typeof looked === 'object') {
    await voidDecision(state, pending, whyFound(looked))
    return looked
  }
  await voidDecision(state, pending, looked)
  return { outcome: 'again' }
}

/**
 * A provider may have answered an earlier try meanwhile. What has its id is not cancelled: only a reading says how it ended.
 * @returns undefined if nothing is known of it.
 */
async function stepIfTaken(
  state: DisbursementState,
  key: DisbursementAttemptKey,
  pending: PendingDecision,
): Promise<Step | undefined> {
  if (!patched(PATCHES.takenIsNotCanceled)) return undefined
  const found = await loadDisbursementCreation(key)
  if (found.outcome !== 'created') return undefined
  await voidDecision(state, pending, 'found')
  return asStep(found)
}

/** The provider's answer may come before the cancellation, so it is answered only after that. */
export async function cancel(
  state: DisbursementState,
  pending: PendingDecision,
): Promise<Extract<Step, { outcome: 'canceled' }>> {
  const by = defined({ by: pending.decision.by })
  if (patched(PATCHES.takenIsNotCanceled)) return { outcome: 'canceled', pending, ...by }
  await carriedOut(state, pending)
  return { outcome: 'canceled', ...by }
}

function goOn(state: DisbursementState, from: Position): Promise<CreationEnd> {
  const { candidates, disbursementId } = state.input
  return throughCandidates<CreationEnd>(state, candidates, from, ({ accountId }, position) =>
    tryCandidate(state, { disbursementId, accountId, number: position.number }, position),
  )
}

async function tryCandidate(state: DisbursementState, key: DisbursementAttemptKey, position: Position): Promise<Step> {
  const { approval, madeAt } = state.input
  // What a second person approved is the row that is there, and once something may have been sent the row may be lost and written again.
  const isOfStart = position.number === 1 && !approval
  const started = { ...key, ...defined({ madeAt: isOfStart ? madeAt : undefined }) }
  try {
    const result = await attemptActivities(state.timing).attemptDisbursement(started)
    if (result.outcome === 'again') state.isRepeat = true
    return result.outcome === 'refused' ? { outcome: 'next', message: result.message } : asStep(result)
  } catch (error) {
    state.hasTried = true
    const { surelyNotProcessed, message } = readFailure(error)
    if (surelyNotProcessed) return waitForProvider(state, key, message, position)
    const step = await learnOutcome(state, key)
    if (step.outcome === 'again') state.isRepeat = true
    return step
  }
}

/** An earlier request, that no search has found, may have been paid: what comes of its repeat does not say. */
const staysDoubted = ({ isRepeat }: DisbursementState): boolean => isRepeat && patched(PATCHES.repeatsStayDoubted)

/**
 * This try was certainly not processed. Sends again every few minutes and at an operator's retry, until an operator cancels; a try that
 * repeats one that was not found is not cancelled, because that one may have been paid.
 */
async function waitForProvider(
  state: DisbursementState,
  key: DisbursementAttemptKey,
  message: string,
  position: Position,
): Promise<Step> {
  const isDoubted = staysDoubted(state)
  if (isDoubted) await park(state, 'unknownOutcome', DETAILS.disbursement.unreachableAgain(message))
  else await park(state, 'providerUnreachable', DETAILS.disbursement.unreachable(message))
  await condition(() => hasDecision(state), state.timing.tryAgainMs)
  const pending = await nextDecision(state)
  if (!pending) {
    const { recovery: _, approval: __, ...input } = state.input
    // Continuing as new would cut off a notice that is being applied, and the next run would not know of it.
    if (workflowInfo().continueAsNewSuggested && allHandlersFinished())
      await continueAsNew({
        ...input,
        resumeAt: { ...position, ...defined({ isRepeat: state.isRepeat || undefined }) },
      })
    return { outcome: 'resume' }
  }
  if (pending.decision.kind === 'cancel' && !isDoubted)
    return (await stepIfTaken(state, key, pending)) ?? cancel(state, pending)
  const step = await decide(state, key, pending, NOTHING_TO_ASK)
  // The decision was put off: nothing is sent before it.
  if (step === undefined && hasDecision(state) && patched(PATCHES.wordsWaitToSettle))
    return waitForProvider(state, key, message, position)
  return step === undefined || step === 'lookAgain' ? { outcome: 'resume' } : step
}
