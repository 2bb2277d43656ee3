/** The state of a running receiver, in addition to that of every movement. */
import { setHandler } from '@temporalio/workflow'
import type { CreationDoubt, Decided } from '../../domain/decision.ts'
import { defined } from '../../domain/defined.ts'
import type { ReceiverStatus } from '../../domain/receiver.ts'
import { providerEventSignal, type ReceiverInput, UNREADABLE } from '../messages.ts'
import { type Movement, openMovement, standingOf } from '../shared/movement.ts'
import { recordReceiverAttention, recordReceiverDecision, recordReceiverStatus } from './activities.ts'
import type { ReceiverTiming } from './timing.ts'

export interface ReceiverState extends Movement<ReceiverStatus> {
  readonly input: ReceiverInput
  readonly timing: ReceiverTiming
  /** The provider's id for the receiver. The workflow keeps it even if a database failover lost it. */
  known: string | undefined
  /** The account's reader has changed the receiver's row. */
  hasNews: boolean
  /** The account's reader cannot ask the provider about it. */
  isUnreadable: boolean
}

export function openState(input: ReceiverInput, timing: ReceiverTiming): ReceiverState {
  const { receiverId, recovery } = input
  const records = {
    attention: (doubt: CreationDoubt) => recordReceiverAttention({ receiverId, reason: doubt }),
    decision: (decided: Decided) => recordReceiverDecision({ receiverId, decided }),
  }
  const movement = openMovement<ReceiverStatus>('PENDING', records, standingOf(recovery))
  const own = { input, timing, known: undefined, hasNews: false, isUnreadable: false }
  const state: ReceiverState = Object.assign(movement, own)
  setHandler(providerEventSignal, (event) => {
    if (event?.eventId === UNREADABLE) state.isUnreadable = true
    else state.hasNews = true
  })
  return state
}

/**
 * Records the status that an operator reported.
 * @param isUnread true if the provider could not be asked.
 */
export async function move(
  state: ReceiverState,
  to: ReceiverStatus,
  { id, by }: { id: string; by?: string },
  isUnread = false,
): Promise<void> {
  const { receiverId } = state.input
  const who = defined({ by, unread: isUnread || undefined })
  state.status = await recordReceiverStatus({ receiverId, to, cause: 'operator', key: `operator/${id}`, ...who })
}
