/** Webhooks that came before another one. */
import { and, asc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { webhookEvents } from '../../schema/index.ts'
import type { WebhookEventRow } from './events.ts'

/** More than wait at once behind one webhook of an account. */
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
