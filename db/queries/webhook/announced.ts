/** Announces stored webhooks to workers. A lost announcement loses nothing, because a stored webhook is due anyway. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'

export const WEBHOOK_STORED = 'webhook_stored'

/** A stored webhook that still has to be delivered. */
export interface StoredNotice {
  eventId: string
  platformId: string
  /** The trace of the webhook's request, in the format of `traceparent`. */
  trace?: string
}

/** One statement for all announcements. Separate from the insert, because commits with NOTIFY wait for each other. */
export async function announceNotices(db: Database, notices: readonly StoredNotice[]): Promise<void> {
  const payloads = notices.map((notice) => JSON.stringify(notice))
  await db.execute(sql`
    SELECT pg_notify(${WEBHOOK_STORED}, payload) FROM unnest(${sql.param(payloads)}::text[]) AS payload`)
}

export const readAnnouncement = (payload: string) => JSON.parse(payload) as StoredNotice
