/** The first half of a charge: creates a transaction at one of the candidates, and never a second one. */
import type { AttemptKey, ChargeAttemptEnd } from '../../activities/attempt-charge.ts'
import { isPaid } from '../../domain/charge.ts'
import { type Onward, type Position, throughCandidates } from '../shared/candidates.ts'
import { readFailure } from '../shared/failure.ts'
import { park } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { attemptActivities, loadCreation, loadDelivered } from './activities.ts'
import { learnOutcome } from './learn.ts'
import { type ChargeState, showRecorded } from './state.ts'

export type Created = Extract<ChargeAttemptEnd, { outcome: 'created' }>

export type CreationEnd =
  | Created
  | { outcome: 'refused'; message: string }
  | { outcome: 'abandoned' }
  | { outcome: 'canceled'; by?: string }
  /** An earlier attempt was paid, so the charge is over. `unknown`: another attempt that may be paid too. */
  | { outcome: 'paidElsewhere'; unknown?: AttemptKey }

/** How one try ended. */
export type Step = Exclude<CreationEnd, { outcome: 'refused' }> | Exclude<Onward, { outcome: 'resume' }>

export async function createAtFirstWilling(state: ChargeState): Promise<CreationEnd> {
  return goOn(state, { index: 0, number: 1 })
}

/** Continues a charge whose workflow was lost, from its rows. Nothing is sent until an operator decides it. */
export async function recoverCreation(state: ChargeState): Promise<CreationEnd> {
  const { chargeId, candidates } = state.input
  const accountId = candidates[0]?.accountId ?? ''
  const found = await loadCreation({ chargeId, accountId })
  // The lost run may not have processed these events.
  if (found.outcome !== 'abandoned') state.loaded.push(...(await loadDelivered({ chargeId })))
  state.inbox.push(...state.loaded)
  if (found.outcome === 'created') showRecorded(state, found.stands)
  if (found.outcome !== 'unfinished') return found
  const key = { chargeId, accountId, number: state.attempt }
  const doubt = state.asked === 'unknownOutcome' ? 'unknownOutcome' : 'providerUnreachable'
  await park(state, doubt, DETAILS.charge.asksAboutCreation)
  let step = await learnOutcome(state, key, doubt)
  // A retry here only asks for a search, so a search that finds nothing must not lead to a send.
  if (step.outcome === 'again' && doubt === 'unknownOutcome') {
    step = await learnOutcome(state, key, 'providerUnreachable')
  }
  if (step.outcome === 'again') return goOn(state, { index: 0, number: state.attempt + 1 })
  return step.outcome === 'next' ? { outcome: 'refused', message: step.message } : step
}

function goOn(state: ChargeState, from: Position): Promise<CreationEnd> {
  const { candidates, chargeId } = state.input
  return throughCandidates<CreationEnd>(
    state,
    candidates,
    from,
    ({ accountId }, { index, number }) =>
      tryCandidate(state, { chargeId, accountId, number }, index === candidates.length - 1),
    // Events are applied concurrently with the attempts, so the charge may be paid by now.
    () => (isPaid(state.status) ? { outcome: 'paidElsewhere' } : undefined),
  )
}

async function tryCandidate(state: ChargeState, key: AttemptKey, isLast: boolean): Promise<Step> {
  try {
    const result = await attemptActivities(state.timing, isLast).attemptCharge(key)
    return result.outcome === 'refused' ? { outcome: 'next', message: result.message } : result
  } catch (error) {
    state.hasTried = true
    const failure = readFailure(error)
    if (!failure.surelyNotProcessed) return learnOutcome(state, key, 'unknownOutcome')
    if (!isLast) return { outcome: 'next', message: failure.message }
    return learnOutcome(state, key, 'providerUnreachable')
  }
}
