/** A charge's history: appended to, never rewritten. */

import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import type { ChargeEventType } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents } from '../../schema/index.ts'

export interface EventDraft {
  key: string
  type: ChargeEventType
  cause: EventCause
  provider?: string
  at?: string
  detail?: Record<string, string | number | boolean>
}

/** Rows for an insert; a key that is there already makes its row superfluous. */
export function eventRows(chargeId: string, events: readonly EventDraft[]) {
  return events.map((event) => ({
    id: uuidv7(),
    chargeId,
    key: event.key,
    type: event.type,
    cause: event.cause,
    provider: event.provider ?? null,
    detail: event.detail ?? null,
    ...defined({ at: event.at }),
  }))
}

/** Appends to the history; rows that are there already stay as they are. */
export async function appendEvents(db: Queryable, chargeId: string, events: readonly EventDraft[]): Promise<void> {
  await db.insert(chargeEvents).values(eventRows(chargeId, events)).onConflictDoNothing()
}
