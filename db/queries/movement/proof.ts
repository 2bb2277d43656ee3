/** The webhooks that a history's events rest on. */
import { and, eq, inArray } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { noticeIn } from '../../../domain/proof.ts'
import type { Database } from '../../client.ts'
import { webhookEvents } from '../../schema/index.ts'

export interface Notice {
  webhookEventId: string
  verified: typeof webhookEvents.$inferSelect.verified
}

export type Proved<Row> = Row & { notice: Notice | null }

/** Adds to each event the webhook that it rests on. An id in a key counts only if the platform has that webhook. */
export async function withNotices<Row extends { key: string; cause: EventCause }>(
  db: Database,
  platformId: string,
  rows: readonly Row[],
): Promise<Proved<Row>[]> {
  const named = rows.map((row) => (row.cause === 'webhook' ? noticeIn(row.key) : null))
  const ids = named.filter((id) => id !== null)
  const { id, verified } = webhookEvents
  const stored =
    ids.length === 0
      ? []
      : await db
          .select({ webhookEventId: id, verified })
          .from(webhookEvents)
          .where(and(eq(webhookEvents.platformId, platformId), inArray(id, ids)))
  const notices = new Map(stored.map((notice) => [notice.webhookEventId, notice]))
  return rows.map((row, at) => ({ ...row, notice: notices.get(named[at] ?? '') ?? null }))
}
