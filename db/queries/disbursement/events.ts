/** A disbursement's history. Append-only. */
import type { DisbursementEventType, DisbursementStatus } from '../../../domain/disbursement.ts'
import type { Queryable } from '../../client.ts'
import { disbursementEvents } from '../../schema/index.ts'
import { type HistoryDraft, historyRow } from '../movement/history.ts'

export type DisbursementEventDraft = HistoryDraft<DisbursementEventType, DisbursementStatus>

/**
 * Appends to the history. Rows that already exist stay as they are.
 * @returns whether any of them is new.
 */
export async function appendDisbursementEvents(
  db: Queryable,
  disbursementId: string,
  events: readonly DisbursementEventDraft[],
): Promise<boolean> {
  const rows = events.map((event) => ({ disbursementId, ...historyRow(event) }))
  const appended = await db
    .insert(disbursementEvents)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: disbursementEvents.id })
  return appended.length > 0
}
