/** What waits in the whole installation, for its operators. No figure names a platform. */
import { sql } from 'drizzle-orm'
import type { WaitingKind } from '../../domain/waiting.ts'
import type { Database } from '../client.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../schema/index.ts'
import { waitingAnywhere } from './movement/attention.ts'

export interface Waiting {
  count: number
  /** How long the oldest one has waited; 0 if none does. */
  oldestSeconds: number
}

export interface Figures {
  attention: (Waiting & { kind: WaitingKind; reason: string })[]
  /** Stored webhooks that are due and were not translated yet. */
  webhooks: Waiting
  /** Messages to sellers that are due and were not tried yet. */
  deliveries: Waiting
  /** Sellers' endpoints whose last delivery failed. */
  failingEndpoints: Waiting
}

export async function readFigures(db: Database): Promise<Figures> {
  const [attention, webhooks, deliveries, failingEndpoints] = await Promise.all([
    db.execute<Record<string, unknown> & Waiting & { kind: WaitingKind; reason: string }>(
      sql`SELECT kind, reason, count(*)::int AS count, ${age(sql`min(created_at)`)} AS "oldestSeconds"
        FROM (${waitingAnywhere}) AS waiting, unnest(attention_reasons) AS reason GROUP BY kind, reason`,
    ),
    waiting(db, sql`next_attempt_at`, sql`${webhookEvents} WHERE state = 'pending' AND next_attempt_at < now()`),
    waiting(db, sql`start_at`, sql`${webhookDeliveries} WHERE state = 'pending' AND attempts = 0 AND start_at < now()`),
    waiting(
      db,
      sql`failing_since`,
      sql`${webhookEndpoints} WHERE deleted_at IS NULL AND enabled AND failing_since < now()`,
    ),
  ])
  return { attention: [...attention], webhooks, deliveries, failingEndpoints }
}

const age = (since: ReturnType<typeof sql>) => sql`coalesce(extract(epoch FROM now() - ${since}), 0)::float8`

async function waiting(db: Database, since: ReturnType<typeof sql>, from: ReturnType<typeof sql>): Promise<Waiting> {
  const [row] = await db.execute<Record<string, unknown> & Waiting>(
    sql`SELECT count(*)::int AS count, ${age(sql`min(${since})`)} AS "oldestSeconds" FROM ${from}`,
  )
  return row ?? { count: 0, oldestSeconds: 0 }
}
