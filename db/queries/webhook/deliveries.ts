/** What we send to sellers, as people look at it. */
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { platforms, webhookDeliveries } from '../../schema/index.ts'
import { appendEvents } from '../charge/events.ts'
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

export async function loadDelivery(
  db: Database,
  deliveryId: string,
): Promise<{ delivery: WebhookDeliveryRow; sealedWebhookSecret: string } | undefined> {
  const [row] = await db
    .select({ delivery: webhookDeliveries, sealedWebhookSecret: platforms.sealedWebhookSecret })
    .from(webhookDeliveries)
    .innerJoin(platforms, eq(platforms.id, webhookDeliveries.platformId))
    .where(eq(webhookDeliveries.id, deliveryId))
  return row
}

/** One try and what came of it. */
export async function recordDeliveryTry(
  db: Database,
  delivery: WebhookDeliveryRow,
  outcome: { status: number | null; error: string | null; delivered: boolean },
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      lastStatus: outcome.status,
      lastError: outcome.error,
      ...(outcome.delivered ? { state: 'delivered' as const, deliveredAt: sql`now()` } : {}),
    })
    .where(eq(webhookDeliveries.id, delivery.id))
  if (!outcome.delivered) return
  await appendEvents(db, delivery.chargeId, [
    { key: `notified/${delivery.id}`, type: 'notified', cause: 'api', detail: { event: delivery.eventType } },
  ])
}

export async function markDeliveryFailed(db: Database, deliveryId: string): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed' })
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.state, 'pending')))
}

/** Deliveries that nobody has tried for a while: their workflow may never have started. Starting it again is harmless. */
export async function untriedDeliveries(
  db: Database,
  limit: number,
): Promise<Pick<WebhookDeliveryRow, 'id' | 'resends'>[]> {
  return db
    .select({ id: webhookDeliveries.id, resends: webhookDeliveries.resends })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.state, 'pending'),
        eq(webhookDeliveries.attempts, 0),
        lt(webhookDeliveries.createdAt, sql`now() - interval '15 seconds'`),
      ),
    )
    .orderBy(webhookDeliveries.createdAt)
    .limit(limit)
}
