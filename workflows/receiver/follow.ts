/** The second half of a receiver: wait until it is approved or refused, or an operator knows. */
import { condition, setCurrentDetails } from '@temporalio/workflow'
import { isReceiverSettled, type ReceiverStatus } from '../../domain/receiver.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { answerDoubt, park } from '../shared/movement.ts'
import { type Search, searchFor } from '../shared/search.ts'
import { pollActivities } from './activities.ts'
import { move, type ReceiverState } from './state.ts'

const ASK =
  'O provedor não diz se aprovou: envie o sinal resolve ({"outcome":"created"} se ativo, {"outcome":"notCreated"} se recusado), retry ou cancel.'

/** Returns once it is approved or refused. */
export async function followReceiver(state: ReceiverState): Promise<void> {
  state.phase = 'following'
  setCurrentDetails('Aguardando a aprovação do provedor.')
  let poll = startPoll(state)
  while (!isReceiverSettled(state.status)) {
    await condition(() => poll.found() !== undefined || poll.isOver() || hasDecision(state))
    const status = poll.found()
    if (status !== undefined) {
      state.status = status
      break
    }
    if (poll.isOver()) {
      await park(state, 'providerUnreachable', ASK)
      await condition(() => hasDecision(state))
    }
    const pending = await nextDecision(state)
    if (!pending) continue
    if ((await carryOut(state, pending)) === 'ask' && poll.isOver()) poll = startPoll(state)
  }
  poll.cancel()
  answerDoubt(state)
}

/** Over when the provider cannot be asked, or has not decided within the time that an approval may take. */
function startPoll({ input, timing }: ReceiverState): Search<ReceiverStatus> {
  return searchFor(async () => {
    const { status } = await pollActivities(timing).pollReceiver({ receiverId: input.receiverId })
    return status === 'unreadable' ? undefined : status
  })
}

async function carryOut(state: ReceiverState, pending: PendingDecision): Promise<'ask' | 'moved'> {
  const { decision } = pending
  if (decision.kind === 'retry') {
    await carriedOut(state, pending)
    return 'ask'
  }
  if (state.asked === undefined) {
    await voidDecision(state, pending, 'underWay')
    return 'ask'
  }
  const isActive = decision.kind === 'resolve' && decision.outcome === 'created'
  await move(state, isActive ? 'ACTIVE' : 'REJECTED', decision)
  await carriedOut(state, pending)
  return 'moved'
}
