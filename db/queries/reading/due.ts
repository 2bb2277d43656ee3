/** The readings of an account: claimed by one run of its reader, and rescheduled afterwards. */
import { and, eq, or, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { READS_AT_NEWS } from '../../../domain/poll-rhythm.ts'
import { NOTICED_KINDS, type ReadingKind } from '../../../domain/reading.ts'
import { paymentId } from '../../attempt-ids.ts'
import type { Database, Queryable } from '../../client.ts'
import { accountReaders, charges, payments, providerAccounts, readings, webhookEvents } from '../../schema/index.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import type { AccountTransaction } from '../charge/payments.ts'
import { chargeIsDisputed } from '../movement/statuses.ts'

/** Longer than the slowest provider's answer. After this time, the run that claimed the reading counts as dead. */
const LEASE = sql`interval '1 minute'`
/** A reader that was active this recently need not be woken. */
const AWAKE = sql`interval '30 seconds'`
const BETWEEN_REPEATS = sql`interval '1 minute'`
/** The rhythm begins again. A reading after the end is repeated once, because it may be older than what has caused it. */
const FROM_THE_START = sql`CASE WHEN settled THEN ${READS_AT_NEWS}::integer ELSE 0 END`

export interface DueReading {
  kind: ReadingKind
  id: string
  settled: boolean
  reads: number
  /** The due time for which it was claimed, in the database's text format. */
  dueAt: string
  /** Milliseconds since the movement began, or since it was settled. */
  ageMs: number
  /** The wait for its payment is over, and its workflow does not know it yet. */
  isExpired: boolean
}

interface DueRow extends Record<string, unknown> {
  kind: ReadingKind
  id: string
  settled: boolean
  reads: number
  due_at: string
  age_ms: number
  is_expired: boolean
}

/**
 * Claims the readings that have been due longest, unless the provider asked for a pause. Another run claims different ones.
 * @param kept how many places are reserved for readings that can wait. The others are for urgent ones, and free places are shared.
 */
export async function claimDue(db: Queryable, accountId: string, places: number, kept = 0): Promise<DueReading[]> {
  const isDue = sql`provider_account_id = ${accountId} AND next_read_at <= now() AND (lease_until IS NULL OR lease_until < now())
    AND NOT EXISTS (SELECT FROM ${accountReaders} WHERE provider_account_id = ${accountId} AND resume_at > now())`
  const rows = await db.execute<DueRow>(sql`
    WITH urgent AS (
      SELECT kind, id, next_read_at FROM ${readings} WHERE NOT can_wait AND ${isDue}
       ORDER BY next_read_at LIMIT ${places} FOR UPDATE SKIP LOCKED
    ), patient AS (
      SELECT kind, id FROM ${readings} WHERE can_wait AND ${isDue}
       ORDER BY next_read_at LIMIT greatest(${kept}::bigint, ${places}::bigint - (SELECT count(*) FROM urgent)) FOR UPDATE SKIP LOCKED
    ), due AS (
      SELECT kind, id FROM patient UNION ALL
      (SELECT kind, id FROM urgent ORDER BY next_read_at LIMIT ${places}::bigint - (SELECT count(*) FROM patient))
    )
    UPDATE ${readings} AS reading SET lease_until = now() + ${LEASE}
      FROM due WHERE reading.kind = due.kind AND reading.id = due.id
    RETURNING reading.kind, reading.id, reading.settled, reading.reads,
      reading.next_read_at::text AS due_at,
      (extract(epoch FROM now() - reading.since) * 1000)::float8 AS age_ms,
      coalesce(reading.expires_at <= now(), false) AS is_expired`)
  return rows.map(({ due_at, age_ms, is_expired, ...row }) => ({
    ...row,
    dueAt: due_at,
    ageMs: age_ms,
    isExpired: is_expired,
  }))
}

/**
 * Records a reading and schedules the next one. If the movement was settled meanwhile, the time set then stays. Any other time set
 * meanwhile is kept if it is earlier than the pause. The expiry is a separate time.
 * @param pauseMs the pause until the next reading; null for none.
 * @param how `isTold`: the workflow knows that the charge has expired; `isOwed`: nothing was learnt, so the reading does not count.
 */
export async function finishReading(
  db: Database,
  { kind, id, settled, reads, dueAt, isExpired }: DueReading,
  pauseMs: number | null,
  { isTold = false, isOwed = false } = {},
): Promise<void> {
  const isSame = sql`${readings.nextReadAt} = ${dueAt}::timestamptz`
  const rest = pauseMs === null ? sql`NULL::timestamptz` : sql`now() + ${`${pauseMs} milliseconds`}::interval`
  // The charge may have expired during the reading, and its workflow does not know it yet.
  const next = sql`least(${rest}, CASE WHEN ${readings.expiresAt} > now() OR NOT ${isExpired}::boolean THEN ${readings.expiresAt} END)`
  await db
    .update(readings)
    .set({
      leaseUntil: null,
      ...defined({ readAt: isOwed ? undefined : sql`now()`, expiresAt: isTold ? null : undefined }),
      reads: sql`CASE WHEN ${isSame} THEN ${isOwed ? reads : reads + 1} ELSE ${readings.reads} END`,
      nextReadAt: sql`CASE WHEN ${isSame} THEN ${next}
        WHEN ${readings.settled} = ${settled} THEN least(${next}, ${readings.nextReadAt})
        ELSE ${readings.nextReadAt} END`,
    })
    .where(and(eq(readings.kind, kind), eq(readings.id, id)))
}

/**
 * Puts back a reading that the provider refused as too frequent. It is due as before, and the account's others come first: a provider that
 * always refuses this one keeps none of them.
 * @param restMs the pause that was asked for. The account rests as long, and this reading twice as long, or a minute longer.
 */
export async function putBack(
  db: Database,
  { kind, id }: Pick<DueReading, 'kind' | 'id'>,
  restMs: number,
): Promise<void> {
  const rest = sql`${`${restMs} milliseconds`}::interval`
  await db
    .update(readings)
    .set({ leaseUntil: sql`now() + ${rest} + least(${rest}, ${LEASE})` })
    .where(and(eq(readings.kind, kind), eq(readings.id, id)))
}

/** Whether the account's reader reads the movement, or did before. */
export async function isReadOn(db: Database, kind: ReadingKind, id: string): Promise<boolean> {
  return (await db.$count(readings, and(eq(readings.kind, kind), eq(readings.id, id)))) > 0
}

/** Makes a reading due now and restarts its rhythm. @returns its account; undefined if there is nothing to read. */
export async function makeDue(
  db: Database,
  { kind, id }: Pick<DueReading, 'kind' | 'id'>,
): Promise<ReadAccount | undefined> {
  const [account] = await db
    .update(readings)
    .set({ nextReadAt: sql`now()`, reads: FROM_THE_START })
    .from(providerAccounts)
    .where(and(eq(readings.kind, kind), eq(readings.id, id), eq(providerAccounts.id, readings.providerAccountId)))
    .returning({
      id: providerAccounts.id,
      platformId: providerAccounts.platformId,
      provider: providerAccounts.provider,
    })
  return account
}

/** As `makeDue`, of all payments of a charge at the account. */
export async function makePaymentsDue(db: Database, chargeId: string, accountId: string): Promise<void> {
  await db.execute(sql`
    UPDATE ${readings} AS reading SET next_read_at = now(), reads = ${FROM_THE_START}
     WHERE reading.provider_account_id = ${accountId} AND (
       reading.kind = 'charge' AND reading.id = ${chargeId}
       OR reading.kind = 'payment' AND reading.id IN (SELECT id FROM ${payments} WHERE charge_id = ${chargeId}))`)
}

/** Null if neither is known. */
const IS_DISPUTED = sql`(${chargeIsDisputed(sql`payment.state`)} OR ${chargeIsDisputed(sql`charge.status`)})`

/**
 * A notice that is repeated word for word may be true again (a won dispute is reported like the payment), or only late, if another notice
 * about the same movement came after it, or if the payment was charged back: the notice of that may have been lost, or have overtaken
 * this one. So the provider is read, at the earliest a minute after the last reading. A reading that is running may have been sent before
 * the change.
 */
export async function readWhatIsRepeated(db: Database, webhookEventIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    UPDATE ${readings} AS reading
       SET reads = ${FROM_THE_START}, next_read_at = CASE WHEN reading.lease_until > now() THEN clock_timestamp() + ${BETWEEN_REPEATS}
         ELSE least(reading.next_read_at, greatest(now(), reading.read_at + ${BETWEEN_REPEATS})) END
      FROM ${webhookEvents} AS told LEFT JOIN ${payments} AS payment
        ON payment.provider_account_id = told.provider_account_id AND payment.transaction_id = told.transaction_id
        LEFT JOIN ${charges} AS charge ON charge.id = told.charge_id
     WHERE told.id = ANY(${sql.param(webhookEventIds)}::uuid[])
       AND reading.kind = ANY (${sql.param([...NOTICED_KINDS])}::text[])
       AND reading.id IN (told.charge_id, payment.id, told.withdrawal_id)
       AND (${IS_DISPUTED} OR reading.next_read_at IS NOT NULL AND EXISTS (
         SELECT FROM ${webhookEvents} AS since
          WHERE since.received_at > told.received_at AND since.id <> told.id
            AND (since.charge_id = told.charge_id OR since.withdrawal_id = told.withdrawal_id)))`)
}

/**
 * A notice has led to a reading by which the payment is still charged back. The reading may lag behind a notice that the dispute was won,
 * so there is another one.
 * @param pauseMs how much later.
 */
export async function readDisputedAgain(
  db: Database,
  { chargeId, of: { accountId, transactionId } }: { chargeId: string; of: AccountTransaction },
  pauseMs: number,
): Promise<void> {
  const ofPayment = paymentId(chargeId, accountId, transactionId)
  const { leaseUntil, nextReadAt } = readings
  const pause = sql`${`${pauseMs} milliseconds`}::interval`
  const isUnderWay = sql`coalesce(${leaseUntil} > now(), false)`
  await db
    .update(readings)
    .set({
      nextReadAt: sql`CASE WHEN ${isUnderWay} THEN clock_timestamp() + ${pause} ELSE least(${nextReadAt}, now() + ${pause}) END`,
      // One that comes before may lag as well.
      reads: sql`CASE WHEN NOT ${isUnderWay} AND ${nextReadAt} < now() + ${pause} THEN ${READS_AT_NEWS}::integer ELSE -1 END`,
    })
    .where(
      and(
        readings.settled,
        or(
          and(eq(readings.kind, 'charge'), eq(readings.id, chargeId)),
          and(eq(readings.kind, 'payment'), eq(readings.id, ofPayment)),
        ),
      ),
    )
}

/** Milliseconds until the account's next reading, negative if it is overdue; null if there is none. */
export async function untilNextReading(db: Database, accountId: string): Promise<number | null> {
  const at = sql`greatest(${readings.nextReadAt}, ${readings.leaseUntil})`
  const [row] = await db
    .select({ ms: sql<number | null>`(extract(epoch FROM min(${at}) - now()) * 1000)::float8` })
    .from(readings)
    .where(and(eq(readings.providerAccountId, accountId), sql`${readings.nextReadAt} IS NOT NULL`))
  return row?.ms ?? null
}

export type ReadAccount = Pick<ProviderAccountRow, 'id' | 'platformId' | 'provider'>

/**
 * Accounts with due readings whose reader is not active. Platforms take turns, and of each one those come first that were active longest
 * ago. Each is returned only once in a while.
 */
export async function unreadAccounts(db: Database, limit: number): Promise<ReadAccount[]> {
  const lately = (column: typeof accountReaders.seenAt | typeof accountReaders.wokenAt) =>
    sql`coalesce(${column} > now() - ${AWAKE}, false)`
  const { id, platformId, provider } = providerAccounts
  const longestAgo = sql`greatest(${accountReaders.seenAt}, ${accountReaders.wokenAt}) NULLS FIRST, ${id}`
  const found = await db
    .select({ id, platformId, provider })
    .from(providerAccounts)
    .leftJoin(accountReaders, eq(accountReaders.providerAccountId, id))
    .where(
      and(
        sql`${accountReaders.pausedAt} IS NULL`,
        sql`NOT ${lately(accountReaders.seenAt)} AND NOT ${lately(accountReaders.wokenAt)}`,
        sql`EXISTS (SELECT FROM ${readings} WHERE ${readings.providerAccountId} = ${id}
          AND ${readings.nextReadAt} <= now() AND (${readings.leaseUntil} IS NULL OR ${readings.leaseUntil} < now()))`,
      ),
    )
    .orderBy(sql`row_number() OVER (PARTITION BY ${platformId} ORDER BY ${longestAgo}), ${longestAgo}`)
    .limit(limit)
  if (found.length === 0) return []
  await db
    .insert(accountReaders)
    .values(found.map((account) => ({ providerAccountId: account.id, wokenAt: sql`now()` })))
    .onConflictDoUpdate({ target: accountReaders.providerAccountId, set: { wokenAt: sql`now()` } })
  return found
}
