/** What must still hold of a refund when its request leaves: between its loading and its turn seconds may pass. */
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { charges, disbursements, payments } from '../../schema/index.ts'
import { chargeBringsMoney, chargeCanBeRefunded } from '../movement/statuses.ts'
import { approvedOfPayment, isPaidBeside } from './create.ts'

const isOrderPaidBeside = sql`EXISTS (SELECT FROM ${charges} own
  LEFT JOIN ${charges} other ON other.checkout_order_id = own.checkout_order_id AND other.id <> own.id
  WHERE own.id = ${payments.chargeId} AND (own.checkout_order_id IS NULL OR ${chargeBringsMoney(sql`other.status`)}))`

/**
 * In a statement on `disbursements`; true of withdrawals. The same rules as `objection` in activities/refund-objection.ts, which says
 * in words what does not hold.
 */
export const isStillRefundable = (db: Queryable): SQL => sql`(${disbursements.paymentId} IS NULL OR EXISTS (
  SELECT FROM ${payments} WHERE ${payments.id} = ${disbursements.paymentId} AND ${chargeCanBeRefunded(payments.state)}
    AND ${approvedOfPayment} + ${disbursements.amount} <= ${payments.amount}
    AND CASE ${disbursements.policy} WHEN 'doublePayments' THEN ${isPaidBeside(db)} WHEN 'latePayments' THEN ${isOrderPaidBeside} ELSE true END))`
