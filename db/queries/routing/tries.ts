/** Recent results of accounts, for the circuit breaker and the success rate. */
import { type SQL, sql } from 'drizzle-orm'
import { BREAKER_TRIES, BREAKER_WINDOW_MS, PROBE_MS, type TryOutcome } from '../../../domain/breaker.ts'
import { isNotProcessed, isUnknownOutcome, type ProviderErrorKind } from '../../../domain/provider-error.ts'
import type { RoutedMovement, RoutingFacts } from '../../../domain/routing.ts'
import type { Database } from '../../client.ts'
import {
  attemptIsAnsweredByProvider,
  attemptIsMade,
  chargeIsRefused,
  disbursementIsRefused,
} from '../movement/statuses.ts'

interface TryRow extends Record<string, unknown> {
  account_id: string
  at: string
  kind: ProviderErrorKind | null
}

/**
 * The last tries of each account, for charges and disbursements, oldest first. A try without an answer or error yet is left out. Refused
 * credentials count as no answer, because the account cannot serve any movement.
 */
export async function lastTries(
  db: Database,
  accountIds: readonly string[],
): Promise<Map<string, readonly TryOutcome[]>> {
  const since = sql`now() - ${`${BREAKER_WINDOW_MS} milliseconds`}::interval`
  const of = (table: 'charge_attempts' | 'disbursement_attempts') => sql`
    (SELECT coalesce(answered_at, created_at) AS at, CASE WHEN ${attemptIsMade(sql`outcome`)} THEN NULL ELSE error_kind END AS kind
       FROM ${sql.raw(table)}
      WHERE provider_account_id = account.id AND created_at > ${since}
        AND (${attemptIsMade(sql`outcome`)} OR error_kind IS NOT NULL)
      ORDER BY created_at DESC LIMIT ${BREAKER_TRIES})`
  const rows = await db.execute<TryRow>(sql`
    SELECT account.id AS account_id, tries.at, tries.kind
      FROM unnest(${sql.param([...accountIds])}::uuid[]) AS account(id)
     CROSS JOIN LATERAL (
       SELECT * FROM (${of('charge_attempts')} UNION ALL ${of('disbursement_attempts')}) AS every
        ORDER BY at DESC LIMIT ${BREAKER_TRIES}
     ) AS tries
     ORDER BY tries.at`)
  const found = new Map<string, TryOutcome[]>(accountIds.map((id) => [id, []]))
  for (const { account_id, at, kind } of rows) {
    found.get(account_id)?.push({ at: Date.parse(at), answered: kind === null || !isSilence(kind) })
  }
  return found
}

const isSilence = (kind: ProviderErrorKind): boolean =>
  kind === 'Unauthorized' || isNotProcessed(kind) || isUnknownOutcome(kind)

interface AskedRow extends Record<string, unknown> {
  account_id: string
  at: string
}

/** When the last unanswered try of each account was sent, in milliseconds since 1970. Accounts without one are left out. */
export async function lastAsked(db: Database, accountIds: readonly string[]): Promise<Map<string, number>> {
  const of = (table: 'charge_attempts' | 'disbursement_attempts') => sql`
    (SELECT max(created_at) FROM ${sql.raw(table)}
      WHERE provider_account_id = account.id AND created_at > now() - ${`${PROBE_MS} milliseconds`}::interval
        AND outcome IS NULL AND error_kind IS NULL)`
  const rows = await db.execute<AskedRow>(sql`
    SELECT account_id, at
      FROM (SELECT account.id AS account_id, greatest(${of('charge_attempts')}, ${of('disbursement_attempts')}) AS at
              FROM unnest(${sql.param([...accountIds])}::uuid[]) AS account(id)) AS asked
     WHERE at IS NOT NULL`)
  return new Map(rows.map(({ account_id, at }) => [account_id, Date.parse(at)]))
}

/** The most tries that the success rate considers, within a day. */
const RATED_TRIES = 200

interface RateRow extends Record<string, unknown> {
  account_id: string
  made: number
  all: number
}

/** The movements to count: charges by one method or any, or withdrawals. */
export type Rated = Pick<RoutingFacts, 'movement' | 'paymentMethod'>

/**
 * For each account's last ended movements: how many the provider accepted and did not reject. A disbursement that was returned later
 * counts as failed.
 */
export async function successRates(
  db: Database,
  accountIds: readonly string[],
  rated: Rated,
): Promise<Map<string, { made: number; all: number }>> {
  const rows = await db.execute<RateRow>(sql`
    SELECT account.id AS account_id,
           count(*) FILTER (WHERE ended.is_made)::int AS made,
           count(ended.is_made)::int AS all
      FROM unnest(${sql.param([...accountIds])}::uuid[]) AS account(id)
      LEFT JOIN LATERAL (
        ${ENDED[rated.movement](rated)}
           AND attempt.provider_account_id = account.id AND attempt.created_at > now() - interval '1 day'
           AND ${attemptIsAnsweredByProvider(sql`attempt.outcome`)}
         ORDER BY attempt.created_at DESC LIMIT ${RATED_TRIES}
      ) AS ended ON true
     GROUP BY account.id`)
  return new Map(rows.map(({ account_id, made, all }) => [account_id, { made, all }]))
}

const ENDED = {
  charge: ({ paymentMethod }) => sql`
        SELECT ${attemptIsMade(sql`attempt.outcome`)} AND NOT ${chargeIsRefused(sql`attempt.created_status`)} AS is_made
          FROM charge_attempts AS attempt
          JOIN charges AS charge ON charge.id = attempt.charge_id
         WHERE ${paymentMethod ? sql`charge.payment_method = ${paymentMethod}` : sql`true`}`,
  withdrawal: () => sql`
        SELECT ${attemptIsMade(sql`attempt.outcome`)} AND NOT ${disbursementIsRefused(sql`withdrawal.status`)} AS is_made
          FROM disbursement_attempts AS attempt
          JOIN disbursements AS withdrawal ON withdrawal.id = attempt.disbursement_id
         WHERE withdrawal.kind = 'withdrawal'`,
} as const satisfies Record<RoutedMovement, (rated: Rated) => SQL>
