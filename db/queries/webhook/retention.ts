/** Deletes old events and deliveries. They are kept for a while to be read and resent. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { idOfDaysAgo } from '../time.ts'

const BATCH = 1000
const MOST_BATCHES = 20

/**
 * A step of the sweep. Pending deliveries are kept. An object's last event is kept too, because the next event's number follows it; only
 * its contents are deleted.
 */
export async function forgetOldNotices(db: Database, days: number): Promise<void> {
  await inBatches(() => forgetDeliveries(db, days))
  await inBatches(() => forgetEvents(db, days))
}

async function inBatches(forget: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    if ((await forget()) < BATCH) return
  }
}

/** In the order of ids, which begin with the time, so that the oldest are found without a separate index. */
async function forgetDeliveries(db: Database, days: number): Promise<number> {
  const limit = sql`now() - make_interval(days => ${days})`
  const gone = await db.execute(sql`
    DELETE FROM webhook_deliveries WHERE id IN (
      SELECT id FROM webhook_deliveries
      WHERE id < ${idOfDaysAgo(days)}
        AND state <> 'pending' AND greatest(created_at, start_at, delivered_at) < ${limit}
      ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    ) RETURNING id`)
  return gone.length
}

async function forgetEvents(db: Database, days: number): Promise<number> {
  const done = await db.execute(sql`
    WITH old AS MATERIALIZED (
      SELECT id, EXISTS (
        SELECT FROM seller_events later WHERE later.subject_id = event.subject_id AND later.sequence > event.sequence
      ) AS is_followed FROM seller_events event
      WHERE snapshot <> '{}' AND created_at < now() - make_interval(days => ${days})
        AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE event_id = event.id)
      ORDER BY created_at LIMIT ${BATCH}
    ),
    gone AS (DELETE FROM seller_events WHERE id IN (SELECT id FROM old WHERE is_followed)),
    emptied AS (UPDATE seller_events SET snapshot = '{}' WHERE id IN (SELECT id FROM old WHERE NOT is_followed))
    SELECT id FROM old`)
  return done.length
}
