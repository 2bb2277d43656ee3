/** What a running receiver remembers besides what every movement does. */
import { setHandler } from '@temporalio/workflow'
import type { CreationDoubt } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import type { ReceiverStatus } from '../../domain/receiver.ts'
import { providerEventSignal, type ReceiverInput, UNREADABLE } from '../messages.ts'
import { type Movement, openMovement } from '../shared/movement.ts'
import { recordReceiverAttention, recordReceiverDecision, recordReceiverStatus } from './activities.ts'
import type { ReceiverTiming } from './timing.ts'

export interface ReceiverState extends Movement<ReceiverStatus> {
  readonly input: ReceiverInput
  readonly timing: ReceiverTiming
  /** The account's reader has changed its row. */
  hasNews: boolean
  /** The account's reader cannot ask the provider about it. */
  isUnreadable: boolean
}

export function openState(input: ReceiverInput, timing: ReceiverTiming): ReceiverState {
  const { receiverId } = input
  const movement = openMovement<ReceiverStatus>('PENDING', {
    attention: (doubt: CreationDoubt) => recordReceiverAttention({ receiverId, reason: doubt }),
    decision: (decided) => recordReceiverDecision({ receiverId, decided }),
  })
  const state: ReceiverState = Object.assign(movement, { input, timing, hasNews: false, isUnreadable: false })
  setHandler(providerEventSignal, (event) => {
    if (event?.eventId === UNREADABLE) state.isUnreadable = true
    else state.hasNews = true
  })
  return state
}

/** An operator says how it stands. */
export async function move(
  state: ReceiverState,
  to: ReceiverStatus,
  { id, by }: { id: string; by?: string },
): Promise<void> {
  const { receiverId } = state.input
  const who = defined({ by })
  state.status = await recordReceiverStatus({ receiverId, to, cause: 'operator', key: `operator/${id}`, ...who })
}
