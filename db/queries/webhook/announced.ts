/** How workers hear of stored webhooks: a hint, and nothing is lost with it, because what is stored is due anyway. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'

export const WEBHOOK_STORED = 'webhook_stored'

/** A stored webhook that still has to be delivered. */
export interface StoredNotice {
  eventId: string
  platformId: string
  /** The trace that it came in, as `traceparent` writes it. */
  trace?: string
}

/** One statement, whatever the number; not that which stores them, because commits that notify wait for each other. */
export async function announceNotices(db: Database, notices: readonly StoredNotice[]): Promise<void> {
  const payloads = notices.map((notice) => JSON.stringify(notice))
  await db.execute(sql`
    SELECT pg_notify(${WEBHOOK_STORED}, payload) FROM unnest(${sql.param(payloads)}::text[]) AS payload`)
}

export const readAnnouncement = (payload: string) => JSON.parse(payload) as StoredNotice
