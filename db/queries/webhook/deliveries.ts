/** What we send to sellers, as people look at it. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { webhookDeliveries } from '../../schema/index.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from '../list/pages.ts'

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect

export async function listWebhookDeliveries(
  db: Database,
  platformId: string,
  filter: { state?: WebhookDeliveryRow['state']; chargeId?: string },
  page: { limit: number; after?: Keyset },
): Promise<Page<WebhookDeliveryRow>> {
  const { createdAt, id, state, chargeId } = webhookDeliveries
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.platformId, platformId),
        filter.state === undefined ? undefined : eq(state, filter.state),
        filter.chargeId === undefined ? undefined : eq(chargeId, filter.chargeId),
        after(createdAt, id, page.after),
      ),
    )
    .orderBy(newestFirst(createdAt, id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => ({ at: row.createdAt, id: row.id }))
}

/** Makes it due again under a new workflow. Undefined when the platform has no such delivery. */
export async function resendWebhookDelivery(
  db: Database,
  platformId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await db
    .update(webhookDeliveries)
    .set({ state: 'pending', attempts: 0, resends: sql`${webhookDeliveries.resends} + 1`, deliveredAt: null })
    .where(and(eq(webhookDeliveries.platformId, platformId), eq(webhookDeliveries.id, id)))
    .returning()
  return row
}
