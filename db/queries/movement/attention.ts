/** Everything of a platform that waits for a person, whatever it is: one list, oldest first. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AttentionReason, ChargeStatus } from '../../../domain/charge.ts'
import type { DisbursementAttention, DisbursementKind, DisbursementStatus } from '../../../domain/disbursement.ts'
import type { DisputeState } from '../../../domain/dispute.ts'
import type { Currency } from '../../../domain/money.ts'
import type { ReceiverAttention, ReceiverStatus } from '../../../domain/receiver.ts'
import { WAITING_KINDS, type WaitingKind } from '../../../domain/waiting.ts'
import type { Database } from '../../client.ts'
import {
  chargeAttempts,
  charges,
  disbursementAttempts,
  disbursements,
  disputes,
  receivers,
  reconciliationItems,
  webhookEndpoints,
} from '../../schema/index.ts'
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
    | { kind: 'charge'; status: ChargeStatus; attention: AttentionReason; attention_reasons: AttentionReason[] }
    | {
        kind: 'refund' | 'withdrawal'
        status: DisbursementStatus
        attention: DisbursementAttention
        attention_reasons: DisbursementAttention[]
      }
    | { kind: 'receiver'; status: ReceiverStatus; attention: ReceiverAttention; attention_reasons: ReceiverAttention[] }
    | { kind: 'dispute'; status: DisputeState; attention: 'disputeOpen'; attention_reasons: ['disputeOpen'] }
    | {
        kind: 'reconciliation'
        status: null
        attention: 'reconciliationOpen'
        attention_reasons: ['reconciliationOpen']
      }
    | { kind: 'endpoint'; status: null; attention: 'endpointFailing'; attention_reasons: ['endpointFailing'] }
  )

/** How long an endpoint may take nothing before somebody is asked to look: longer than a night. */
const PATIENCE = sql`interval '1 day'`

/** What waits of each kind: the columns of `WaitingRow`, in its order. `owner` keeps to one platform, or to none. */
const WAITING = {
  charge: (owner) => sql`
    SELECT 'charge' AS kind, id, created_at, ${providerOf(charges, chargeAttempts, chargeAttempts.chargeId)} AS provider, customer->>'name' AS name, amount, currency, status, attention, attention_reasons
    FROM ${charges} WHERE ${owner} AND attention IS NOT NULL`,
  refund: (owner) => disbursementsWaiting('refund', owner),
  withdrawal: (owner) => disbursementsWaiting('withdrawal', owner),
  receiver: (owner) => sql`
    SELECT 'receiver', id, created_at, provider, name, NULL, 'BRL', status, attention, attention_reasons
    FROM ${receivers} WHERE ${owner} AND attention IS NOT NULL`,
  dispute: (owner) => sql`
    SELECT 'dispute', id, opened_at, provider, (SELECT customer->>'name' FROM ${charges} WHERE ${charges.id} = charge_id), amount, currency, state, 'disputeOpen', ARRAY['disputeOpen']
    FROM ${disputes} WHERE ${owner} AND state = 'OPEN'`,
  // Of another amount what differs is at stake, of anything else all of it.
  reconciliation: (owner) => sql`
    SELECT 'reconciliation', id, found_at, provider,
      coalesce((SELECT customer->>'name' FROM ${charges} WHERE ${charges.id} = charge_id), transaction_id),
      abs(CASE kind WHEN 'amount' THEN (ours->>'amount')::bigint - (theirs->>'amount')::bigint
        ELSE coalesce(ours->>'amount', theirs->>'amount')::bigint END),
      coalesce((SELECT currency FROM ${charges} WHERE ${charges.id} = charge_id), 'BRL'), NULL, 'reconciliationOpen', ARRAY['reconciliationOpen']
    FROM ${reconciliationItems} WHERE ${owner} AND state = 'open'`,
  endpoint: (owner) => sql`
    SELECT 'endpoint', id, failing_since, NULL, url, NULL, 'BRL', NULL, 'endpointFailing', ARRAY['endpointFailing']
    FROM ${webhookEndpoints} WHERE ${owner} AND deleted_at IS NULL AND enabled AND failing_since < now() - ${PATIENCE}`,
} as const satisfies Record<WaitingKind, (owner: SQL) => SQL>

/** Who has it, or who was asked last: what has no answer yet is looked for there. */
const providerOf = (movements: typeof charges | typeof disbursements, attempts: PgTable, movement: PgColumn) =>
  sql`coalesce(provider, (SELECT attempt.provider FROM ${attempts} attempt
    WHERE attempt.${sql.identifier(movement.name)} = ${movements.id} ORDER BY attempt.number DESC LIMIT 1))`

const disbursementsWaiting = (kind: DisbursementKind, owner: SQL) => sql`
    SELECT kind, id, created_at, ${providerOf(disbursements, disbursementAttempts, disbursementAttempts.disbursementId)}, destination->>'name', amount, 'BRL', status, attention, attention_reasons
    FROM ${disbursements} WHERE ${owner} AND kind = ${kind} AND attention IS NOT NULL`

function union(owner: SQL, kinds: readonly WaitingKind[] = WAITING_KINDS): SQL {
  return sql.join(
    kinds.map((kind) => WAITING[kind](owner)),
    sql` UNION ALL `,
  )
}

/** What of a platform's is looked at. */
export interface WaitingScope {
  platformId: string
  kinds: readonly WaitingKind[]
}

const waiting = ({ platformId, kinds }: WaitingScope) => union(sql`platform_id = ${platformId}`, kinds)

/** Of every platform: kind, `created_at` and `attention_reasons` of each. */
export const waitingAnywhere = union(sql`true`)

export async function listWaiting(
  db: Database,
  scope: WaitingScope,
  { limit, after }: { limit: number; after?: Keyset },
): Promise<Page<WaitingRow>> {
  const later = after ? sql`WHERE (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const rows = await db.execute<WaitingRow>(
    sql`SELECT * FROM (${waiting(scope)}) AS waiting ${later} ORDER BY created_at, id LIMIT ${limit + 1}`,
  )
  return pageOf([...rows], limit, ({ created_at: at, id }) => ({ at, id }))
}

export interface WaitingTotals {
  count: number
  /** Integer cents of what is counted, by currency. */
  atStake: { currency: Currency; amount: number }[]
}

/** How many wait, and how much money with them; no more than `most` are counted. */
export async function totalWaiting(db: Database, scope: WaitingScope, most: number): Promise<WaitingTotals> {
  const rows = await db.execute<{ currency: Currency; count: number; amount: string | null }>(
    sql`SELECT currency, count(*)::int AS count, sum(amount) AS amount
      FROM (${waiting(scope)} LIMIT ${most}) AS counted
      GROUP BY currency ORDER BY currency`,
  )
  const atStake = rows.flatMap(({ currency, amount }) =>
    amount === null ? [] : [{ currency, amount: Number(amount) }],
  )
  return { count: rows.reduce((count, row) => count + row.count, 0), atStake }
}
