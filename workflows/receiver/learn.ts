/** A receiver that may have been opened or not: providers cannot be searched for one, so an operator looks there and says. */
import { condition } from '@temporalio/workflow'
import type { CreationDoubt } from '../../domain/decision.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { readFailure } from '../shared/failure.ts'
import { answerCreation, answerDoubt, park } from '../shared/movement.ts'
import { adoptReceiver, reopenCreation } from './activities.ts'
import type { Step } from './create.ts'
import { move, type ReceiverState } from './state.ts'

const ASK =
  'Aguardando decisão do operador: envie o sinal resolve ({"outcome":"created","externalId":"<id do recebedor>"} ou {"outcome":"notCreated"}: abre de novo), retry ou cancel.'

export async function learnOutcome(state: ReceiverState, doubt: CreationDoubt): Promise<Step> {
  await park(state, doubt, ASK)
  for (;;) {
    await condition(() => hasDecision(state))
    const pending = await nextDecision(state)
    const step = pending ? await decide(state, doubt, pending) : undefined
    if (!step) continue
    answerDoubt(state)
    return step
  }
}

async function decide(state: ReceiverState, doubt: CreationDoubt, pending: PendingDecision): Promise<Step | undefined> {
  const { receiverId } = state.input
  const { decision } = pending
  switch (decision.kind) {
    case 'cancel':
      await move(state, 'REJECTED', decision)
      await carriedOut(state, pending)
      return 'over'
    case 'retry':
      // What never left may be sent. Of the rest a retry would only look, and there is nothing to look by.
      if (doubt === 'unknownOutcome') return voidDecision(state, pending, 'cannotLook')
      await carriedOut(state, pending)
      return 'again'
    case 'resolve': {
      if (decision.outcome === 'notCreated') {
        await reopenCreation({ receiverId })
        await carriedOut(state, pending)
        return 'again'
      }
      const adopted = decision.externalId === undefined ? 'unknownId' : await adopt(state, decision.externalId)
      if (adopted !== 'created') return voidDecision(state, pending, adopted)
      await carriedOut(state, pending)
      return 'created'
    }
  }
}

/** Takes an id that an operator named, if the provider knows it. */
async function adopt(state: ReceiverState, named: string): Promise<'created' | 'unknownId' | 'unreadable'> {
  try {
    const { status } = await adoptReceiver({ receiverId: state.input.receiverId, named })
    if (status === 'unreadable') return 'unreadable'
    state.status = status
    answerCreation(state, { outcome: 'created' })
    return 'created'
  } catch (error) {
    return readFailure(error).refused ? 'unknownId' : 'unreadable'
  }
}
