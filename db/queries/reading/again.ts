/** Brings readings forward: reads everything that may still change. Readings that are due anyway keep their turn. */
import { and, eq, not, sql } from 'drizzle-orm'
import { FULL_PACE } from '../../../domain/pace.ts'
import { READS_AT_NEWS } from '../../../domain/poll-rhythm.ts'
import type { Database } from '../../client.ts'
import { readings } from '../../schema/index.ts'

/** Half of an account's pace. The other half is for readings that are due anyway. */
const PER_SECOND = FULL_PACE.perSecond / 2
const BATCH = 5_000
/** A reading this recent need not be repeated. */
const isFresh = sql`coalesce(${readings.readAt} > now() - interval '10 minutes', false)`

export interface ReadingRun {
  /** How many readings are brought forward. */
  readings: number
  /** The seconds they take at the full pace. */
  seconds: number
}

/**
 * Spreads the readings of each account over the time that half of its pace needs for them. Each reading's count is kept, so that its
 * rhythm continues afterwards. Readings that can wait, and those that never come again, are not changed.
 * @param most the most readings per account, those that are due first.
 */
export async function readBeforeTime(
  db: Database,
  accountIds: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Promise<ReadingRun> {
  const runs: ReadingRun[] = []
  for (const accountId of accountIds) runs.push(await readAccount(db, accountId, most))
  return {
    readings: runs.reduce((sum, { readings }) => sum + readings, 0),
    seconds: Math.max(0, ...runs.map(({ seconds }) => seconds)),
  }
}

/** Works in batches. A row of an earlier batch is not taken again, because it is due within the span. */
async function readAccount(db: Database, accountId: string, most: number): Promise<ReadingRun> {
  const isWanted = and(eq(readings.providerAccountId, accountId), not(readings.canWait), not(isFresh))
  const waiting = await db.$count(readings, and(isWanted, sql`${readings.nextReadAt} > now()`))
  const seconds = Math.ceil(Math.min(waiting, most) / PER_SECOND)
  const span = sql`make_interval(secs => ${seconds})`
  const [begun] = await db.execute<{ now: string }>(sql`SELECT now()::text AS now`)
  const now = sql`${begun?.now}::timestamptz`
  let taken = 0
  for (let count = BATCH; count === BATCH && taken < most; taken += count) {
    const moved = await db.execute(sql`
      WITH batch AS (
        SELECT kind, id FROM ${readings} WHERE ${isWanted} AND next_read_at > ${now} + ${span}
        ORDER BY next_read_at LIMIT ${Math.min(BATCH, most - taken)}
      )
      UPDATE ${readings} AS reading SET next_read_at = ${now} + random() * ${span},
        reads = CASE WHEN settled THEN greatest(reads - 1, ${READS_AT_NEWS}) ELSE reads END
      FROM batch WHERE reading.kind = batch.kind AND reading.id = batch.id`)
    count = moved.count
  }
  return { readings: taken, seconds: taken === 0 ? 0 : seconds }
}
