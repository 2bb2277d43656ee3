/** Webhooks that came before another one, or before a charge was given up. */
import { and, asc, eq, isNull, lt, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeEvents, providerAccounts, webhookEvents } from '../../schema/index.ts'
import type { AccountTransaction } from '../charge/payments.ts'
import { chargeIsRefused } from '../movement/statuses.ts'
import type { WebhookEventRow } from './events.ts'

/** More than wait at once behind one webhook of an account, and than name one payment. */
const MOST_EARLIER = 100

/** Proved webhooks of the account, oldest first, that name the transaction, or of which it is not noted yet what they name. */
export function earlierNotices(
  db: Database,
  { id, platformId, providerAccountId }: Pick<WebhookEventRow, 'id' | 'platformId' | 'providerAccountId'>,
  transactionId: string,
): Promise<WebhookEventRow[]> {
  const { transactionId: named, state, verified } = webhookEvents
  // As the partial index of the pending ones has it.
  const unread = and(isNull(named), eq(webhookEvents.platformId, platformId), sql`${state} = 'pending'`)
  return db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.providerAccountId, providerAccountId),
        lt(webhookEvents.id, id),
        ne(verified, 'token'),
        or(eq(named, transactionId), unread),
      ),
    )
    .orderBy(asc(webhookEvents.id))
    .limit(MOST_EARLIER)
}

/**
 * Webhooks of a payment's account that came before our timer gave its charge up, and that name the payment, or contain its id while it is not
 * noted yet what they name. Oldest first.
 */
export function noticesInTime(
  db: Database,
  chargeId: string,
  { accountId, transactionId }: Pick<AccountTransaction, 'accountId' | 'transactionId'>,
): Promise<WebhookEventRow[]> {
  const { transactionId: named, platformId, providerAccountId, receivedAt, state, body, query } = webhookEvents
  const platform = sql`(SELECT platform_id FROM ${providerAccounts} WHERE id = ${accountId})`
  const isIn = (text: SQLWrapper) => sql`strpos(${text}::text, ${transactionId}) > 0`
  // As the partial index of the pending ones has it.
  const unread = and(isNull(named), eq(platformId, platform), sql`${state} = 'pending'`, or(isIn(body), isIn(query)))
  const givenUpAt = sql`(SELECT max(event.at) FROM ${chargeEvents} event
    WHERE event.charge_id = ${chargeId} AND ${chargeIsRefused(sql`event."to"`)} AND event.cause = 'timer')`
  return db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(providerAccountId, accountId),
        lt(receivedAt, givenUpAt),
        isNull(webhookEvents.bodyForgottenAt),
        or(eq(named, transactionId), unread),
      ),
    )
    .orderBy(asc(webhookEvents.id))
    .limit(MOST_EARLIER)
}
