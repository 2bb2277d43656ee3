/** Counts the uses of a link. */
import { sql } from 'drizzle-orm'
import { chargeWaits } from '../movement/statuses.ts'

/** The order is unpaid, its reservation has expired, and no card is being charged for it. */
export const hasLapsed = sql`(paid_charge_id IS NULL AND checkout_orders.holds_until < statement_timestamp()
  AND NOT EXISTS (
    SELECT FROM charges AS tried
    WHERE tried.id = checkout_orders.charge_id AND tried.payment_method = 'CREDIT_CARD' AND ${chargeWaits(sql`tried.status`)}))`

/** The link's uses, without those of orders whose reservation has expired. */
export const usesThatCount = sql<number>`(payment_links.uses - (
  SELECT count(*) FROM checkout_orders WHERE link_id = payment_links.id AND holds_use AND ${hasLapsed}))::integer`
