/** Sellers' webhook endpoints. */
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { MOST_ENDPOINTS } from '../../../domain/seller-event.ts'
import type { Database, Queryable } from '../../client.ts'
import { webhookEndpoints } from '../../schema/index.ts'
import type { NextSecret } from '../access/platforms.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect
export type NewEndpointRow = Pick<
  typeof webhookEndpoints.$inferInsert,
  'id' | 'url' | 'events' | 'enabled' | 'sealedSecret'
>

const ofPlatform = (platformId: string) =>
  and(eq(webhookEndpoints.platformId, platformId), isNull(webhookEndpoints.deletedAt))

const one = (platformId: string, id: string) => and(ofPlatform(platformId), eq(webhookEndpoints.id, id))

export async function listWebhookEndpoints(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<WebhookEndpointRow>> {
  return newestOf(db.select().from(webhookEndpoints), webhookEndpoints, ofPlatform(platformId), page)
}

export async function findWebhookEndpoint(
  db: Database,
  platformId: string,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await db.select().from(webhookEndpoints).where(one(platformId, id))
  return row
}

/** @returns undefined if the platform already has the most endpoints. The lock makes the limit hold for concurrent requests. */
export async function insertWebhookEndpoint(
  db: Database,
  platformId: string,
  endpoint: NewEndpointRow,
): Promise<WebhookEndpointRow | undefined> {
  return db.transaction(async (tx) => {
    await lockPlatform(tx, platformId)
    const [known] = await tx.select({ count: count() }).from(webhookEndpoints).where(ofPlatform(platformId))
    if ((known?.count ?? 0) >= MOST_ENDPOINTS) return undefined
    const [row] = await tx
      .insert(webhookEndpoints)
      .values({ platformId, ...endpoint })
      .returning()
    return row
  })
}

/** Changing the URL, or enabling the endpoint again, clears its failing state. */
export async function changeWebhookEndpoint(
  db: Database,
  platformId: string,
  id: string,
  changes: Partial<Pick<NewEndpointRow, 'url' | 'events' | 'enabled'>>,
): Promise<WebhookEndpointRow | undefined> {
  const startsAnew = changes.url !== undefined || changes.enabled !== undefined
  const [row] = await db
    .update(webhookEndpoints)
    .set({ ...changes, ...defined({ failingSince: startsAnew ? null : undefined }), updatedAt: sql`now()` })
    .where(one(platformId, id))
    .returning()
  return row
}

/**
 * The current secret becomes the previous one; the earlier one is deleted.
 * @param next the secret that is to sign after this one, undefined where it is to stay.
 * @param hold in the transaction, before anything else.
 */
export async function rotateEndpointSecret(
  db: Database,
  { platformId, id }: { platformId: string; id: string },
  next: NextSecret,
  hold: (tx: Queryable) => Promise<void>,
): Promise<WebhookEndpointRow | undefined> {
  return db.transaction(async (tx) => {
    await hold(tx)
    const [before] = await tx.select().from(webhookEndpoints).where(one(platformId, id)).for('no key update')
    const change = before && next(before.sealedSecret)
    if (change === undefined) return before
    const [row] = await tx
      .update(webhookEndpoints)
      .set({
        sealedSecret: change.sealed,
        sealedPreviousSecret: change.sealedPrevious,
        rotatedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(one(platformId, id))
      .returning()
    return row
  })
}

/** Past deliveries stay readable; pending ones are given up. @returns whether the endpoint existed. */
export async function deleteWebhookEndpoint(db: Database, platformId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ deletedAt: sql`now()`, enabled: false, sealedPreviousSecret: null })
    .where(one(platformId, id))
    .returning({ id: webhookEndpoints.id })
  return rows.length > 0
}
