/** Records statuses of a provider that the transitions do not allow but that are about money. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { AttentionReason } from '../../../domain/charge.ts'
import { paymentId } from '../../attempt-ids.ts'
import type { Queryable } from '../../client.ts'
import { chargeEvents, charges, disbursements, payments } from '../../schema/index.ts'
import { withReasons } from '../movement/attention-reasons.ts'
import { chargeIsRefunded, disbursementIsPaidOut } from '../movement/statuses.ts'
import type { AccountTransaction } from './payments.ts'

/** What is said of the money of one of the charge's payments: by the stored webhook `notice`, or else as a sum. */
interface Returned {
  of: AccountTransaction
  cause: 'webhook' | 'poll'
  notice?: string
}

/**
 * Part of the money was returned to the buyer, and not by our refunds. An operator is told once for each sum of a payment, or for each
 * notice.
 */
export function noteReturn(
  db: Queryable,
  chargeId: string,
  { of, cause, notice, returned }: Returned & { returned: number },
): Promise<boolean> {
  const { transactionId } = of
  const said = { reason: 'returnedInPart', cause, transactionId, detail: { returned } } as const
  return noteOnce(db, chargeId, { ...said, ...keysOf(chargeId, of, { notice, sum: returned }) })
}

/**
 * Money was returned, and it is unclear whether more than our refunds. An operator is told once for each sum of our refunds of a payment,
 * or for each notice.
 */
export function noteUnclearReturn(
  db: Queryable,
  chargeId: string,
  { of, cause, notice, ours }: Returned & { ours: number },
): Promise<boolean> {
  const { transactionId } = of
  const said = { reason: 'refundAndChargeback', cause, transactionId, detail: { ours } } as const
  return noteOnce(db, chargeId, { ...said, ...keysOf(chargeId, of, { notice, sum: ours }, 'unclear/') })
}

/** The key of a question, and the one that it had before sums were told apart by their payment. */
function keysOf(
  chargeId: string,
  { accountId, transactionId }: AccountTransaction,
  { notice, sum }: { notice: string | undefined; sum: number },
  prefix = '',
): Pick<Noted, 'key' | 'before'> {
  if (notice !== undefined) return { key: `${prefix}${notice}` }
  const of = paymentId(chargeId, accountId, transactionId)
  return { key: `${prefix}${of}/${sum}`, before: `${prefix}${sum}` }
}

/**
 * The provider still reports a payment as paid a while after its refund. An operator is told once for each payment. A reading may lag
 * behind a refund, so the reading about an hour after the end is the first that counts.
 * @returns whether the provider reports it so now, even if an operator was told before.
 */
export async function noteStillPaid(db: Queryable, chargeId: string, payment: string): Promise<boolean> {
  const [denied] = await db.execute<{ transactionId: string }>(sql`
    SELECT transaction_id AS "transactionId" FROM ${payments} AS payment
    WHERE payment.id = ${payment} AND ${chargeIsRefunded(sql`payment.state`)} AND (
      SELECT max(approved_at) FROM ${disbursements} WHERE payment_id = payment.id AND ${disbursementIsPaidOut(disbursements.status)}
    ) < now() - interval '50 minutes'`)
  if (!denied) return false
  const said = { reason: 'contradicted', cause: 'poll', detail: { status: 'APPROVED' } } as const
  await noteOnce(db, chargeId, { ...said, ...denied, key: `stillPaid/${payment}` })
  return true
}

/** Writes the event and the reason in one statement, so that both or neither exist. */
async function noteOnce(
  db: Queryable,
  chargeId: string,
  { reason, key, before, transactionId, cause, detail }: Noted,
): Promise<boolean> {
  const said = JSON.stringify({ status: 'REFUNDED', ...detail, transactionId, reason })
  const wasAsked =
    before === undefined
      ? sql`false`
      : sql`${charges.transactionId} = ${transactionId} AND EXISTS (
        SELECT FROM ${chargeEvents} WHERE ${chargeEvents.chargeId} = ${charges.id} AND ${chargeEvents.key} = ${`${reason}/${before}`})`
  const noted = await db.execute<{ id: string }>(sql`
    WITH event AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, ${`${reason}/${key}`}, 'needsAttention', ${cause}, ${said}::jsonb
      FROM ${charges} WHERE ${charges.id} = ${chargeId} AND NOT (${wasAsked})
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
  /** A key under which the question may be recorded, if it was about the charge's own transaction. */
  before?: string
  transactionId: string
  cause: 'webhook' | 'poll'
  detail: Record<string, number | string>
}
