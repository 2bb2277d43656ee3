/** A receiver's history. Append-only. */
import type { EventCause } from '../../../domain/cause.ts'
import { defined } from '../../../domain/defined.ts'
import type { ReceiverEventType, ReceiverStatus } from '../../../domain/receiver.ts'
import type { Queryable } from '../../client.ts'
import { receiverEvents } from '../../schema/index.ts'
import { type HistoryDraft, historyRow } from '../movement/history.ts'

export type EventDraft = HistoryDraft<ReceiverEventType, ReceiverStatus>

/** An operator's statement. `unread`: the provider cannot be asked, so it was accepted without a reading. */
export type OperatorsWord = { by?: string; unread?: true }

export function movedTo(
  to: ReceiverStatus,
  from: ReceiverStatus,
  key: string,
  cause: EventCause,
  word: OperatorsWord = {},
): EventDraft {
  const detail = Object.keys(word).length === 0 ? undefined : word
  return { key: `status/${key}`, type: 'statusChanged', cause, from, to, ...defined({ detail }) }
}

/** The key of a change that a reading found: a receiver may come back to a status that it had before. */
export const readingKey = (): string => `reading/${Date.now()}`

/** Appends to the history. Rows that already exist stay as they are. */
export async function appendReceiverEvents(
  db: Queryable,
  receiverId: string,
  events: readonly EventDraft[],
): Promise<void> {
  const rows = events.map((event) => ({ receiverId, ...historyRow(event) }))
  await db.insert(receiverEvents).values(rows).onConflictDoNothing()
}
