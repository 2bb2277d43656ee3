/** Deliveries to sellers: to their endpoints, and to the URL given with a charge. */
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import {
  platforms,
  sellerEvents,
  webhookDeliveries,
  webhookDeliveryAttempts,
  webhookEndpoints,
} from '../../schema/index.ts'
import { appendEvents } from '../charge/events.ts'
import { find } from '../list/find.ts'
import { type Listing, UNSEARCHED, type Wanted } from '../list/listing.ts'
import type { Page, PeriodFilter } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'

export type SellerEventRow = typeof sellerEvents.$inferSelect
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect & { event: SellerEventRow }

export interface DeliveryFilter extends PeriodFilter {
  state?: WebhookDeliveryRow['state']
  chargeId?: string
  endpointId?: string
}

export async function listWebhookDeliveries(
  db: Database,
  platformId: string,
  filter: DeliveryFilter,
  page: Wanted,
): Promise<Page<WebhookDeliveryRow>> {
  return rowsOf(await find(db, listingOf(platformId, filter), page), async (ids) => {
    const rows = await db
      .select()
      .from(webhookDeliveries)
      .innerJoin(sellerEvents, eq(sellerEvents.id, webhookDeliveries.eventId))
      .where(and(eq(webhookDeliveries.platformId, platformId), inArray(webhookDeliveries.id, ids)))
    return rows.map(withEvent)
  })
}

function listingOf(
  platformId: string,
  { state, chargeId, endpointId, createdFrom, createdTo }: DeliveryFilter,
): Listing {
  const facets = [
    { column: sql`coalesce(${webhookDeliveries.endpointId}::text, '')`, given: endpointId?.toLowerCase() },
    { column: webhookDeliveries.state, given: state, values: webhookDeliveries.state.enumValues },
  ]
  const rare = chargeId === undefined ? [] : [eq(webhookDeliveries.chargeId, chargeId)]
  const at = webhookDeliveries.createdAt
  return { table: webhookDeliveries, at, platformId, facets, rare, from: createdFrom, to: createdTo, ...UNSEARCHED }
}

interface Joined {
  webhook_deliveries: typeof webhookDeliveries.$inferSelect
  seller_events: SellerEventRow
}

const withEvent = ({ webhook_deliveries: delivery, seller_events: event }: Joined): WebhookDeliveryRow => ({
  ...delivery,
  event,
})

export async function findWebhookDelivery(
  db: Database,
  platformId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .innerJoin(sellerEvents, eq(sellerEvents.id, webhookDeliveries.eventId))
    .where(and(eq(webhookDeliveries.platformId, platformId), eq(webhookDeliveries.id, id)))
  return row && withEvent(row)
}

/** Makes a delivery due again with a new workflow. Undefined if the platform has no such delivery. */
export async function resendWebhookDelivery(
  db: Database,
  platformId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> {
  return db.transaction(async (tx) => {
    const resent = await tx
      .update(webhookDeliveries)
      .set({
        state: 'pending',
        attempts: 0,
        resends: sql`${webhookDeliveries.resends} + 1`,
        startAt: sql`now()`,
        deliveredAt: null,
      })
      .where(and(eq(webhookDeliveries.platformId, platformId), eq(webhookDeliveries.id, id)))
      .returning({ id: webhookDeliveries.id })
    if (resent.length === 0) return undefined
    const [row] = await tx
      .select()
      .from(webhookDeliveries)
      .innerJoin(sellerEvents, eq(sellerEvents.id, webhookDeliveries.eventId))
      .where(eq(webhookDeliveries.id, id))
    return row && withEvent(row)
  })
}

export interface LoadedDelivery {
  delivery: WebhookDeliveryRow
  /** Null for the URL given with the charge. */
  endpoint: typeof webhookEndpoints.$inferSelect | null
  /** The endpoint's; for the URL given with the charge the platform's own. */
  secrets: Pick<typeof webhookEndpoints.$inferSelect, 'sealedSecret' | 'sealedPreviousSecret' | 'rotatedAt'>
}

export async function loadDelivery(db: Database, deliveryId: string): Promise<LoadedDelivery | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .innerJoin(sellerEvents, eq(sellerEvents.id, webhookDeliveries.eventId))
    .innerJoin(platforms, eq(platforms.id, webhookDeliveries.platformId))
    .leftJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(eq(webhookDeliveries.id, deliveryId))
  if (!row) return undefined
  const { platforms: platform, webhook_endpoints: endpoint } = row
  return { delivery: withEvent(row), endpoint, secrets: endpoint ?? platformSecrets(platform) }
}

