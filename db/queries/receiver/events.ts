/** A receiver's history: appended once per key. */
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import type { ReceiverEventType, ReceiverStatus } from '../../../domain/receiver.ts'
import type { Queryable } from '../../client.ts'
import { receiverEvents } from '../../schema/index.ts'

export interface EventDraft {
  key: string
  type: ReceiverEventType
  cause: EventCause
  from?: ReceiverStatus
  to?: ReceiverStatus
  detail?: Record<string, string | number | boolean>
}

export function movedTo(
  to: ReceiverStatus,
  from: ReceiverStatus,
  key: string,
  cause: EventCause,
  by?: string,
): EventDraft {
  return {
    key: `status/${key}`,
    type: 'statusChanged',
    cause,
    from,
    to,
    ...(by === undefined ? {} : { detail: { by } }),
  }
}

export async function appendReceiverEvents(
  db: Queryable,
  receiverId: string,
  events: readonly EventDraft[],
): Promise<void> {
  await db
    .insert(receiverEvents)
    .values(events.map((event) => ({ id: uuidv7(), receiverId, ...event })))
    .onConflictDoNothing()
}
