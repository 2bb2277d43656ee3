/** A refund or withdrawal whose outcome nobody knows: the provider is asked where it can be, and in the end an operator decides. */

import { condition, setCurrentDetails } from '@temporalio/workflow'
import type { PayoutLookUp } from '../../activities/look-up-payout.ts'
import type { PayoutNews } from '../../activities/read-payout.ts'
import type { PayoutAttemptKey } from '../../db/queries/payout/attempts.ts'
import { defined } from '../../domain/defined.ts'
import {
  carriedOut,
  hasDecision,
  nextDecision,
  type PendingDecision,
  type Resolution,
  voidDecision,
} from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { answerDoubt, park, turnTo } from '../shared/movement.ts'
import { type Search, searchFor } from '../shared/search.ts'
import { lookUpPayout, resolvePayout } from './activities.ts'
import type { Step } from './create.ts'
import type { DisbursementState } from './state.ts'

const ASK =
  'Ninguém sabe se o dinheiro saiu, e nada será reenviado. Confira no provedor e envie o sinal resolve ({"outcome":"created","externalId":"…"} ou {"outcome":"notCreated"}), ou retry para consultar de novo.'

/** Whoever knows first ends the wait. */
export async function learnOutcome(state: DisbursementState, key: PayoutAttemptKey): Promise<Step> {
  setCurrentDetails('Sem resposta confiável do provedor: consultando antes de qualquer outra coisa.')
  turnTo(state, 'unknownOutcome')
  let search = lookUp(key, false)
  const news = () => search.found() !== undefined || search.isOver() || hasDecision(state)
  for (;;) {
    // An operator's word first: what they call paid is not sent again because a search does not find it.
    const pending = await nextDecision(state)
    const taken = pending ? await decide(state, pending, search) : search.found()
    if (taken === 'lookAgain') {
      search.cancel()
      search = lookUp(key, true)
      continue
    }
    if (taken) return conclude(state, search, taken)
    if (pending) continue
    // Whatever the provider can be asked, somebody else may still write the answer down.
    if (search.isOver()) search = lookUp(key, true)
    else if (state.asked === undefined && (await condition(news, state.timing.unknownMs))) continue
    await park(state, 'unknownOutcome', ASK)
    await condition(news)
  }
}

function conclude(state: DisbursementState, search: Search<Step>, step: Step): Step {
  search.cancel()
  answerDoubt(state, step.outcome === 'created' && step.needsAttention)
  return step
}

/** Looks the attempt up in the background; the activity retries by itself until the provider has answered. */
function lookUp(key: PayoutAttemptKey, watching: boolean): Search<Step> {
  return searchFor(async () => {
    const found = await lookUpPayout({ ...key, watching })
    if (found.outcome === 'impossible') return undefined
    return found.outcome === 'absent' ? { outcome: 'again' } : asStep(found)
  })
}

type Found = Extract<PayoutLookUp, { outcome: 'created' }>

export function asStep(result: Found | { outcome: 'again' | 'abandoned' }) {
  if (result.outcome !== 'created') return result
  const { status, unmapped } = result
  return { outcome: 'created', status, unmapped, needsAttention: unmapped } as const
}

/** What may have been paid cannot be cancelled, and a retry only looks: an operator has to say what happened. */
export async function decide(
  state: DisbursementState,
  pending: PendingDecision,
  search: Search<Step>,
): Promise<Step | 'lookAgain' | undefined> {
  const { decision } = pending
  switch (decision.kind) {
    case 'cancel':
      return voidDecision(state, pending, 'mayBePaid')
    case 'retry':
      await carriedOut(state, pending)
      return 'lookAgain'
    case 'resolve': {
      const found = search.found()
      if (found && found.outcome !== 'again') {
        await voidDecision(state, pending, 'found')
        return found
      }
      const news = await resolve(state, pending, decision)
      if (typeof news === 'string') return voidDecision(state, pending, news)
      await carriedOut(state, pending)
      return { outcome: 'created', ...news }
    }
  }
}

/** The provider has the first word. @returns why nothing was believed, where nothing was. */
export async function resolve(
  { input }: DisbursementState,
  { decision }: PendingDecision,
  { outcome, externalId, status, by }: Resolution,
): Promise<PayoutNews | 'unknownId' | 'unreadable'> {
  const word = {
    payoutId: input.payoutId,
    outcome,
    key: `operator/${decision.id}`,
    ...defined({ externalId, status, by }),
  }
  try {
    return (await resolvePayout(word)) ?? 'unknownId'
  } catch (error) {
    return readFailure(error).refused ? 'unknownId' : 'unreadable'
  }
}