const platformSecrets = (platform: typeof platforms.$inferSelect) => ({
  sealedSecret: platform.sealedWebhookSecret,
  sealedPreviousSecret: platform.sealedPreviousWebhookSecret,
  rotatedAt: platform.webhookSecretRotatedAt,
})

export type DeliveryAttemptRow = typeof webhookDeliveryAttempts.$inferSelect
export type DeliveryTry = Omit<DeliveryAttemptRow, 'id' | 'deliveryId'>

/** Oldest first; undefined when the platform has no such delivery. */
export async function listDeliveryAttempts(
  db: Database,
  platformId: string,
  deliveryId: string,
): Promise<DeliveryAttemptRow[] | undefined> {
  const { id, platformId: owner } = webhookDeliveries
  const { deliveryId: of, at, id: attemptId } = webhookDeliveryAttempts
  const rows = await db
    .select({ attempt: webhookDeliveryAttempts })
    .from(webhookDeliveries)
    .leftJoin(webhookDeliveryAttempts, eq(of, id))
    .where(and(eq(owner, platformId), eq(id, deliveryId)))
    .orderBy(asc(at), asc(attemptId))
  return rows.length === 0 ? undefined : rows.flatMap(({ attempt }) => attempt ?? [])
}

/** Longer than a workflow's longest pause between retries. After this time, a workflow that Temporal has lost is started again. */
const BEYOND_REST = sql`now() + interval '2 hours'`

/** Records one try and its result, for the delivery, its endpoint and its charge's history. */
export async function recordDeliveryTry(
  db: Database,
  delivery: WebhookDeliveryRow,
  outcome: DeliveryTry,
): Promise<void> {
  const { endpointId, chargeId, event } = delivery
  const { at, durationMs, delivered, status, error } = outcome
  const locked = db
    .$with('locked')
    .as(
      db
        .select({ id: webhookDeliveries.id, url: webhookDeliveries.url })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.id, delivery.id))
        .for('no key update'),
    )
  // A charge's own URL is taken from the row: an erasure may have blanked what was loaded.
  const url = endpointId === null ? sql<string>`(SELECT ${locked.url} FROM ${locked})` : outcome.url
  const attempt = { deliveryId: delivery.id, url, at, durationMs, delivered, status, error }
  const noted = db.$with('noted').as(db.insert(webhookDeliveryAttempts).values(attempt).returning())
  // One that was resent meanwhile is due, and its own tries are counted.
  const isSame = sql`${webhookDeliveries.resends} = ${delivery.resends}`
  const nextStart = sql`CASE WHEN ${isSame} THEN ${BEYOND_REST} ELSE ${webhookDeliveries.startAt} END`
  await db
    .with(locked, noted)
    .update(webhookDeliveries)
    .set({
      url,
      attempts: sql`${webhookDeliveries.attempts} + (${delivered} OR ${isSame})::int`,
      lastStatus: status,
      lastError: error,
      ...(delivered ? { state: 'delivered' as const, deliveredAt: sql`now()` } : { startAt: nextStart }),
    })
    .from(locked)
    .where(eq(webhookDeliveries.id, locked.id))
  if (endpointId !== null) await recordEndpointTry(db, endpointId, delivered)
  if (!delivered || chargeId === null || event.kind !== 'charge') return
  await appendEvents(db, chargeId, [
    { key: `notified/${delivery.id}`, type: 'notified', cause: 'api', detail: { event: event.type } },
  ])
}

/** Writes only on a change, so that a working endpoint costs no write per event. */
async function recordEndpointTry(db: Database, endpointId: string, delivered: boolean): Promise<void> {
  const failing = webhookEndpoints.failingSince
  await db
    .update(webhookEndpoints)
    .set({ failingSince: delivered ? null : sql`now()` })
    .where(and(eq(webhookEndpoints.id, endpointId), delivered ? sql`${failing} IS NOT NULL` : sql`${failing} IS NULL`))
}

/** @param lastError the reason, which is not the last try's error. */
export async function markDeliveryFailed(db: Database, deliveryId: string, lastError: string): Promise<void> {
  await db.update(webhookDeliveries).set({ state: 'failed', lastError }).where(isPending(deliveryId))
}

const isPending = (deliveryId: string) =>
  and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.state, 'pending'))

/** It was never tried although its endpoint existed: no worker ran, or no slot was ever free. */
const isUntried = sql`(${webhookDeliveries.attempts} = 0 AND NOT EXISTS (
  SELECT FROM ${webhookEndpoints} WHERE ${webhookEndpoints.id} = ${webhookDeliveries.endpointId} AND NOT ${webhookEndpoints.enabled}))`

