/** A charge's history: appended to, never rewritten. */
import { type SQL, sql } from 'drizzle-orm'
import type { ChargeEventType, ChargeStatus } from '../../../domain/charge.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents } from '../../schema/index.ts'
import { type HistoryDraft, historyRow } from '../movement/history.ts'

export type EventDraft = HistoryDraft<ChargeEventType, ChargeStatus>

/** Rows for an insert; a key that is there already makes its row superfluous. */
export function eventRows(chargeId: string, events: readonly EventDraft[]) {
  return events.map((event) => ({ chargeId, ...historyRow(event) }))
}

/** Such rows inside a statement, as `event`, from their JSON. */
export const eventsIn = (json: SQL): SQL => sql`jsonb_to_recordset(${json}::jsonb) AS event (
  id uuid, key text, at timestamptz, type text, "from" text, "to" text, cause text, provider text, detail jsonb)`

/** Appends to the history; rows that are there already stay as they are. */
export async function appendEvents(db: Queryable, chargeId: string, events: readonly EventDraft[]): Promise<void> {
  await db.insert(chargeEvents).values(eventRows(chargeId, events)).onConflictDoNothing()
}
