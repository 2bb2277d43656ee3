/** Everything of a platform that waits for an operator, of all kinds, in one list, longest wait first. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { AttentionReason, ChargeStatus } from '../../../domain/charge.ts'
import type { DisbursementAttention, DisbursementKind, DisbursementStatus } from '../../../domain/disbursement.ts'
import type { DisputeState } from '../../../domain/dispute.ts'
import type { Currency } from '../../../domain/money.ts'
import type { ReceiverAttention, ReceiverStatus } from '../../../domain/receiver.ts'
import type { Difference } from '../../../domain/reconciliation.ts'
import { WAITING_KINDS, type WaitingKind } from '../../../domain/waiting.ts'
import type { Database } from '../../client.ts'
import {
  chargeAttempts,
  charges,
  disbursementAttempts,
  disbursementEvents,
  disbursements,
  disputes,
  receiverEvents,
  receivers,
  reconciliationItems,
  webhookEndpoints,
} from '../../schema/index.ts'
import { type Keyset, type Page, pageOf } from '../list/pages.ts'
import { isOfLive } from '../modes.ts'
import { amountAtStake } from '../reconciliation/at-stake.ts'
import { disputeIsOpen, itemIsOpen } from './statuses.ts'

export type WaitingRow = Record<string, unknown> & {
  id: string
  /** In the database's text format, as is `since`. */
  created_at: string
  /** When it began to wait. */
  since: string
  provider: string | null
  /** The name of the customer or receiver, or an endpoint's URL. */
  name: string | null
  /** Integer cents; null if no money waits. */
  amount: string | null
  currency: Currency
  /** Who requested the movement, as its history names them. Null if that is not known, and for what is no movement. */
  created_by_user: string | null
  /** The provider's id of the movement, or of what differs in the books. Null while none is known, and for what has none. */
  external_id: string | null
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
        external_id: string
        status: Difference
        attention: 'reconciliationOpen'
        attention_reasons: ['reconciliationOpen']
        /** When what is shown of it last changed. */
        updated_at: string
      }
    | { kind: 'endpoint'; status: null; attention: 'endpointFailing'; attention_reasons: ['endpointFailing'] }
  )

/** How long an endpoint may fail before an operator is asked to look: longer than a night. */
const PATIENCE = sql`interval '1 day'`

/** The query for each kind, with the columns of `WaitingRow` in order. `owner` limits it to one platform, or not at all. */
const WAITING = {
  charge: (owner) => sql`
    SELECT 'charge' AS kind, id, created_at, attention_since AS since, ${providerOf(charges, chargeAttempts, chargeAttempts.chargeId)} AS provider, customer->>'name' AS name, amount, currency, created_by_user, transaction_id AS external_id, status, attention, attention_reasons, NULL::timestamptz AS updated_at
    FROM ${charges} WHERE ${owner} AND attention IS NOT NULL`,
  refund: (owner) => disbursementsWaiting('refund', owner),
  withdrawal: (owner) => disbursementsWaiting('withdrawal', owner),
  receiver: (owner) => sql`
    SELECT 'receiver', id, created_at, attention_since, provider, name, NULL, 'BRL', ${requesterOf(receivers, receiverEvents, receiverEvents.receiverId)}, receiver_id, status, attention, attention_reasons, NULL
    FROM ${receivers} WHERE ${owner} AND attention IS NOT NULL`,
  dispute: (owner) => sql`
    SELECT 'dispute', id, opened_at, opened_at, provider, (SELECT customer->>'name' FROM ${charges} WHERE ${charges.id} = charge_id), amount, currency, NULL, NULL, state, 'disputeOpen', ARRAY['disputeOpen'], NULL
    FROM ${disputes} WHERE ${owner} AND ${disputeIsOpen(sql`state`)}`,
  reconciliation: (owner) => sql`
    SELECT 'reconciliation', id, found_at, found_at, provider,
      (SELECT customer->>'name' FROM ${charges} WHERE ${charges.id} = charge_id),
      ${amountAtStake}, coalesce(ours->>'currency', 'BRL'), NULL, transaction_id, kind, 'reconciliationOpen', ARRAY['reconciliationOpen'], updated_at
    FROM ${reconciliationItems} WHERE ${owner} AND ${itemIsOpen(sql`state`)}`,
  endpoint: (owner) => sql`
    SELECT 'endpoint', id, created_at, failing_since, NULL, url, NULL, 'BRL', NULL, NULL, NULL, 'endpointFailing', ARRAY['endpointFailing'], NULL
    FROM ${webhookEndpoints} WHERE ${owner} AND deleted_at IS NULL AND enabled AND failing_since < now() - ${PATIENCE}`,
} as const satisfies Record<WaitingKind, (owner: SQL) => SQL>

/** The provider that has the movement or, without an answer, the one that was asked last. */
const providerOf = (movements: typeof charges | typeof disbursements, attempts: PgTable, movement: PgColumn) =>
  sql`coalesce(provider, (SELECT attempt.provider FROM ${attempts} attempt
    WHERE attempt.${sql.identifier(movement.name)} = ${movements.id} ORDER BY attempt.number DESC LIMIT 1))`

/** As the first row of its history keeps it. */
const requesterOf = (movements: typeof disbursements | typeof receivers, events: PgTable, movement: PgColumn) =>
  sql`(SELECT detail->>'by' FROM ${events} WHERE ${movement} = ${movements.id} AND key = 'requested')`

const disbursementsWaiting = (kind: DisbursementKind, owner: SQL) => sql`
    SELECT kind, id, created_at, attention_since, ${providerOf(disbursements, disbursementAttempts, disbursementAttempts.disbursementId)}, destination->>'name', amount, currency, ${requesterOf(disbursements, disbursementEvents, disbursementEvents.disbursementId)}, external_id, status, attention, attention_reasons, NULL
    FROM ${disbursements} WHERE ${owner} AND kind = ${kind} AND attention IS NOT NULL`

/** Those of other kinds are there without a row: the columns get their names and types from all of them together. */
function union(owner: SQL, kinds: readonly WaitingKind[] = WAITING_KINDS): SQL {
  return sql.join(
    WAITING_KINDS.map((kind) => WAITING[kind](kinds.includes(kind) ? owner : sql`false`)),
    sql` UNION ALL `,
  )
}

/** The platform and the kinds to list; nothing is of no kind. */
export interface WaitingScope {
  platformId: string
  kinds: readonly WaitingKind[]
}

const waiting = ({ platformId, kinds }: WaitingScope) => union(sql`platform_id = ${platformId}`, kinds)

/** The waiting rows of all live platforms. */
export const waitingAnywhereLive = union(isOfLive(sql`platform_id`))

export async function listWaiting(
  db: Database,
  scope: WaitingScope,
  { limit, after }: { limit: number; after?: Keyset },
): Promise<Page<WaitingRow>> {
  const later = after ? sql`WHERE (since, id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const rows = await db.execute<WaitingRow>(
    sql`SELECT * FROM (${waiting(scope)}) AS waiting ${later} ORDER BY since, id LIMIT ${limit + 1}`,
  )
  return pageOf([...rows], limit, ({ since: at, id }) => ({ at, id }))
}

export interface WaitingTotals {
  count: number
  /** Integer cents of the counted rows, by currency. */
  atStake: { currency: Currency; amount: number }[]
}

/** How many rows wait, and their amounts. At most `most` rows are counted. */
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