/**
 * Gives a delivery up after two days. An untried one stays pending, so that it is started again, until it is two weeks old.
 * @param resends only if it was not resent since.
 */
export async function giveUpPending(db: Database, deliveryId: string, resends: number | undefined): Promise<void> {
  const isOld = sql`${webhookDeliveries.createdAt} < now() - interval '14 days'`
  const isStill = resends === undefined ? undefined : eq(webhookDeliveries.resends, resends)
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed' })
    .where(and(isPending(deliveryId), isStill, or(isOld, sql`NOT ${isUntried}`)))
}

export type ClaimedDelivery = Pick<WebhookDeliveryRow, 'id' | 'platformId' | 'resends'>

/** What takes turns with a platform's others: an endpoint, or together all URLs that were given with charges. */
const LANE = sql`coalesce(endpoint_id, platform_id)`
const PENDING = sql`FROM ${webhookDeliveries} WHERE state = 'pending'`

/**
 * Claims deliveries whose workflow must be started now; no other process gets them for a while. One that is still pending after that is
 * claimed again, because its workflow may be lost. Starting it twice is harmless.
 *
 * Platforms take turns, and so do the lanes of each one: thousands that wait for one address delay no other. The lanes are found by
 * skipping from each to the next, and of each one no more is read than its share of the limit.
 * @param until the database's time; only deliveries that were due then.
 * @returns also whether more may be due, which stays true where another process was faster.
 */
export async function claimDeliveries(
  db: Database,
  until: string,
  limit: number,
): Promise<{ claimed: ClaimedDelivery[]; isMore: boolean }> {
  const [row] = await db.execute<{ claimed: ClaimedDelivery[]; isMore: boolean }>(sql`
    WITH RECURSIVE lanes AS (
      (SELECT ${LANE} AS lane, platform_id, start_at ${PENDING} ORDER BY ${LANE}, start_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM lanes CROSS JOIN LATERAL (
        SELECT ${LANE} AS lane, platform_id, start_at ${PENDING} AND ${LANE} > lanes.lane ORDER BY ${LANE}, start_at LIMIT 1
      ) next
    ), waiting AS (
      SELECT lane, platform_id FROM lanes WHERE start_at <= ${until}
    ), shares AS (
      SELECT lane, platform_id, ceil(${limit}::numeric / (SELECT count(DISTINCT platform_id) FROM waiting)
        / count(*) OVER (PARTITION BY platform_id)) AS share
      FROM waiting
    ), due AS (
      SELECT oldest.*, share, row_number() OVER (PARTITION BY platform_id ORDER BY lane_turn, start_at, id) AS turn
      FROM shares CROSS JOIN LATERAL (
        SELECT id, start_at, row_number() OVER (ORDER BY start_at, id) AS lane_turn ${PENDING}
        AND ${LANE} = shares.lane AND start_at <= ${until} ORDER BY start_at, id LIMIT shares.share
      ) oldest
    ), chosen AS (
      SELECT id FROM due ORDER BY turn, start_at, id LIMIT ${limit}
    ), free AS (
      SELECT id ${PENDING} AND start_at <= ${until} AND id IN (SELECT id FROM chosen) FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE ${webhookDeliveries}
      SET start_at = now() + interval '15 seconds'
      WHERE id IN (SELECT id FROM free)
      RETURNING id, platform_id AS "platformId", resends
    )
    SELECT coalesce((SELECT json_agg(claimed) FROM claimed), '[]') AS claimed,
      EXISTS (SELECT FROM due WHERE lane_turn = share) AS "isMore"`)
  return row ?? { claimed: [], isMore: false }
}

/**
 * Postpones the next start of deliveries that Temporal has: of untried ones for as long as they have waited already, as the workflow waits for a
 * place by itself, and of others beyond its pauses. One that was resent meanwhile is due and stays so.
 */
export async function holdStartedDeliveries(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { attempts, createdAt, startAt } = webhookDeliveries
  const asItHasWaited = sql`least(now() + (now() - ${createdAt}), ${BEYOND_REST})`
  const next = sql`CASE WHEN ${attempts} = 0 THEN ${asItHasWaited} ELSE ${BEYOND_REST} END`
  await db
    .update(webhookDeliveries)
    .set({ startAt: sql`greatest(${startAt}, ${next})` })
    .where(and(inArray(webhookDeliveries.id, ids), sql`${startAt} > now()`))
}
