/** A receiver: opens it at its provider, once, and waits until it is approved or refused. */
import { isReceiverSettled, type ReceiverStatus } from '../../domain/receiver.ts'
import type { MovementEnd, ReceiverInput } from '../messages.ts'
import { closeMovement } from '../shared/movement.ts'
import { createOnce, recoverCreation } from './create.ts'
import { followReceiver } from './follow.ts'
import { openState } from './state.ts'
import { RECEIVER_TIMING } from './timing.ts'

export async function receiver(input: ReceiverInput): Promise<MovementEnd<ReceiverStatus>> {
  const state = openState(input, { ...RECEIVER_TIMING, ...input.timing })
  const isCreated = await (input.recovery ? recoverCreation(state) : createOnce(state))
  if (isCreated && !isReceiverSettled(state.status)) await followReceiver(state)
  return closeMovement(state)
}
