/** Counts the uses of a link. */
import { getTableColumns, sql } from 'drizzle-orm'
import type { PageState } from '../../../domain/selling.ts'
import { paymentLinks } from '../../schema/index.ts'
import { chargeWaits } from '../movement/statuses.ts'

const cardIsCharged = sql`EXISTS (
  SELECT FROM charges AS tried
  WHERE tried.id = checkout_orders.charge_id AND tried.payment_method = 'CREDIT_CARD' AND ${chargeWaits(sql`tried.status`)})`

/** The order is unpaid, its reservation has expired, and no card is being charged for it. */
export const hasLapsed = sql`(paid_charge_id IS NULL AND checkout_orders.holds_until < statement_timestamp() AND NOT ${cardIsCharged})`

/** The link's uses, without those of orders whose reservation has expired. */
export const usesThatCount = sql<number>`(payment_links.uses - (
  SELECT count(*) FROM checkout_orders WHERE link_id = payment_links.id AND holds_use AND ${hasLapsed}))::integer`

/**
 * The same as `pageState(...)` of domain/selling.ts, for a link alone. What is open by its row's own figures is not counted, because lists ask for
 * the state of each link of a platform.
 */
export const linkState = sql<PageState>`CASE WHEN NOT payment_links.enabled THEN 'paused'
  WHEN payment_links.expires_at <= now() THEN 'expired'
  WHEN payment_links.max_uses IS NULL OR payment_links.uses < payment_links.max_uses THEN 'open'
  WHEN ${usesThatCount} >= payment_links.max_uses THEN 'soldOut' ELSE 'open' END`

export interface Reservation {
  /** Null while a card is being charged, for which no time is set. */
  expiresAt: string | null
}

/**
 * The unpaid order's reservation that has to expire first for a link without a use left to have one; null where one is left, or all are
 * paid.
 */
const nextReservation = sql<Reservation | null>`CASE WHEN ${usesThatCount} >= payment_links.max_uses THEN (
  SELECT json_build_object('expiresAt', CASE WHEN ${cardIsCharged} THEN NULL ELSE holds_until END) FROM checkout_orders
  WHERE link_id = payment_links.id AND holds_use AND paid_charge_id IS NULL AND NOT ${hasLapsed}
  ORDER BY CASE WHEN ${cardIsCharged} THEN NULL ELSE holds_until END
  OFFSET ${usesThatCount} - payment_links.max_uses LIMIT 1) END`

/** A link's columns, with the uses that count and the reservation that may free one. */
export const countedLink = { ...getTableColumns(paymentLinks), uses: usesThatCount, reservation: nextReservation }
export type CountedLink = typeof paymentLinks.$inferSelect & { reservation: Reservation | null }
