/** Records statuses of a provider that the transitions do not allow but that are about money. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { AttentionReason } from '../../../domain/charge.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents, charges, disbursements, payments } from '../../schema/index.ts'
import { withReasons } from '../movement/attention-reasons.ts'
import { chargeIsRefunded, disbursementIsPaidOut } from '../movement/statuses.ts'

/** Part of the money was returned to the buyer, and not by our refunds. An operator is told once for each sum, or for each notice. */
export function noteReturn(
  db: Queryable,
  chargeId: string,
  { returned, cause, notice }: { returned: number; cause: 'webhook' | 'poll'; notice?: string },
): Promise<boolean> {
  return noteOnce(db, chargeId, { reason: 'returnedInPart', key: notice ?? `${returned}`, cause, detail: { returned } })
}

/**
 * Money was returned, and it is unclear whether more than our refunds. An operator is told once for each sum of our refunds, or for each
 * notice.
 */
export function noteUnclearReturn(db: Queryable, chargeId: string, ours: number, notice?: string): Promise<boolean> {
  return noteOnce(db, chargeId, {
    reason: 'refundAndChargeback',
    key: `unclear/${notice ?? ours}`,
    cause: notice === undefined ? 'poll' : 'webhook',
    detail: { ours },
  })
}

/**
 * The provider still reports a payment as paid a while after its refund. An operator is told once for each payment. A reading may lag
 * behind a refund, so the reading about an hour after the end is the first that counts.
 * @returns whether the provider reports it so now, even if an operator was told before.
 */
export async function noteStillPaid(db: Queryable, chargeId: string, paymentId: string): Promise<boolean> {
  const [denied] = await db.execute<{ transactionId: string }>(sql`
    SELECT transaction_id AS "transactionId" FROM ${payments} AS payment
    WHERE payment.id = ${paymentId} AND ${chargeIsRefunded(sql`payment.state`)} AND (
      SELECT max(approved_at) FROM ${disbursements} WHERE payment_id = payment.id AND ${disbursementIsPaidOut(disbursements.status)}
    ) < now() - interval '50 minutes'`)
  if (!denied) return false
  const key = `stillPaid/${paymentId}`
  await noteOnce(db, chargeId, {
    reason: 'contradicted',
    key,
    cause: 'poll',
    detail: { ...denied, status: 'APPROVED' },
  })
  return true
}

/** Writes the event and the reason in one statement, so that both or neither exist. */
async function noteOnce(db: Queryable, chargeId: string, { reason, key, cause, detail }: Noted): Promise<boolean> {
  const said = JSON.stringify({ status: 'REFUNDED', ...detail, reason })
  const noted = await db.execute<{ id: string }>(sql`
    WITH event AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, ${`${reason}/${key}`}, 'needsAttention', ${cause}, ${said}::jsonb
      FROM ${charges} WHERE ${charges.id} = ${chargeId}
      ON CONFLICT (charge_id, key) DO NOTHING
      RETURNING charge_id
    )
    UPDATE ${charges} SET
      attention_reasons = ${withReasons(charges.attentionReasons, [reason])},
      updated_at = now()
    FROM event WHERE ${charges.id} = event.charge_id
    RETURNING ${charges}.id`)
  return noted.length > 0
}

interface Noted {
  reason: AttentionReason
  key: string
  cause: 'webhook' | 'poll'
  detail: Record<string, number | string>
}
