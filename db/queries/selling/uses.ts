/** Counts the uses of a link. */
import { sql } from 'drizzle-orm'

/** The order is unpaid, and its reservation has expired. */
export const hasLapsed = sql`(paid_charge_id IS NULL AND checkout_orders.holds_until < now())`

/** The link's uses, without those of orders whose reservation has expired. */
export const usesThatCount = sql<number>`(payment_links.uses - (
  SELECT count(*) FROM checkout_orders WHERE link_id = payment_links.id AND holds_use AND ${hasLapsed}))::integer`
