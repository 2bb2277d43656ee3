/** How long after its end a charge or a payment is read. */
import { and, eq, sql } from 'drizzle-orm'
import { DISPUTE_WINDOW_MS } from '../../../domain/poll-rhythm.ts'
import type { Database } from '../../client.ts'
import { charges, disputes, payments } from '../../schema/index.ts'
import { disputeIsOpen } from '../movement/statuses.ts'

/**
 * A charge with an open dispute is read until the dispute is decided: its bank takes as long as it takes.
 * @param kind for a payment, as its charge.
 * @returns milliseconds; null if the row is gone.
 */
export async function windowOf(db: Database, kind: 'charge' | 'payment', id: string): Promise<number | null> {
  const isDisputed = sql<boolean>`EXISTS (SELECT FROM ${disputes}
    WHERE ${and(eq(disputes.chargeId, charges.id), disputeIsOpen(disputes.state))})`
  const found = { method: charges.paymentMethod, isDisputed }
  const [row] = await (kind === 'charge'
    ? db.select(found).from(charges).where(eq(charges.id, id))
    : db.select(found).from(payments).innerJoin(charges, eq(charges.id, payments.chargeId)).where(eq(payments.id, id)))
  if (!row) return null
  return row.isDisputed ? Number.POSITIVE_INFINITY : DISPUTE_WINDOW_MS[row.method]
}
