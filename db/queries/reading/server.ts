/** Detects when another database server answers, and schedules readings again after that. */
import { and, isNotNull, lt, sql } from 'drizzle-orm'
import { READS_AT_NEWS } from '../../../domain/poll-rhythm.ts'
import type { Database, Queryable } from '../../client.ts'
import { charges, databaseServers, payments, providerAccounts, readings, webhookEvents } from '../../schema/index.ts'
import { chargeIsDisputed } from '../movement/statuses.ts'
import { idOfDaysAgo } from '../time.ts'
import { handOverAgain, type Unreadable } from '../webhook/lost.ts'
import { readBeforeTime } from './again.ts'

/** Of a movement begun, settled or told of this recently, what a notice led to may be in the second that a failover loses. */
const LATELY = sql`interval '15 minutes'`
/** The second round follows this much later, because a provider's readings may lag behind its notices. */
const ONCE_MORE = sql`interval '2 minutes'`
/** The reading that follows a dispute's begin after minutes may be the one that is brought forward, so there is another. */
const IS_DISPUTED = sql`(
  EXISTS (SELECT FROM ${charges} AS charge WHERE charge.id = ${readings.id} AND ${chargeIsDisputed(sql`charge.status`)})
  OR EXISTS (SELECT FROM ${payments} AS payment WHERE payment.id = ${readings.id} AND ${chargeIsDisputed(sql`payment.state`)}))`
/** The movements and payments about which a notice came lately. Ids begin with their time: no more rows are read than came within a day. */
const TOLD_LATELY = sql`
  SELECT unnest(ARRAY[told.charge_id, told.withdrawal_id, payment.id]) FROM ${webhookEvents} AS told
    LEFT JOIN ${payments} AS payment
      ON payment.provider_account_id = told.provider_account_id AND payment.transaction_id = told.transaction_id
   WHERE told.id > ${idOfDaysAgo(1)} AND told.received_at > now() - ${LATELY}`
/** The readings are spread over this time. */
const SPREAD = sql`interval '20 seconds'`
/** Changes after each restart, and after a promotion, which starts a new timeline of the log. */
const IDENTITY = sql`pg_postmaster_start_time() || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)`

/**
 * If another server answers than before, makes due what began, was settled or was told of lately at every account, and again two minutes later.
 * A promoted server may lack more than that, so everything that may still change is read early.
 * @param unreadable of these, notices that were handed over lately are handed over again.
 * @returns the number of readings and of notices, and whether the server was promoted; undefined if it is the same.
 */
export async function readAgainAfterRestart(
  db: Database,
  unreadable: Unreadable,
): Promise<{ readings: number; notices: number; isPromoted: boolean } | undefined> {
  const after = await db.transaction(async (tx) => {
    const isPromoted = await noticeServer(tx)
    if (isPromoted === undefined && !(await isOnceMore(tx))) return undefined
    const { count } = await tx.execute(sql`
      UPDATE ${readings} SET next_read_at = least(next_read_at, now() + random() * ${SPREAD}),
        reads = CASE WHEN NOT settled THEN reads WHEN ${IS_DISPUTED} THEN ${READS_AT_NEWS} ELSE -1 END
       WHERE next_read_at IS NOT NULL AND (since > now() - ${LATELY} OR id IN (${TOLD_LATELY}))`)
    return { readings: count, isPromoted: isPromoted ?? false }
  })
  if (!after) return undefined
  // By itself, and in the second round once more: what a slow answer keeps from it must not keep the readings.
  const notices = await handOverAgain(db, unreadable)
  if (!after.isPromoted) return { ...after, notices }
  const accounts = await db.select({ id: providerAccounts.id }).from(providerAccounts)
  const ids = accounts.map(({ id }) => id)
  return { ...after, notices, readings: after.readings + (await readBeforeTime(db, ids)).readings }
}

/**
 * Stores the server's identity. The first server ever has lost nothing.
 * @returns if the server has changed, whether it was promoted; undefined if it is the same.
 */
async function noticeServer(db: Queryable): Promise<boolean | undefined> {
  const [seen] = await db.execute<{ isPromoted: boolean }>(sql`
    WITH here AS (SELECT ${IDENTITY} AS identity),
         first AS (INSERT INTO ${databaseServers} (identity) SELECT identity FROM here ON CONFLICT DO NOTHING)
    UPDATE ${databaseServers} seen SET identity = here.identity, once_more_at = now() + ${ONCE_MORE}
      FROM here, ${databaseServers} AS before
     WHERE seen.identity <> here.identity AND before.is_the_one = seen.is_the_one
    RETURNING right(before.identity, 8) <> right(here.identity, 8) AS "isPromoted"`)
  return seen?.isPromoted
}

async function isOnceMore(db: Queryable): Promise<boolean> {
  const { count } = await db
    .update(databaseServers)
    .set({ onceMoreAt: null })
    .where(and(isNotNull(databaseServers.onceMoreAt), lt(databaseServers.onceMoreAt, sql`now()`)))
  return count > 0
}
