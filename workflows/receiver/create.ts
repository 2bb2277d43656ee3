/** The first half of a receiver: have it opened at its provider, once. */
import { setCurrentDetails } from '@temporalio/workflow'
import { isReceiverSettled } from '../../domain/receiver.ts'
import { readFailure } from '../shared/failure.ts'
import { answerCreation } from '../shared/movement.ts'
import { creationActivities, loadReceiverFacts } from './activities.ts'
import { learnOutcome } from './learn.ts'
import type { ReceiverState } from './state.ts'

/** `created`: the provider has it; `over`: it never will. */
export type Step = 'created' | 'over' | 'again'

/** True once the provider has it. */
export async function createOnce(state: ReceiverState): Promise<boolean> {
  for (;;) {
    const step = await tryToCreate(state)
    if (step !== 'again') return step === 'created'
    state.attempt += 1
  }
}

/** One whose workflow was lost goes on from what its row says; nothing is sent before an operator says so. */
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
  setCurrentDetails('Abrindo o recebedor no provedor.')
  try {
    const made = await creationActivities(state.timing).createReceiver({ receiverId })
    switch (made.outcome) {
      case 'created':
        state.status = made.status
        state.known = made.receiverId
        answerCreation(state, { outcome: 'created' })
        return 'created'
      case 'refused':
      case 'abandoned':
        state.status = 'REJECTED'
        answerCreation(state, made)
        return 'over'
    }
  } catch (error) {
    return learnOutcome(state, readFailure(error).surelyNotProcessed ? 'providerUnreachable' : 'unknownOutcome')
  }
}
