/** Resolves a refund or withdrawal whose outcome is unknown: looks it up where the provider can be asked, and finally asks an operator. */
import { condition, patched, setCurrentDetails } from '@temporalio/workflow'
import type { DisbursementLookUp, DisbursementSearch } from '../../activities/look-up-disbursement.ts'
import type { ResolvedDisbursement } from '../../activities/read-disbursement.ts'
import type { DisbursementAttemptKey } from '../../db/queries/disbursement/attempts.ts'
import { OTHER_AMOUNT, type VoidReason } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { PATCHES } from '../patches.ts'
import {
  carriedOut,
  hasDecision,
  nextDecision,
  type PendingDecision,
  putOff,
  type Resolution,
  voidDecision,
} from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { answerDoubt, park, turnTo } from '../shared/movement.ts'
import { type Search, searchFor } from '../shared/search.ts'
import { DETAILS } from '../texts.ts'
import { lookUpDisbursement, lookUpNow, resolveDisbursement } from './activities.ts'
import type { Step } from './create.ts'
import type { DisbursementState } from './state.ts'

/**
 * The first answer ends the wait.
 * @param watching passed to the search: it then never reports the attempt absent.
 */
export async function learnOutcome(
  state: DisbursementState,
  key: DisbursementAttemptKey,
  watching = false,
): Promise<Step> {
  setCurrentDetails(DETAILS.lookingUp)
  turnTo(state, 'unknownOutcome')
  // Of what a lost run sent, its replacement does not know when the answer was lost.
  const isOfLostRun = state.input.recovery?.attempt === key.number
  const doubted = { ...key, ...defined({ doubtedAt: isOfLostRun ? undefined : new Date().toISOString() }) }
  let search = lookUp(key, watching)
  const news = () => search.found() !== undefined || state.told !== undefined || search.isOver() || hasDecision(state)
  for (;;) {
    // The operator's decision comes first: a disbursement that they say is paid must not be sent again because a search misses it.
    const pending = await nextDecision(state)
    const taken = pending ? await decide(state, doubted, pending, search) : (search.found() ?? toldStep(state))
    if (taken === 'lookAgain') {
      search.cancel()
      search = lookUp(key, true)
      continue
    }
    if (taken) return conclude(state, search, taken)
    if (pending) continue
    // Another process may still record the answer, so the search starts again even if the provider cannot be asked.
    if (search.isOver()) search = lookUp(key, true)
    else if (state.asked === undefined && (await condition(news, state.timing.unknownMs))) continue
    await park(state, 'unknownOutcome', DETAILS.disbursement.asksAboutCreation)
    await condition(news)
  }
}

const toldStep = ({ told }: DisbursementState): Step | undefined => told && { outcome: 'created', ...told }

function conclude(state: DisbursementState, search: Search<Step>, step: Step): Step {
  search.cancel()
  answerDoubt(state, step.outcome === 'created' && step.needsAttention)
  return step
}

/** Looks the attempt up in the background; the activity retries by itself until the provider has answered. */
function lookUp(key: DisbursementAttemptKey, watching: boolean): Search<Step> {
  return searchFor(async () => {
    const found = await lookUpDisbursement({ ...key, watching })
    if (found.outcome === 'created' || found.outcome === 'abandoned') return asStep(found)
    return found.outcome === 'absent' ? { outcome: 'again' } : undefined
  })
}

type Found = Extract<DisbursementLookUp, { outcome: 'created' }>

export function asStep(result: Found): Made
export function asStep(result: Found | { outcome: 'again' | 'abandoned' }): Step
export function asStep(result: Found | { outcome: 'again' | 'abandoned' }): Step {
  if (result.outcome !== 'created') return result
  const { status, unmapped } = result
  return { outcome: 'created', status, unmapped, needsAttention: unmapped } as const
}

