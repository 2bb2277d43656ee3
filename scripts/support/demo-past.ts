/**
 * What the demo shop has just done is said to have happened weeks ago. Only times change: the charges are real ones of the fake
 * providers, with workflows and payments, so that refunds, disputes and readings of them go on working.
 * docs/decisions/0122-the-demo-shop-has-a-past.md
 */
import type postgres from 'postgres'

/** From when on what really happened is said to have happened from another time on. Milliseconds. */
export interface Moment {
  really: number
  said: number
}

/** What was done to it, in order: what was heard of it follows what was done. */
export type Moments = readonly [Moment, ...Moment[]]

/** To be noted just before it is done. */
export const momentNow = (said: number): Moment => ({ really: Date.now(), said })

type Tables = Readonly<Record<string, readonly [key: string, columns: readonly string[]]>>

const CHARGE: Tables = {
  charge_events: ['charge_id', ['at']],
  charge_attempts: ['charge_id', ['created_at', 'answered_at']],
  payments: ['charge_id', ['created_at', 'paid_at']],
  disputes: ['charge_id', ['opened_at', 'closed_at']],
  webhook_events: ['charge_id', ['received_at', 'delivered_at']],
  mails: ['charge_id', ['created_at', 'start_at', 'sent_at']],
  charges: ['id', ['created_at', 'paid_at', 'updated_at']],
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

/** Each is one event, which ends when the next thing may have been done already: it is moved by when it began. */
const MOVED_AS_ONE: readonly string[] = ['webhook_events', 'mails']

/** Their `exchange` is a list of entries with a time in each. */
const WITH_EXCHANGE: readonly string[] = ['charge_attempts', 'disbursement_attempts', 'receivers']

export async function moveCharge(sql: postgres.Sql, chargeId: string, moments: Moments): Promise<void> {
  const made = new Date(moments[0].said)
  await sql.begin(async (tx) => {
    const refunds = await tx<{ id: string }[]>`SELECT id FROM disbursements WHERE charge_id = ${chargeId}`
    const disputes = await tx<{ id: string }[]>`SELECT id FROM disputes WHERE charge_id = ${chargeId}`
    for (const { id } of refunds) await move(tx, DISBURSEMENT, id, moments, [`refund/${id}`])
    const targets = [`charge/${chargeId}`, ...disputes.map(({ id }) => `dispute/${id}`)]
    await move(tx, CHARGE, chargeId, moments, targets)
    // It was set when the charge was made.
    await move(tx, { charges: ['id', ['expires_at']] }, chargeId, [moments[0]], [])
    await tx`
      UPDATE customers SET created_at = ${made}
      WHERE id = (SELECT customer_id FROM charges WHERE id = ${chargeId}) AND created_at > ${made}`
  })
}

export async function moveWithdrawal(sql: postgres.Sql, id: string, moments: Moments): Promise<void> {
  await sql.begin((tx) => move(tx, DISBURSEMENT, id, moments, [`withdrawal/${id}`]))
}

export async function moveReceiver(sql: postgres.Sql, id: string, moments: Moments): Promise<void> {
  await sql.begin((tx) => move(tx, RECEIVER, id, moments, [`receiver/${id}`]))
}

/** How far what happened from each moment on is moved. On a slow machine a moment is said to be later, so that none comes before another. */
function shiftsOf(moments: Moments): { from: number; by: number }[] {
  const shifts: { from: number; by: number }[] = []
  for (const { really, said } of moments) {
    shifts.unshift({ from: really, by: Math.max(said - really, shifts[0]?.by ?? Number.NEGATIVE_INFINITY) })
  }
  return shifts
}

async function move(
  tx: postgres.TransactionSql,
  tables: Tables,
  id: string,
  moments: Moments,
  targets: readonly string[],
): Promise<void> {
  const cases = shiftsOf(moments).map(({ from, by }) => ({ from: `to_timestamp(${from} / 1000.0)`, by }))
  const first = cases.at(-1)?.by ?? 0
  const moved = (time: string, began = time) =>
    `${time} + CASE ${cases.map(({ from, by }) => `WHEN ${began} >= ${from} THEN ${by}`).join(' ')} ELSE ${first} END * interval '1 millisecond'`
  const all: Tables = { ...tables, audit_log: ['target', ['at']] }
  for (const [table, [key, columns]] of Object.entries(all)) {
    const began = MOVED_AS_ONE.includes(table) ? columns[0] : undefined
    const changes = columns.map((column) => `${column} = ${moved(column, began)}`)
    if (WITH_EXCHANGE.includes(table)) changes.push(`exchange = ${movedExchange(moved)}`)
    await tx.unsafe(`SET LOCAL session_replication_role = ${FOLLOWED.includes(table) ? 'origin' : 'replica'}`)
    await tx.unsafe(`UPDATE ${table} SET ${changes.join(', ')} WHERE ${key}::text = ANY ($1::text[])`, [
      table === 'audit_log' ? [...targets] : [id],
    ])
  }
  await tx.unsafe('SET LOCAL session_replication_role = origin')
}

const movedExchange = (moved: (time: string) => string) => `(
  SELECT coalesce(jsonb_agg(entry || jsonb_build_object('at',
    to_char((${moved("(entry->>'at')::timestamptz")}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY place), '[]')
  FROM jsonb_array_elements(exchange) WITH ORDINALITY AS entries (entry, place))`
