/**
 * Deletes old provider records: the bodies of webhooks, and the exchanges of attempts. A step of the sweep goes through each table once,
 * from its oldest row on, and stores its progress.
 */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database, Queryable } from '../../client.ts'
import { charges, disbursements, receivers, retentionProgress, webhookEvents } from '../../schema/index.ts'
import {
  chargeWaits,
  disbursementWaits,
  disputeIsOpen,
  noticeIsUnmatched,
  receiverWaits,
} from '../movement/statuses.ts'
import { idOfDaysAgo } from '../time.ts'

const BATCH = 1000
const MOST_BATCHES = 20
/** How many days a notice without a movement can be viewed, replayed and translated again. */
const UNMATCHED_DAYS = 90

interface Walk {
  name: string
  table: PgTable & { id: PgColumn }
  /** Ascends with the age of the rows. */
  by: PgColumn
  /** All rows before it are old. */
  until: SQL
  forget(tx: Queryable, ids: string[]): Promise<unknown>
}

/** @param days how long records of a movement are kept. */
export async function forgetOldRecords(db: Database, days: number): Promise<void> {
  for (const walk of walksOf(days)) {
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      if ((await step(db, walk)) < BATCH) break
    }
  }
}

/** @returns how many rows it processed. */
function step(db: Database, { name, table, by, until, forget }: Walk): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.insert(retentionProgress).values({ name }).onConflictDoNothing()
    const [progress] = await tx
      .select({ reached: retentionProgress.reached })
      .from(retentionProgress)
      .where(eq(retentionProgress.name, name))
      .for('update')
    const before = progress?.reached ?? null
    const isBeyond = before === null ? sql`` : sql`AND ${by} > ${before}::${sql.raw(by.getSQLType())}`
    // Rows of the same moment are processed together.
    const rows = await tx.execute<{ id: string; reached: string }>(sql`
      SELECT ${table.id} AS id, ${by}::text AS reached FROM ${table} WHERE ${by} < ${until} ${isBeyond}
      ORDER BY ${by} FETCH FIRST ${BATCH} ROWS WITH TIES`)
    const reached = rows.at(-1)?.reached
    if (reached === undefined) return 0
    await forget(
      tx,
      rows.map(({ id }) => id),
    )
    await tx.update(retentionProgress).set({ reached }).where(eq(retentionProgress.name, name))
    return rows.length
  })
}

const walksOf = (days: number): readonly Walk[] => {
  const byId = { by: webhookEvents.id, table: webhookEvents }
  const byAge = <Table extends Walk['table'] & { createdAt: PgColumn }>(table: Table) => ({
    table,
    by: table.createdAt,
    until: sql`now() - make_interval(days => ${days})`,
  })
  return [
    { name: 'unmatchedWebhooks', ...byId, until: idOfDaysAgo(UNMATCHED_DAYS), forget: removeUnmatched },
    { name: 'webhookBodies', ...byId, until: idOfDaysAgo(days), forget: emptyWebhooks },
    { name: 'chargeExchanges', ...byAge(charges), forget: emptyChargeAttempts },
    { name: 'disbursementExchanges', ...byAge(disbursements), forget: emptyDisbursementAttempts },
    { name: 'receiverExchanges', ...byAge(receivers), forget: emptyReceivers },
  ]
}

const among = (ids: string[]): SQL => sql`ANY (${sql.param(ids)}::uuid[])`

/** Deletes notices without a movement. A repeated one would be stored again and ignored again. */
const removeUnmatched = (tx: Queryable, ids: string[]) =>
  tx.execute(sql`
    DELETE FROM ${webhookEvents} WHERE id = ${among(ids)}
      AND ${noticeIsUnmatched(sql`state`)} AND charge_id IS NULL AND withdrawal_id IS NULL`)

/** Records of charges that are open, disputed or need an operator are kept. */
const isChargeOver = sql`NOT ${chargeWaits(sql`charge.status`)} AND charge.attention IS NULL
  AND NOT EXISTS (SELECT FROM disputes WHERE charge_id = charge.id AND ${disputeIsOpen(sql`state`)})`
const isDisbursementOver = sql`NOT ${disbursementWaits(sql`disbursement.status`)} AND disbursement.attention IS NULL`

/** The row stays: it holds the translated fields, and its hash recognises a repeated notice. */
const emptyWebhooks = (tx: Queryable, ids: string[]) =>
  tx.execute(sql`
    UPDATE ${webhookEvents} event SET body = '', headers = '{}', query = '{}', body_forgotten_at = now()
    WHERE id = ${among(ids)} AND state <> 'pending'
      AND NOT EXISTS (SELECT FROM ${charges} charge WHERE charge.id = event.charge_id AND NOT (${isChargeOver}))
      AND NOT EXISTS (SELECT FROM ${disbursements} disbursement
        WHERE disbursement.id = event.withdrawal_id AND NOT (${isDisbursementOver}))`)

const emptyChargeAttempts = (tx: Queryable, ids: string[]) =>
  tx.execute(sql`
    UPDATE charge_attempts attempt SET exchange = '[]' FROM ${charges} charge
    WHERE attempt.charge_id = ${among(ids)} AND charge.id = attempt.charge_id AND attempt.exchange <> '[]' AND ${isChargeOver}`)

const emptyDisbursementAttempts = (tx: Queryable, ids: string[]) =>
  tx.execute(sql`
    UPDATE disbursement_attempts attempt SET exchange = '[]' FROM ${disbursements} disbursement
    WHERE attempt.disbursement_id = ${among(ids)} AND disbursement.id = attempt.disbursement_id
      AND attempt.exchange <> '[]' AND ${isDisbursementOver}`)

const emptyReceivers = (tx: Queryable, ids: string[]) =>
  tx.execute(sql`
    UPDATE ${receivers} SET exchange = '[]'
    WHERE id = ${among(ids)} AND exchange <> '[]' AND NOT ${receiverWaits(receivers.status)} AND attention IS NULL`)
