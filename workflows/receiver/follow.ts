/** The second half of a receiver: waits until the provider approves or refuses it, or an operator says so. */
import { patched, setCurrentDetails } from '@temporalio/workflow'
import type { VoidReason } from '../../domain/decision.ts'
import { isReceiverRefused, isReceiverSettled, type ReceiverStatus } from '../../domain/receiver.ts'
import type { Decision } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import {
  carriedOut,
  hasDecision,
  nextDecision,
  type PendingDecision,
  type Resolution,
  voidDecision,
} from '../shared/decisions.ts'
import { answerDoubt, waitForNews } from '../shared/movement.ts'
import { DETAILS } from '../texts.ts'
import { loadReceiverFacts, readSoon } from './activities.ts'
import { ask, isStatus, type Said } from './ask.ts'
import { move, type ReceiverState } from './state.ts'

/** Returns once the account's reader or an operator has reported it approved or refused. */
export async function followReceiver(state: ReceiverState): Promise<void> {
  const { timing } = state
  const { receiverId } = state.input
  state.phase = 'following'
  setCurrentDetails(DETAILS.receiver.waiting)
  let until = Date.now() + timing.approvalMs
  const isNews = () => state.hasNews || hasDecision(state)
  while (!isReceiverSettled(state.status)) {
    if (state.hasNews) {
      state.hasNews = false
      state.status = (await loadReceiverFacts({ receiverId })).status
      continue
    }
    const pending = await nextDecision(state)
    if (pending) {
      await carryOut(state, pending)
      if (pending.answer?.became === 'carriedOut') until = Date.now() + timing.approvalMs
      continue
    }
    const words = DETAILS.receiver.asksAboutEnd
    await waitForNews(state, isNews, { doubt: 'providerUnreachable', words, quietMs: Math.max(until - Date.now(), 1) })
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
  if (!patched(PATCHES.receiversAreRead)) return believe(state, pending)
  const isOpened = saysOpened(decision)
  const said = await ask(state, (isOpened ? decision.externalId : undefined) ?? state.known)
  const why = isStatus(said) ? takeStatus(state, decision, said) : whyVoid(said, isOpened)
  if (why) return voidDecision(state, pending, why)
  // The provider has no lookup, does not have the receiver or has not decided, so the operator's answer counts.
  const isDecided = isReceiverSettled(state.status) || (isOpened && isStatus(said))
  const to = isOpened ? 'ACTIVE' : 'REJECTED'
  if (!isDecided) await move(state, to, decision, said === 'unreadable')
  // The account's reader may have recorded another status meanwhile.
  if (!isDecided && state.status !== to) return voidDecision(state, pending, 'found')
  await carriedOut(state, pending)
}

/** Takes the provider's status. @returns why the decision is void, if it contradicts that status. */
function takeStatus(state: ReceiverState, decision: Decision, said: ReceiverStatus): VoidReason | undefined {
  state.status = said
  state.isUnreadable = false
  if (saysOpened(decision)) return isReceiverRefused(said) ? 'found' : undefined
  if (isReceiverRefused(said)) return undefined
  return decision.kind === 'cancel' && !isReceiverSettled(said) ? undefined : 'found'
}

/**
 * Why a decision is void if the provider gave no status. Without a lookup, the operator's decision is accepted unchecked. If the
 * provider does not know the receiver, "not created" is accepted.
 */
function whyVoid(said: Exclude<Said, ReceiverStatus>, isOpened: boolean): VoidReason | undefined {
  switch (said) {
    case 'unreadable':
      return undefined
    case 'noAnswer':
      return 'unreadable'
    case 'notThere':
      return isOpened ? 'unknownId' : undefined
    case 'refused':
      return isOpened ? 'unknownId' : 'unreadable'
  }
}

const saysOpened = (decision: Decision): decision is Resolution & { outcome: 'created' } =>
  decision.kind === 'resolve' && decision.outcome === 'created'

/** The behaviour of runs from before `receiversAreRead`: the decision is accepted unchecked. */
async function believe(state: ReceiverState, pending: PendingDecision): Promise<void> {
  const { decision } = pending
  if (state.asked === undefined) return voidDecision(state, pending, 'underWay')
  await move(state, saysOpened(decision) ? 'ACTIVE' : 'REJECTED', decision)
  await carriedOut(state, pending)
}
