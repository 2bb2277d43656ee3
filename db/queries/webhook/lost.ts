/** Notices whose own workflow may have died, or of which a failover of the database may have lost what they led to. */
import { and, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeEvents, disbursementEvents, webhookEvents } from '../../schema/index.ts'
import { idOfDaysAgo } from '../time.ts'

export interface HandedOver extends Record<string, unknown> {
  runId: string
  /** The charge or withdrawal. */
  movementId: string
  webhookId: string
  /** The webhook's id, and the number of its replay. */
  eventId: string
}

/** @returns the runs that really are about a delivered notice of their movement, and about which no operator has been asked. */
export async function unaskedNotices(db: Database, handedOver: readonly HandedOver[]): Promise<Set<string>> {
  const rows = await db.execute<{ runId: string }>(sql`
    SELECT said."runId"
    FROM jsonb_to_recordset(${JSON.stringify(handedOver)}::jsonb)
      AS said("runId" text, "movementId" uuid, "webhookId" uuid, "eventId" text)
    JOIN ${webhookEvents} AS webhook ON webhook.id = said."webhookId" AND webhook.state = 'delivered'
      AND said."movementId" IN (webhook.charge_id, webhook.withdrawal_id)
    WHERE NOT EXISTS (SELECT FROM ${chargeEvents} AS asked
        WHERE asked.charge_id = said."movementId" AND asked.key = 'needsAttention/lost/' || said."eventId")
      AND NOT EXISTS (SELECT FROM ${disbursementEvents} AS asked
        WHERE asked.disbursement_id = said."movementId" AND asked.key = 'needsAttention/lost/' || said."eventId")`)
  return new Set(rows.map(({ runId }) => runId))
}

/** A failover is noticed within this time, and what came so lately may have led to rows that it lost. */
const LATELY = sql`interval '15 minutes'`

/** The codes of the providers whose charges, or whose withdrawals, cannot be read. */
export interface Unreadable {
  charges: readonly string[]
  withdrawals: readonly string[]
}

/**
 * Makes notices due again that came lately and found their movement, where no reading says it again. Applying one twice is harmless.
 * @returns how many.
 */
export async function handOverAgain(db: Database, of: Unreadable): Promise<number> {
  const { id, chargeId, withdrawalId, provider, state, receivedAt } = webhookEvents
  const { count } = await db
    .update(webhookEvents)
    .set({ state: 'pending', nextAttemptAt: sql`now()` })
    .where(
      and(
        // Ids begin with their time: no more rows are read than came within a day.
        gt(id, idOfDaysAgo(1)),
        gt(receivedAt, sql`now() - ${LATELY}`),
        // One that names another amount is handed over, too, and has failed.
        inArray(state, ['delivered', 'failed']),
        or(
          and(isNotNull(chargeId), inArray(provider, of.charges)),
          and(isNotNull(withdrawalId), inArray(provider, of.withdrawals)),
        ),
      ),
    )
  return count
}
