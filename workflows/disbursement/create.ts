/** The first half of a refund or withdrawal: have it taken by one of the candidates, and never by two, nor twice by one. */

import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow'
import type { DisbursementNews } from '../../activities/disbursement-news.ts'
import type { DisbursementAttemptKey } from '../../db/queries/disbursement/attempts.ts'
import { defined } from '../../domain/defined.ts'
import type { Recovery } from '../messages.ts'
import { type Onward, type Position, throughCandidates } from '../shared/candidates.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { park } from '../shared/movement.ts'
import { NOTHING_TO_ASK } from '../shared/search.ts'
import { attemptActivities, loadDisbursementCreation } from './activities.ts'
import { ASK, asStep, decide, learnOutcome, look, lookOnce } from './learn.ts'
import type { DisbursementState } from './state.ts'

export type CreationEnd =
  | ({ outcome: 'created' } & DisbursementNews)
  | { outcome: 'refused'; message: string }
  | { outcome: 'abandoned' }
  | { outcome: 'canceled'; by?: string }
  | { outcome: 'notApproved'; hours: number }

/** How one try ended. */
export type Step = Exclude<CreationEnd, { outcome: 'refused' | 'notApproved' }> | Onward

/** Goes to the next candidate only after a refusal: what cannot be reached is waited for, what is unknown is looked up. */
export async function createAtFirstWilling(state: DisbursementState): Promise<CreationEnd> {
  return goOn(state, state.input.resumeAt ?? { index: 0, number: 1 })
}

/** One whose workflow was lost goes on from what its rows say; nothing is sent before an operator says so. */
export async function recoverCreation(state: DisbursementState, { attempt, stands }: Recovery): Promise<CreationEnd> {
  const key = supposedKey(state, { attempt, stands })
  const found = await loadDisbursementCreation(key)
  if (found.outcome === 'created') return asStep(found)
  if (found.outcome === 'abandoned') return { outcome: 'abandoned' }
  let step: Step = { outcome: 'again' }
  if (stands !== 'unsent') {
    await park(state, 'unknownOutcome', ASK)
    step = await learnOutcome(state, key, true)
  }
  // A search that found nothing sends nothing either: the operator asked for a look.
  while (step.outcome === 'again') step = await askBeforeSending(state, key)
  if (step.outcome === 'resume') return goOn(state, { index: 0, number: attempt })
  return step.outcome === 'next' ? { outcome: 'refused', message: step.message } : step
}

/**
 * One that was approved after its workflow was lost: a failover may have forgotten that it was approved before, and sent. It is sent
 * where that could not pay twice; elsewhere an operator says how it ended.
 */
export async function createIfNotThere(state: DisbursementState, recovery: Recovery): Promise<CreationEnd> {
  const looked = await look(supposedKey(state, recovery))
  if (typeof looked === 'string') return doubtCreation(state, recovery)
  if (looked.outcome === 'created') return looked
  return looked.outcome !== 'absent' && looked.isRepeatable
    ? createAtFirstWilling(state)
    : doubtCreation(state, recovery)
}

/** The try that a lost run may have made. */
export const supposedKey = ({ input }: DisbursementState, { attempt }: Recovery): DisbursementAttemptKey => ({
  disbursementId: input.disbursementId,
  accountId: input.candidates[0]?.accountId ?? '',
  number: attempt,
})

/** It may have been sent: the provider is asked for as long as it takes, and an operator. */
export const doubtCreation = (state: DisbursementState, { attempt }: Recovery): Promise<CreationEnd> =>
  recoverCreation(state, { attempt, stands: 'sending' })

async function askBeforeSending(state: DisbursementState, key: DisbursementAttemptKey): Promise<Step> {
  await park(state, 'providerUnreachable', 'Retomado sem que nada tenha sido enviado; sinais: retry, resolve, cancel.')
  await condition(() => hasDecision(state))
  const pending = await nextDecision(state)
  if (!pending) return { outcome: 'again' }
  const { decision } = pending
  switch (decision.kind) {
    case 'retry':
      await carriedOut(state, pending)
      return { outcome: 'resume' }
    case 'cancel': {
      // A run that was lost may have sent what its rows do not tell yet.
      const looked = await lookOnce(key)
      if (typeof looked === 'object') {
        await voidDecision(state, pending, 'found')
        return looked
      }
      if (looked) {
        await voidDecision(state, pending, looked)
        return { outcome: 'again' }
      }
      return cancel(state, pending)
    }
    case 'resolve': {
      const step = await decide(state, key, pending, NOTHING_TO_ASK)
      return step === undefined || step === 'lookAgain' ? { outcome: 'again' } : step
    }
  }
}

async function cancel(state: DisbursementState, pending: PendingDecision): Promise<Step> {
  const { by } = pending.decision
  await carriedOut(state, pending)
  return { outcome: 'canceled', ...defined({ by }) }
}

function goOn(state: DisbursementState, from: Position): Promise<CreationEnd> {
  const { candidates, disbursementId } = state.input
  return throughCandidates<CreationEnd>(state, candidates, from, ({ accountId }, position) =>
    tryCandidate(state, { disbursementId, accountId, number: position.number }, position),
  )
}

async function tryCandidate(state: DisbursementState, key: DisbursementAttemptKey, position: Position): Promise<Step> {
  try {
    const result = await attemptActivities(state.timing).attemptDisbursement(key)
    return result.outcome === 'refused' ? { outcome: 'next', message: result.message } : asStep(result)
  } catch (error) {
    const { surelyNotProcessed, message } = readFailure(error)
    return surelyNotProcessed ? waitForProvider(state, key, message, position) : learnOutcome(state, key)
  }
}

/** Surely nothing was paid: it is tried again every few minutes, and whenever an operator says so, until one cancels it. */
async function waitForProvider(
  state: DisbursementState,
  key: DisbursementAttemptKey,
  message: string,
  position: Position,
): Promise<Step> {
  await park(
    state,
    'providerUnreachable',
    `O provedor não atende (${message}); nada foi enviado. Tentamos de novo de tempos em tempos; sinais: retry, cancel.`,
  )
  await condition(() => hasDecision(state), state.timing.tryAgainMs)
  const pending = await nextDecision(state)
  if (!pending) {
    const { recovery: _, approval: __, ...input } = state.input
    // A notice that is being learnt would be cut off, and the next run knows nothing of it.
    if (workflowInfo().continueAsNewSuggested && allHandlersFinished())
      await continueAsNew({ ...input, resumeAt: position })
    return { outcome: 'resume' }
  }
  if (pending.decision.kind === 'cancel') return cancel(state, pending)
  const step = await decide(state, key, pending, NOTHING_TO_ASK)
  return step === undefined || step === 'lookAgain' ? { outcome: 'resume' } : step
}
