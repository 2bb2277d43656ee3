/** The second half of a receiver: wait until it is approved or refused, or an operator knows. */
import { condition, setCurrentDetails } from '@temporalio/workflow'
import { isReceiverSettled } from '../../domain/receiver.ts'
import { carriedOut, hasDecision, nextDecision, type PendingDecision, voidDecision } from '../shared/decisions.ts'
import { answerDoubt, park } from '../shared/movement.ts'
import { loadReceiverFacts, readSoon } from './activities.ts'
import { move, type ReceiverState } from './state.ts'

const ASK =
  'O provedor não diz se aprovou: envie o sinal resolve ({"outcome":"created"} se ativo, {"outcome":"notCreated"} se recusado), retry ou cancel.'

/** Returns once it is approved or refused: by its account's reader, or an operator. */
export async function followReceiver(state: ReceiverState): Promise<void> {
  const { timing } = state
  const { receiverId } = state.input
  state.phase = 'following'
  setCurrentDetails('Aguardando a aprovação do provedor.')
  let until = Date.now() + timing.approvalMs
  const somethingNew = () => state.hasNews || hasDecision(state)
  while (!isReceiverSettled(state.status)) {
    if (state.hasNews) {
      state.hasNews = false
      state.status = (await loadReceiverFacts({ receiverId })).status
      continue
    }
    const pending = await nextDecision(state)
    if (pending) {
      await carryOut(state, pending)
      if (pending.decision.kind === 'retry') until = Date.now() + timing.approvalMs
      continue
    }
    if (!state.needsAttention) {
      const isMoot = () => somethingNew() || state.isUnreadable
      const leftMs = Math.max(until - Date.now(), 1)
      if (!state.isUnreadable && (await condition(isMoot, leftMs))) continue
      await park(state, 'providerUnreachable', ASK)
    }
    await condition(somethingNew)
  }
  answerDoubt(state)
}

async function carryOut(state: ReceiverState, pending: PendingDecision): Promise<void> {
  const { decision } = pending
  if (decision.kind === 'retry') {
    state.isUnreadable = false
    await readSoon({ kind: 'receiver', id: state.input.receiverId })
    return carriedOut(state, pending)
  }
  if (state.asked === undefined) return voidDecision(state, pending, 'underWay')
  const isActive = decision.kind === 'resolve' && decision.outcome === 'created'
  await move(state, isActive ? 'ACTIVE' : 'REJECTED', decision)
  await carriedOut(state, pending)
}
