/** The first half of a receiver: opens it at its provider, once. */
import { setCurrentDetails } from '@temporalio/workflow'
import { isReceiverSettled } from '../../domain/receiver.ts'
import { readFailure } from '../shared/failure.ts'
import { abandonCreation, answerCreation } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { creationActivities, loadReceiverFacts } from './activities.ts'
import { learnOutcome } from './learn.ts'
import type { ReceiverState } from './state.ts'

/** `created`: the provider has the receiver. `over`: the provider never will. */
export type Step = 'created' | 'over' | 'again'

/** @returns true if the provider has the receiver. */
export async function createOnce(state: ReceiverState): Promise<boolean> {
  for (;;) {
    const step = await tryToCreate(state)
    if (step !== 'again') return step === 'created'
    state.attempt += 1
  }
}

/** Continues a receiver whose workflow was lost, from its row. Nothing is sent until an operator decides it. */
export async function recoverCreation(state: ReceiverState): Promise<boolean> {
  const { status, receiverId } = await loadReceiverFacts({ receiverId: state.input.receiverId })
  state.status = status
  if (receiverId !== null || isReceiverSettled(status)) {
    answerCreation(state, { outcome: 'created' })
    return true
  }
  const step = await learnOutcome(state, 'unknownOutcome')
  return step === 'again' ? createOnce(state) : step === 'created'
}

async function tryToCreate(state: ReceiverState): Promise<Step> {
  const { receiverId } = state.input
  setCurrentDetails(DETAILS.receiver.opening)
  try {
    const made = await creationActivities(state.timing).createReceiver({ receiverId })
    switch (made.outcome) {
      case 'created':
        state.status = made.status
        state.known = made.receiverId
        answerCreation(state, { outcome: 'created' })
        return 'created'
      case 'refused':
        state.status = 'REJECTED'
        answerCreation(state, made)
        return 'over'
      case 'abandoned':
        state.status = 'REJECTED'
        abandonCreation(state, state.input)
        return 'over'
    }
  } catch (error) {
    state.hasTried = true
    return learnOutcome(state, readFailure(error).surelyNotProcessed ? 'providerUnreachable' : 'unknownOutcome')
  }
}
