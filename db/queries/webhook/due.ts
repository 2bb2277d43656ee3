/** Finds webhooks that are due, in turns, and claims them for one worker. */
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import { webhookEvents } from '../../schema/index.ts'
import type { StoredNotice } from './announced.ts'
import type { WebhookEventRow } from './events.ts'

const PENDING = sql`FROM ${webhookEvents} WHERE state = 'pending'`
const OF_ACCOUNT = sql`platform_id = shares.platform_id AND provider_account_id = shares.provider_account_id AND next_attempt_at <= now()`

/**
 * Due webhooks in turns: of platforms, and within each of its accounts, so that one with thousands delays no other. Accounts are found by
 * skipping from each to the next, and no more of a platform's are looked into than may be chosen. Of each one no more is read than its share
 * of the limit, and than what others leave of theirs.
 * @returns also whether more may be due.
 */
export async function dueWebhookEvents(db: Database, limit: number): Promise<{ due: StoredNotice[]; isMore: boolean }> {
  const [row] = await db.execute<{ due: StoredNotice[]; isMore: boolean }>(sql`
    WITH RECURSIVE accounts AS (
      (SELECT platform_id, provider_account_id, next_attempt_at ${PENDING}
      ORDER BY platform_id, provider_account_id, next_attempt_at LIMIT 1)
      UNION ALL
      SELECT next.* FROM accounts CROSS JOIN LATERAL (
        SELECT platform_id, provider_account_id, next_attempt_at ${PENDING}
        AND (platform_id, provider_account_id) > (accounts.platform_id, accounts.provider_account_id)
        ORDER BY platform_id, provider_account_id, next_attempt_at LIMIT 1
      ) next
    ), waiting AS (
      SELECT platform_id, provider_account_id FROM (
        SELECT *, row_number() OVER (PARTITION BY platform_id ORDER BY next_attempt_at) AS place
        FROM accounts WHERE next_attempt_at <= now()
      ) oldest WHERE place <= ${limit}
    ), shares AS (
      SELECT *, ceil(${limit}::numeric / (SELECT count(DISTINCT platform_id) FROM waiting)
        / count(*) OVER (PARTITION BY platform_id)) AS share
      FROM waiting
    ), used AS (
      SELECT shares.*, (SELECT count(*) FROM (SELECT ${PENDING} AND ${OF_ACCOUNT} LIMIT share) own) AS found FROM shares
    ), portions AS (
      SELECT *, share + ceil(greatest(${limit} - sum(found) OVER (), 0)
        / greatest(count(*) FILTER (WHERE found = share) OVER (), 1)) AS portion
      FROM used
    ), due AS (
      SELECT oldest.*, platform_id, portion,
        row_number() OVER (PARTITION BY platform_id ORDER BY account_turn, next_attempt_at, id) AS turn
      FROM portions AS shares CROSS JOIN LATERAL (
        SELECT id, next_attempt_at, row_number() OVER (ORDER BY next_attempt_at) AS account_turn ${PENDING} AND ${OF_ACCOUNT}
        ORDER BY next_attempt_at LIMIT portion
      ) oldest
    ), chosen AS (
      SELECT * FROM due ORDER BY turn, next_attempt_at, id LIMIT ${limit}
    )
    SELECT coalesce((SELECT json_agg(json_build_object('eventId', id, 'platformId', platform_id)
        ORDER BY turn, next_attempt_at, id) FROM chosen), '[]') AS due,
      EXISTS (SELECT FROM due WHERE account_turn = portion) AS "isMore"`)
  return row ?? { due: [], isMore: false }
}

const claim = prepared((db) => {
  const { id, state, nextAttemptAt } = webhookEvents
  const free = db
    .select({ id })
    .from(webhookEvents)
    .where(
      and(sql`${id} = ANY (${sql.placeholder('ids')}::uuid[])`, eq(state, 'pending'), lte(nextAttemptAt, sql`now()`)),
    )
    .orderBy(id)
    .for('update', { skipLocked: true })
  return db
    .update(webhookEvents)
    .set({ nextAttemptAt: sql`now() + make_interval(secs => ${CLAIMED_SECONDS})` })
    .where(inArray(id, free))
    .returning()
    .prepare('webhook_claim')
})

/**
 * Claims webhooks that are due and not claimed by another process. If the claiming process dies, they become due again.
 * @returns the claimed webhooks, unordered.
 */
export const claimWebhookEvents = (db: Database, ids: readonly string[]): Promise<WebhookEventRow[]> =>
  claim(db).execute({ ids })

/** Longer than a delivery takes. A slower one is repeated, which is harmless because the event's id is known. */
const CLAIMED_SECONDS = 20
