/** Incoming webhooks: stores them, and lists them for operators. Bound to one platform, or to the account that they are for. */
import { and, eq, exists, gt, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { deliveryWaits } from '../../../domain/delivery.ts'
import type { Database } from '../../client.ts'
import { webhookEvents } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import { type Listing, UNSEARCHED, type Wanted } from '../list/listing.ts'
import type { Page, PeriodFilter } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import { chargeBringsMoney, chargeIsDisputed } from '../movement/statuses.ts'

export type WebhookEventRow = typeof webhookEvents.$inferSelect

/** The columns that all parts of one delivery share. */
export type NewDelivery = Pick<
  WebhookEventRow,
  'platformId' | 'providerAccountId' | 'provider' | 'headers' | 'query' | 'verified'
>
export type NewPart = Pick<WebhookEventRow, 'id' | 'bodyHash' | 'body'>

/**
 * Stores new parts. A part with the same body as an earlier one already exists; it becomes due again if it is proved only now, for example
 * because the account's secret was set in between: with the headers and the query that were proved, which may name another transaction. One statement for all parts. It locks rows in the same order every time, so that two
 * deliveries of the same parts wait for each other instead of deadlocking.
 * @returns each part's id and body, in the given order, and whether it must still be delivered.
 */
export async function storeWebhookEvents(
  db: Database,
  { platformId, providerAccountId, provider, headers, query, verified }: NewDelivery,
  parts: readonly NewPart[],
): Promise<{ id: string; body: string; isPending: boolean; isNew: boolean }[]> {
  const column = (name: keyof NewPart) => sql.param(parts.map((part) => part[name]))
  // An update that changes nothing makes RETURNING include existing rows.
  const stored = await db.execute<{ id: string; body_hash: string; state: WebhookEventRow['state'] }>(sql`
    INSERT INTO ${webhookEvents} (id, platform_id, provider_account_id, provider, body_hash, headers, query, body, verified)
    SELECT part.id, ${platformId}::uuid, ${providerAccountId}::uuid, ${provider}, part.body_hash,
      ${JSON.stringify(headers)}::jsonb, ${JSON.stringify(query)}::jsonb, part.body, ${verified}
    FROM unnest(${column('id')}::uuid[], ${column('bodyHash')}::text[], ${column('body')}::text[]) AS part(id, body_hash, body)
    ORDER BY part.body_hash
    ON CONFLICT (provider_account_id, body_hash) DO UPDATE SET
      verified = ${ifProvedNow(sql`excluded.verified`, webhookEvents.verified)},
      headers = ${ifProvedNow(sql`excluded.headers`, webhookEvents.headers)},
      query = ${ifProvedNow(sql`excluded.query`, webhookEvents.query)},
      state = ${ifProvedNow(sql`'pending'`, webhookEvents.state)},
      attempts = ${ifProvedNow(sql`0`, webhookEvents.attempts)},
      replays = ${ifProvedNow(sql`${webhookEvents.replays} + 1`, webhookEvents.replays)},
      next_attempt_at = ${ifProvedNow(sql`now()`, webhookEvents.nextAttemptAt)}
    RETURNING id, body_hash, state`)
  const byHash = new Map(stored.map((row) => [row.body_hash, row]))
  return parts.flatMap((part) => {
    const row = byHash.get(part.bodyHash)
    return row ? [{ id: row.id, body: part.body, isPending: deliveryWaits(row.state), isNew: row.id === part.id }] : []
  })
}

const ifProvedNow = (then: SQL, otherwise: SQLWrapper) =>
  sql`CASE WHEN ${webhookEvents.verified} = 'token' AND excluded.verified <> 'token' AND ${webhookEvents.bodyForgottenAt} IS NULL
    THEN ${then} ELSE ${otherwise} END`

export interface WebhookEventFilter extends PeriodFilter {
  provider?: string
  state?: WebhookEventRow['state']
  chargeId?: string
  withdrawalId?: string
}

export async function listWebhookEvents(
  db: Database,
  platformId: string,
  filter: WebhookEventFilter,
  page: Wanted,
): Promise<Page<WebhookEventRow>> {
  return rowsOf(await find(db, listingOf(platformId, filter), page), (ids) =>
    db
      .select()
      .from(webhookEvents)
      .where(and(eq(webhookEvents.platformId, platformId), inArray(webhookEvents.id, ids))),
  )
}

function listingOf(
  platformId: string,
  { provider, state, chargeId, withdrawalId, createdFrom, createdTo }: WebhookEventFilter,
): Listing {
  const facets = [
    { column: webhookEvents.provider, given: provider },
    { column: webhookEvents.state, given: state, values: webhookEvents.state.enumValues },
  ]
  const rare = [
    ...(chargeId === undefined ? [] : [eq(webhookEvents.chargeId, chargeId)]),
    ...(withdrawalId === undefined ? [] : [eq(webhookEvents.withdrawalId, withdrawalId)]),
  ]
  const at = webhookEvents.receivedAt
  return { table: webhookEvents, at, platformId, facets, rare, from: createdFrom, to: createdTo, ...UNSEARCHED }
}

const ofPlatform = (platformId: string, id: string) =>
  and(eq(webhookEvents.platformId, platformId), eq(webhookEvents.id, id))

export async function findWebhookEvent(
  db: Database,
  platformId: string,
  id: string,
): Promise<WebhookEventRow | undefined> {
  const [row] = await db.select().from(webhookEvents).where(ofPlatform(platformId, id))
  return row
}

/** Makes an event due again, because an operator says so. Undefined if the platform has no such event, or its body was deleted. */
export const replayWebhookEvent = (db: Database, platformId: string, id: string) =>
  makeDueAgain(db, platformId, id, { confirmedReplay: NEXT_REPLAY })

/** As `replayWebhookEvent`, because its words have another meaning now. No operator has confirmed that meaning. */
export const reviveWebhookEvent = (db: Database, platformId: string, id: string) => makeDueAgain(db, platformId, id)

const NEXT_REPLAY = sql<number>`${webhookEvents.replays} + 1`

/** As a new delivery. */
const AGAIN = {
  state: 'pending' as const,
  attempts: 0,
  replays: NEXT_REPLAY,
  nextAttemptAt: sql`now()`,
  detail: null,
}

const since = alias(webhookEvents, 'since')

/**
 * Of notices that came again word for word, revives those of a payment whose bank has demanded it since they were delivered: a won
 * dispute is told of like the payment. Each is revived once per notice of the bank's, however often it comes. Of one that is emptied since
 * what came now is kept.
 * @param delivery how the repeat is proved: it proves no more than that.
 * @returns the ids of the revived ones.
 */
export async function reviveDisputed(
  db: Database,
  repeated: readonly Pick<WebhookEventRow, 'id' | 'body'>[],
  { verified, headers, query }: Pick<NewDelivery, 'verified' | 'headers' | 'query'>,
): Promise<string[]> {
  const ids = repeated.map((part) => part.id)
  const bodies = repeated.map((part) => part.body)
  const { id, providerAccountId, transactionId, status, state, deliveredAt } = webhookEvents
  const demanded = db
    .select({ id: since.id })
    .from(since)
    .where(
      and(
        eq(since.providerAccountId, providerAccountId),
        eq(since.transactionId, transactionId),
        chargeIsDisputed(since.status),
        gt(since.deliveredAt, deliveredAt),
      ),
    )
  const revived = await db
    .update(webhookEvents)
    .set({
      ...AGAIN,
      body: ifEmptied(
        sql`(SELECT part.body FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(bodies)}::text[]) AS part(id, body)
          WHERE part.id = ${id})`,
        webhookEvents.body,
      ),
      headers: ifEmptied(sql`${JSON.stringify(headers)}::jsonb`, webhookEvents.headers),
      query: ifEmptied(sql`${JSON.stringify(query)}::jsonb`, webhookEvents.query),
      bodyForgottenAt: null,
    })
    .where(
      and(
        inArray(id, ids),
        eq(state, 'delivered'),
        verified === 'token' ? eq(webhookEvents.verified, 'token') : undefined,
        chargeBringsMoney(status),
        exists(demanded),
      ),
    )
    .returning({ id })
  return revived.map((event) => event.id)
}

const ifEmptied = (then: SQL, otherwise: SQLWrapper) =>
  sql`CASE WHEN ${webhookEvents.bodyForgottenAt} IS NULL THEN ${otherwise} ELSE ${then} END`

async function makeDueAgain(
  db: Database,
  platformId: string,
  id: string,
  confirmed: { confirmedReplay?: SQL<number> } = {},
): Promise<WebhookEventRow | undefined> {
  const [row] = await db
    .update(webhookEvents)
    .set({ ...AGAIN, ...confirmed })
    .where(and(ofPlatform(platformId, id), isNull(webhookEvents.bodyForgottenAt)))
    .returning()
  return row
}