/** A disbursement that may be paid cannot be cancelled, and a retry only looks it up. Only a resolve says what happened. */
export async function decide(
  state: DisbursementState,
  key: DoubtedAttempt,
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
        await voidDecision(state, pending, whyFound(found))
        return found
      }
      if (decision.outcome === 'notCreated') {
        const looked = await lookOnce(key)
        if (typeof looked === 'string') return voidDecision(state, pending, looked)
        if (typeof looked === 'number') return putOff(state, pending, looked, () => search.found() !== undefined)
        if (looked) {
          await voidDecision(state, pending, whyFound(looked))
          return looked
        }
      }
      const news = await resolve(state, pending, decision, true)
      if (typeof news === 'string') return voidDecision(state, pending, news)
      await answerWord(state, pending, news)
      return { outcome: 'created', ...news }
    }
  }
}

/** Why a decision is void that comes to a disbursement of which this is known. */
export const whyFound = ({ outcome }: Step): VoidReason => (outcome === 'abandoned' ? 'over' : 'found')

/**
 * Looks the disbursement up by our reference before an operator's "not created" is accepted.
 * @returns undefined if nothing contradicts the operator; a number if the request may still be processed for so many milliseconds.
 */
export async function lookOnce(key: DoubtedAttempt): Promise<Step | number | 'unreadable' | 'mayBePaid' | undefined> {
  const looked = await look(key)
  if (typeof looked === 'string' || looked.outcome === 'created' || looked.outcome === 'abandoned') return looked
  return unsettledIn(looked, PATCHES.wordsWaitToSettle)
}

/** Milliseconds for which the request may still be processed, of which a search has found nothing. Runs from before the patch do not wait. */
export function unsettledIn(looked: NotMade, since: string): number | undefined {
  const left = looked.outcome === 'absent' ? undefined : looked.unsettledMs
  return left !== undefined && patched(since) ? left : undefined
}

/** The result of one lookup. If it finds nothing, it says whether sending again could pay twice. */
export async function look(key: DoubtedAttempt): Promise<Made | Abandoned | 'unreadable' | 'mayBePaid' | NotMade> {
  try {
    const found = await lookUpNow({ ...key, watching: false, once: true })
    return found.outcome === 'created' ? asStep(found) : found
  } catch (error) {
    return readFailure(error).kind === 'Mismatch' ? 'mayBePaid' : 'unreadable'
  }
}

type DoubtedAttempt = DisbursementAttemptKey & Pick<DisbursementSearch, 'doubtedAt'>
type Made = Extract<Step, { outcome: 'created' }>
type Abandoned = Extract<DisbursementLookUp, { outcome: 'abandoned' }>
type NotMade = Exclude<DisbursementLookUp, { outcome: 'created' | 'abandoned' }>

/** Answers an operator's decision; it is void if the provider contradicts it. */
export async function answerWord(
  state: DisbursementState,
  pending: PendingDecision,
  { contradicts, isGivenUp }: ResolvedDisbursement,
): Promise<void> {
  const why = contradicts ? 'found' : isGivenUp ? 'givenUp' : undefined
  await (why ? voidDecision(state, pending, why) : carriedOut(state, pending))
}

/**
 * Applies an operator's decision after asking the provider.
 * @param isUnanswered the operator was asked about a request without an answer.
 * @returns the reason if the decision was not accepted.
 */
export async function resolve(
  { input }: DisbursementState,
  { decision }: PendingDecision,
  { outcome, externalId, status, by }: Resolution,
  isUnanswered = false,
): Promise<ResolvedDisbursement | 'unknownId' | 'unreadable' | 'mayBePaid'> {
  const { about } = decision
  const word = {
    disbursementId: input.disbursementId,
    outcome,
    key: `operator/${decision.id}`,
    ...defined({ externalId, status, by, about: about === OTHER_AMOUNT ? about : undefined }),
    ...defined({ unsent: isUnanswered || undefined }),
  }
  try {
    return (await resolveDisbursement(word)) ?? 'unknownId'
  } catch (error) {
    const { kind, refused } = readFailure(error)
    if (kind === 'Mismatch') return 'mayBePaid'
    return refused ? 'unknownId' : 'unreadable'
  }
}
