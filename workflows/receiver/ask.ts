/** Asks a receiver's provider for its status, to check an operator's decision. */
import { defined } from '../../domain/defined.ts'
import { NOT_OURS } from '../../domain/provider-error.ts'
import { RECEIVER_STATUSES, type ReceiverStatus } from '../../domain/receiver.ts'
import { readFailure } from '../shared/failure.ts'
import { adoptReceiver } from './activities.ts'
import type { ReceiverState } from './state.ts'

/** `unreadable`: the provider has no lookup for receivers. `refused`: the provider rejected the request. */
export type Said = ReceiverStatus | 'unreadable' | 'notThere' | 'refused' | 'noAnswer'

export const isStatus = (said: Said): said is ReceiverStatus => (RECEIVER_STATUSES as readonly string[]).includes(said)

/** Reads the receiver at the provider and records its status. */
export async function ask({ input }: ReceiverState, named: string | undefined): Promise<Said> {
  try {
    return (await adoptReceiver({ receiverId: input.receiverId, ...defined({ named }) })).status
  } catch (error) {
    const { kind, refused } = readFailure(error)
    if (kind === 'NotFound' || kind === NOT_OURS) return 'notThere'
    return refused && kind !== 'Unauthorized' ? 'refused' : 'noAnswer'
  }
}
