/** What waits on all live platforms, for the installation's operators. No figure names a platform. */
import { sql } from 'drizzle-orm'
import type { WaitingKind } from '../../domain/waiting.ts'
import type { Database } from '../client.ts'
import {
  accountReaders,
  disputes,
  providerAccounts,
  readings,
  webhookDeliveries,
  webhookEndpoints,
  webhookEvents,
} from '../schema/index.ts'
import { isOfLive } from './modes.ts'
import { waitingAnywhereLive } from './movement/attention.ts'
import { disputeIsOpen } from './movement/statuses.ts'

export interface Waiting {
  count: number
  /** How long the oldest one has waited; 0 if none does. */
  oldestSeconds: number
}

/** How long the oldest reading of a provider has been overdue. */
export interface OverdueReading {
  provider: string
  /** Whether an operator has paused the reader of its account. */
  reader: 'active' | 'paused'
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
  readings: OverdueReading[]
  /** How long the seller still has for the open dispute whose deadline is next; null without one. */
  disputeDueSeconds: number | null
}

const ofLive = isOfLive(sql`platform_id`)

export async function readFigures(db: Database): Promise<Figures> {
  const [attention, webhooks, deliveries, failingEndpoints, readings, disputeDueSeconds] = await Promise.all([
    db.execute<Record<string, unknown> & Waiting & { kind: WaitingKind; reason: string }>(
      sql`SELECT kind, reason, count(*)::int AS count, ${age(sql`min(since)`)} AS "oldestSeconds"
        FROM (${waitingAnywhereLive}) AS waiting, unnest(attention_reasons) AS reason GROUP BY kind, reason`,
    ),
    waiting(
      db,
      sql`next_attempt_at`,
      sql`${webhookEvents} WHERE state = 'pending' AND next_attempt_at < now() AND ${ofLive}`,
    ),
    waiting(
      db,
      sql`start_at`,
      sql`${webhookDeliveries} WHERE state = 'pending' AND attempts = 0 AND start_at < now() AND ${ofLive}`,
    ),
    waiting(
      db,
      sql`failing_since`,
      sql`${webhookEndpoints} WHERE deleted_at IS NULL AND enabled AND failing_since < now() AND ${ofLive}`,
    ),
    overdueReadings(db),
    nextDeadline(db),
  ])
  return { attention: [...attention], webhooks, deliveries, failingEndpoints, readings, disputeDueSeconds }
}

const age = (since: ReturnType<typeof sql>) => sql`coalesce(extract(epoch FROM now() - ${since}), 0)::float8`

async function waiting(db: Database, since: ReturnType<typeof sql>, from: ReturnType<typeof sql>): Promise<Waiting> {
  const [row] = await db.execute<Record<string, unknown> & Waiting>(
    sql`SELECT count(*)::int AS count, ${age(sql`min(${since})`)} AS "oldestSeconds" FROM ${from}`,
  )
  return row ?? { count: 0, oldestSeconds: 0 }
}

async function nextDeadline(db: Database): Promise<number | null> {
  const [row] = await db.execute<{ seconds: number | null }>(sql`
    SELECT extract(epoch FROM min(due_at) - now())::float8 AS seconds FROM ${disputes}
    WHERE ${disputeIsOpen(sql`state`)} AND due_at > now() AND ${ofLive}`)
  return row?.seconds ?? null
}

/** Looks up one row of each account, however many readings it has. */
async function overdueReadings(db: Database): Promise<OverdueReading[]> {
  const rows = await db.execute<Record<string, unknown> & OverdueReading>(sql`
    SELECT ${providerAccounts.provider} AS provider,
      CASE WHEN ${accountReaders.pausedAt} IS NULL THEN 'active' ELSE 'paused' END AS reader,
      ${age(sql`min(oldest.next_read_at)`)} AS "oldestSeconds"
    FROM ${providerAccounts}
    LEFT JOIN ${accountReaders} ON ${accountReaders.providerAccountId} = ${providerAccounts.id}
    CROSS JOIN LATERAL (
      SELECT next_read_at FROM ${readings} WHERE provider_account_id = ${providerAccounts.id} AND next_read_at <= now()
      ORDER BY next_read_at LIMIT 1
    ) AS oldest WHERE ${isOfLive(providerAccounts.platformId)} GROUP BY 1, 2`)
  return [...rows]
}
