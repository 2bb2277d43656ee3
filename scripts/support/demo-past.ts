/**
 * What the demo shop has just done is said to have happened weeks ago. Only times change: the charges are real ones of the fake
 * providers, with workflows and payments, so that refunds, disputes and readings of them go on working.
 * docs/decisions/0122-the-demo-shop-has-a-past.md
 */
import type postgres from 'postgres'

export interface Then {
  /** When it was made. */
  at: number
  /** How long after that it was settled, and how long after that again what came later: a refund, a dispute. Milliseconds. */
  settledAfter: number
  moreAfter?: number
}

type Tables = Readonly<Record<string, readonly [key: string, columns: readonly string[]]>>

const CHARGE: Tables = {
  charge_events: ['charge_id', ['at']],
  charge_attempts: ['charge_id', ['created_at', 'answered_at']],
  payments: ['charge_id', ['created_at', 'paid_at']],
  disputes: ['charge_id', ['opened_at', 'closed_at']],
  webhook_events: ['charge_id', ['received_at', 'delivered_at']],
  charges: ['id', ['created_at', 'paid_at', 'expires_at', 'updated_at']],
}
const DISBURSEMENT: Tables = {
  disbursement_events: ['disbursement_id', ['at']],
  disbursement_attempts: ['disbursement_id', ['created_at', 'answered_at']],
  webhook_events: ['withdrawal_id', ['received_at', 'delivered_at']],
  disbursements: ['id', ['created_at', 'approved_at', 'updated_at']],
}
const RECEIVER: Tables = { receiver_events: ['receiver_id', ['at']], receivers: ['id', ['created_at', 'updated_at']] }

/** Their triggers keep figures and the words of searches; histories take no change, and are moved behind their triggers' backs. */
const FOLLOWED: readonly string[] = ['charges', 'disbursements', 'receivers']

/** From when on what was really so came so much after the beginning. Milliseconds. */
interface Step {
  from: number
  after: number
}

const momentOf = (expression: string) => `(extract(epoch FROM ${expression}) * 1000)::float8`

export async function moveCharge(sql: postgres.Sql, chargeId: string, then: Then): Promise<void> {
  await sql.begin(async (tx) => {
    const [seen] = await tx.unsafe<{ made: number; settled: number | null; more: number | null }[]>(
      `SELECT ${momentOf('created_at')} AS made, ${momentOf(`(SELECT min(at) FROM charge_events WHERE charge_id = $1 AND "to" <> 'PENDING')`)} AS settled,
        ${momentOf(`least((SELECT min(created_at) FROM disbursements WHERE charge_id = $1), (SELECT min(opened_at) FROM disputes WHERE charge_id = $1))`)} AS more
      FROM charges WHERE id = $1`,
      [chargeId],
    )
    if (!seen) return
    const refunds = await tx<{ id: string }[]>`SELECT id FROM disbursements WHERE charge_id = ${chargeId}`
    const steps = stepsOf(seen, then)
    await move(
      tx,
      DISBURSEMENT,
      refunds.map(({ id }) => id),
      steps,
    )
    await move(tx, CHARGE, [chargeId], steps)
    await tx`
      UPDATE customers SET created_at = ${new Date(then.at)}
      WHERE id = (SELECT customer_id FROM charges WHERE id = ${chargeId}) AND created_at > ${new Date(then.at)}`
  })
}

export async function moveWithdrawal(sql: postgres.Sql, id: string, then: Then): Promise<void> {
  await sql.begin(async (tx) => {
    const [seen] = await tx.unsafe<{ made: number; settled: number }[]>(
      `SELECT ${momentOf('created_at')} AS made, ${momentOf('updated_at')} AS settled FROM disbursements WHERE id = $1`,
      [id],
    )
    if (seen) await move(tx, DISBURSEMENT, [id], stepsOf(seen, then))
  })
}

export async function moveReceiver(sql: postgres.Sql, id: string, at: number): Promise<void> {
  await sql.begin(async (tx) => {
    const [seen] = await tx.unsafe<{ made: number }[]>(
      `SELECT ${momentOf('created_at')} AS made FROM receivers WHERE id = $1`,
      [id],
    )
    if (seen) await move(tx, RECEIVER, [id], [{ from: seen.made, after: at }])
  })
}

function stepsOf(
  { made, settled, more }: { made: number; settled?: number | null; more?: number | null },
  { at, settledAfter, moreAfter = 0 }: Then,
): Step[] {
  return [
    { from: made, after: at },
    ...(settled == null ? [] : [{ from: settled, after: at + settledAfter }]),
    ...(more == null ? [] : [{ from: more, after: at + settledAfter + moreAfter }]),
  ]
}

async function move(
  tx: postgres.TransactionSql,
  tables: Tables,
  ids: readonly string[],
  steps: readonly Step[],
): Promise<void> {
  const stepAt = (column: string) =>
    steps
      .toReversed()
      .map(({ from, after }) => `WHEN ${column} >= to_timestamp(${from} / 1000.0) THEN ${after - from}`)
      .join(' ')
  const [first] = steps
  const moved = (column: string) =>
    `${column} = ${column} + CASE ${stepAt(column)} ELSE ${first ? first.after - first.from : 0} END * interval '1 millisecond'`
  const kinds = { charges: ['charge'], disbursements: ['refund', 'withdrawal'], receivers: ['receiver'] }
  const targets = Object.entries(kinds).flatMap(([table, names]) => (table in tables ? names : []))
  const audited = ids.flatMap((id) => targets.map((name) => `${name}/${id}`))
  const all: Tables = { ...tables, audit_log: ['target', ['at']] }
  for (const [table, [key, columns]] of Object.entries(all)) {
    await tx.unsafe(`SET LOCAL session_replication_role = ${FOLLOWED.includes(table) ? 'origin' : 'replica'}`)
    await tx.unsafe(`UPDATE ${table} SET ${columns.map(moved).join(', ')} WHERE ${key}::text = ANY ($1::text[])`, [
      table === 'audit_log' ? audited : [...ids],
    ])
  }
  await tx.unsafe('SET LOCAL session_replication_role = origin')
}
