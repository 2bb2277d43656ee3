/** How often a link was used, as far as it counts. */
import { sql } from 'drizzle-orm'

/** Nobody has paid the order, and its last try is too long ago to keep other buyers away. */
export const hasLapsed = sql`(paid_charge_id IS NULL AND checkout_orders.holds_until < now())`

/** Of a link: the orders that hold a use, without those whose hold has lapsed. */
export const usesThatCount = sql<number>`(payment_links.uses - (
  SELECT count(*) FROM checkout_orders WHERE link_id = payment_links.id AND holds_use AND ${hasLapsed}))::integer`
