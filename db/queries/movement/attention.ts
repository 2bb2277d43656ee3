/** Everything of a platform that waits for a person, whatever it is: one list, oldest first. */
import { sql } from 'drizzle-orm'
import type { AttentionReason } from '../../../domain/attention.ts'
import type { ChargeStatus } from '../../../domain/charge-status.ts'
import type { Currency } from '../../../domain/money.ts'
import type { PayoutAttention, PayoutStatus } from '../../../domain/payout.ts'
import type { ReceiverStatus } from '../../../domain/receiver.ts'
import type { ReceiverAttention } from '../../../domain/receiver-events.ts'
import type { Database } from '../../client.ts'
import { charges, payouts, receivers, webhookEndpoints } from '../../schema/index.ts'
import { type Keyset, type Page, pageOf } from '../list/pages.ts'

export type WaitingRow = Record<string, unknown> & {
  id: string
  /** As the database prints it. */
  created_at: string
  provider: string | null
  /** Of the customer, or of the receiver, or an endpoint's address; a withdrawal has none of its own. */
  name: string | null
  /** Integer cents; null where no money waits. */
  amount: string | null
  currency: Currency
} & (
    | { kind: 'charge'; status: ChargeStatus; attention: AttentionReason }
    | { kind: 'refund' | 'withdrawal'; status: PayoutStatus; attention: PayoutAttention }
    | { kind: 'receiver'; status: ReceiverStatus; attention: ReceiverAttention }
    | { kind: 'endpoint'; status: null; attention: 'endpointFailing' }
  )

/** How long an endpoint may take nothing before somebody is asked to look: longer than a night. */
const PATIENCE = sql`interval '1 day'`

const waiting = (platformId: string) => sql`
  SELECT 'charge' AS kind, id, created_at, provider, customer->>'name' AS name, amount, currency, status, attention
  FROM ${charges} WHERE platform_id = ${platformId} AND attention IS NOT NULL
  UNION ALL
  SELECT kind, id, created_at, provider, destination->>'name', amount, 'BRL', status, attention
  FROM ${payouts} WHERE platform_id = ${platformId} AND attention IS NOT NULL
  UNION ALL
  SELECT 'receiver', id, created_at, provider, name, NULL, 'BRL', status, attention
  FROM ${receivers} WHERE platform_id = ${platformId} AND attention IS NOT NULL
  UNION ALL
  SELECT 'endpoint', id, failing_since, NULL, url, NULL, 'BRL', NULL, 'endpointFailing'
  FROM ${webhookEndpoints} WHERE platform_id = ${platformId} AND deleted_at IS NULL AND enabled AND failing_since < now() - ${PATIENCE}`

export async function listWaiting(
  db: Database,
  platformId: string,
  { limit, after }: { limit: number; after?: Keyset },
): Promise<Page<WaitingRow>> {
  const later = after ? sql`WHERE (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const rows = await db.execute<WaitingRow>(
    sql`SELECT * FROM (${waiting(platformId)}) AS waiting ${later} ORDER BY created_at, id LIMIT ${limit + 1}`,
  )
  return pageOf([...rows], limit, ({ created_at: at, id }) => ({ at, id }))
}

/** How many wait; no more than `most` are counted. */
export async function countWaiting(db: Database, platformId: string, most: number): Promise<number> {
  const rows = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${waiting(platformId)} LIMIT ${most}) AS waiting`,
  )
  return rows[0]?.count ?? 0
}
