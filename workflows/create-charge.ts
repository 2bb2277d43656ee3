/** The first half of a charge: have a transaction made, at one of the candidates, and never twice. */
import { upsertSearchAttributes } from '@temporalio/workflow'
import type { AttemptKey, AttemptOutcome } from '../activities/attempt-charge.ts'
import { attemptActivities } from './charge-activities.ts'
import { type ChargeState, describe } from './charge-state.ts'
import { readFailure } from './failure.ts'
import { learnOutcome } from './learn-outcome.ts'
import { SEARCH_ATTRIBUTES } from './messages.ts'
import type { Timing } from './timing.ts'

export type Created = Extract<AttemptOutcome, { outcome: 'created' }>

export type CreationEnd =
  | Created
  | { outcome: 'refused'; message: string }
  | { outcome: 'abandoned' }
  | { outcome: 'canceled'; by?: string }

/** How one try ended, where that is not the end: `next` candidate (nothing happened here), or the same one `again`. */
export type Step =
  | Exclude<CreationEnd, { outcome: 'refused' }>
  | { outcome: 'next'; message: string }
  | { outcome: 'again' }

/** Goes from candidate to candidate, but only where it is certain that nothing happened at the one before. */
export async function createAtFirstWilling(state: ChargeState, timing: Timing): Promise<CreationEnd> {
  const { candidates, chargeId } = state.input
  let index = 0
  let message = ''
  for (let number = 1; ; number += 1) {
    const candidate = candidates[index]
    if (!candidate) return { outcome: 'refused', message }
    if (index > 0) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: candidate.provider }])
    state.attempt = number
    describe(`Enviando à ${candidate.provider} (tentativa ${number}).`)

    const key = { chargeId, accountId: candidate.accountId, number }
    const step = await tryCandidate(state, timing, key, index === candidates.length - 1)
    if (step.outcome === 'again') continue
    if (step.outcome !== 'next') return step
    message = step.message
    index += 1
  }
}

async function tryCandidate(state: ChargeState, timing: Timing, key: AttemptKey, isLast: boolean): Promise<Step> {
  try {
    const result = await attemptActivities(timing, isLast).attemptCharge(key)
    return result.outcome === 'refused' ? { outcome: 'next', message: result.message } : result
  } catch (error) {
    const failure = readFailure(error)
    if (!failure.surelyNotProcessed) return learnOutcome(state, timing, key, 'unknownOutcome')
    if (!isLast) return { outcome: 'next', message: failure.message }
    return learnOutcome(state, timing, key, 'providerUnreachable')
  }
}
