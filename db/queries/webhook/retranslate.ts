/** Reads stored provider messages in order of arrival, page by page. */
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { ChargeStatus } from '../../../domain/charge.ts'
import type { DisbursementStatus } from '../../../domain/disbursement.ts'
import type { Database } from '../../client.ts'
import { charges, disbursementEvents, disbursements, webhookEvents } from '../../schema/index.ts'
import type { WebhookEventRow } from './events.ts'

/** Webhooks that were already translated. Pending ones are translated with the current tables anyway. */
export function translatedWebhooks(db: Database, after: string, limit: number): Promise<WebhookEventRow[]> {
  const { id, state, bodyForgottenAt } = webhookEvents
  return db
    .select()
    .from(webhookEvents)
    .where(and(gt(id, after), inArray(state, ['delivered', 'ignored', 'failed']), isNull(bodyForgottenAt)))
    .orderBy(asc(id))
    .limit(limit)
}

/** A withdrawal's status, and whether it came from an unmapped word. */
export interface Standing {
  status: DisbursementStatus
  statusUnmapped: boolean
}

export async function withdrawalStanding(db: Database, disbursementId: string): Promise<Standing | undefined> {
  const { status, statusUnmapped } = disbursements
  const [row] = await db
    .select({ status, statusUnmapped })
    .from(disbursements)
    .where(eq(disbursements.id, disbursementId))
  return row
}

/** A movement whose status came from an unmapped word, with the provider's last word for it. */
interface Unmapped<Status extends string> extends Record<string, unknown> {
  id: string
  platformId: string
  provider: string
  status: Status
  eventId: string
  rawStatus: string
}

export type UnmappedCharge = Unmapped<ChargeStatus>

/** The word is one for the charge's own payment. */
export async function unmappedCharges(db: Database, after: string, limit: number): Promise<UnmappedCharge[]> {
  const rows = await db.execute<UnmappedCharge>(sql`
    SELECT charge.id, charge.platform_id AS "platformId", event.provider, charge.status,
      event.id AS "eventId", event.detail->>'rawStatus' AS "rawStatus"
    FROM ${charges} charge CROSS JOIN LATERAL (
      SELECT * FROM charge_events event
      WHERE event.charge_id = charge.id AND (event.detail->'unmapped')::text = 'true'
        AND event.detail->>'orphanOf' IS NULL AND event.cause <> 'timer'
      ORDER BY event.at DESC, event.id DESC LIMIT 1
    ) AS event
    WHERE charge.status_unmapped AND charge.id > ${after}::uuid
      AND event.provider IS NOT NULL AND event.detail->>'rawStatus' IS NOT NULL
    ORDER BY charge.id LIMIT ${limit}`)
  return [...rows]
}

export type UnmappedWithdrawal = Unmapped<DisbursementStatus>

export async function unmappedWithdrawals(db: Database, after: string, limit: number): Promise<UnmappedWithdrawal[]> {
  const rows = await db.execute<UnmappedWithdrawal>(sql`
    SELECT withdrawal.id, withdrawal.platform_id AS "platformId", withdrawal.provider, withdrawal.status,
      event.id AS "eventId", event.detail->>'rawStatus' AS "rawStatus"
    FROM ${disbursements} withdrawal CROSS JOIN LATERAL (
      SELECT * FROM ${disbursementEvents} event
      WHERE event.disbursement_id = withdrawal.id AND (event.detail->'unmapped')::text = 'true'
      ORDER BY event.at DESC, event.id DESC LIMIT 1
    ) AS event
    WHERE withdrawal.kind = 'withdrawal' AND withdrawal.status_unmapped AND withdrawal.id > ${after}::uuid
      AND withdrawal.provider IS NOT NULL AND event.detail->>'rawStatus' IS NOT NULL
    ORDER BY withdrawal.id LIMIT ${limit}`)
  return [...rows]
}
