/** A charge's history. Append-only. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ChargeEventType, ChargeStatus } from '../../../domain/charge.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents } from '../../schema/index.ts'
import { type HistoryDraft, historyRow } from '../movement/history.ts'

export type EventDraft = HistoryDraft<ChargeEventType, ChargeStatus>

/** Rows for an insert. A row whose key already exists is skipped. */
export function eventRows(chargeId: string, events: readonly EventDraft[]) {
  return events.map((event) => ({ chargeId, ...historyRow(event) }))
}

/** Appends to the history. Rows that already exist stay as they are. */
export async function appendEvents(db: Queryable, chargeId: string, events: readonly EventDraft[]): Promise<void> {
  await db.insert(chargeEvents).values(eventRows(chargeId, events)).onConflictDoNothing()
}

/** Whether the charge's history has a row whose key begins with `<key>/`. */
export const hasEventUnder = (db: Queryable, chargeId: string, key: string): Promise<boolean> =>
  has(db, chargeId, sql`starts_with(${chargeEvents.key}, ${`${key}/`})`)

/** Whether the charge's history has the row with this key. */
export const hasEvent = (db: Queryable, chargeId: string, key: string): Promise<boolean> =>
  has(db, chargeId, eq(chargeEvents.key, key))

async function has(db: Queryable, chargeId: string, isSought: SQL): Promise<boolean> {
  const rows = await db
    .select({ id: chargeEvents.id })
    .from(chargeEvents)
    .where(and(eq(chargeEvents.chargeId, chargeId), isSought))
    .limit(1)
  return rows.length > 0
}
