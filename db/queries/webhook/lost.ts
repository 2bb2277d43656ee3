/** Notices whose own workflow may have died. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeEvents, disbursementEvents, webhookEvents } from '../../schema/index.ts'

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
