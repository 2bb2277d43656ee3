/**
 * A receiver that may have been opened. Providers offer no search for receivers, so an operator checks there and decides, unless the
 * provider's answer comes late.
 */
import { condition, patched } from '@temporalio/workflow'
import type { ReceiverFacts } from '../../activities/read-receiver.ts'
import type { CreationDoubt } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import { PATCHES } from '../patches.ts'
import {
  carriedOut,
  hasDecision,
  nextDecision,
  type PendingDecision,
  type Resolution,
  voidDecision,
} from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { answerCreation, answerDoubt, park } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { loadReceiverFacts, reopenCreation, vouchForReceiver } from './activities.ts'
import { ask, isStatus } from './ask.ts'
import type { Step } from './create.ts'
import { move, type ReceiverState } from './state.ts'

export async function learnOutcome(state: ReceiverState, doubt: CreationDoubt): Promise<Step> {
  if (await isAnswered(state)) return 'created'
  await park(state, doubt, DETAILS.receiver.asksAboutCreation)
  for (;;) {
    await condition(() => hasDecision(state) || (state.hasNews && patched(PATCHES.lateAnswersAreHeard)))
    if (!hasDecision(state) && (await isAnswered(state))) return 'created'
    const pending = await nextDecision(state)
    const step = pending ? await decide(state, doubt, pending) : undefined
    if (!step) continue
    answerDoubt(state)
    return step
  }
}

/** The provider's own answer has come to the row meanwhile. */
async function isAnswered(state: ReceiverState): Promise<boolean> {
  if (!patched(PATCHES.lateAnswersAreHeard)) return false
  state.hasNews = false
  const facts = await factsOf(state)
  if (!facts?.receiverId) return false
  state.status = facts.status
  state.known = facts.receiverId
  answerCreation(state, { outcome: 'created' })
  answerDoubt(state)
  return true
}

/** Undefined if a database failover has lost the row. */
async function factsOf({ input: { receiverId } }: ReceiverState): Promise<ReceiverFacts | undefined> {
  try {
    return await loadReceiverFacts({ receiverId })
  } catch (error) {
    if (readFailure(error).kind === 'NotFound') return undefined
    throw error
  }
}

async function decide(state: ReceiverState, doubt: CreationDoubt, pending: PendingDecision): Promise<Step | undefined> {
  const { receiverId } = state.input
  const { decision } = pending
  if (await isAnswered(state)) {
    if (decision.kind === 'resolve' && decision.externalId === state.known) await carriedOut(state, pending)
    else await voidDecision(state, pending, 'found')
    return 'created'
  }
  switch (decision.kind) {
    case 'cancel':
      await move(state, 'REJECTED', decision, doubt === 'unknownOutcome')
      await carriedOut(state, pending)
      return 'over'
    case 'retry':
      // A request that was never sent may be sent now. Otherwise a retry would only look, and there is no id to look up.
      if (doubt === 'unknownOutcome') return voidDecision(state, pending, 'cannotLook')
      await carriedOut(state, pending)
      return 'again'
    case 'resolve': {
      if (decision.outcome === 'notCreated') {
        await reopenCreation({ receiverId })
        await carriedOut(state, pending)
        return 'again'
      }
      const adopted = await adopt(state, decision)
      if (adopted !== 'created') return voidDecision(state, pending, adopted)
      await carriedOut(state, pending)
      return 'created'
    }
  }
}

/** Accepts an id that an operator named, if the provider knows it or has no lookup. */
async function adopt(
  state: ReceiverState,
  { externalId: named, by }: Resolution,
): Promise<'created' | 'unknownId' | 'unreadable'> {
  if (named === undefined) return 'unknownId'
  const said = await ask(state, named)
  if (said === 'unreadable') {
    if (!patched(PATCHES.receiversAreRead)) return 'unreadable'
    if (!(await vouch(state, { named, ...defined({ by }) }))) return 'unknownId'
  } else if (isStatus(said)) state.status = said
  else return said === 'noAnswer' ? 'unreadable' : 'unknownId'
  state.known = named
  answerCreation(state, { outcome: 'created' })
  return 'created'
}

/** @returns false if the id belongs to another receiver. */
async function vouch({ input }: ReceiverState, word: { named: string; by?: string }): Promise<boolean> {
  try {
    await vouchForReceiver({ receiverId: input.receiverId, ...word })
    return true
  } catch (error) {
    readFailure(error)
    return false
  }
}
