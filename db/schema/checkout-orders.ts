import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { LANGUAGES } from '../../domain/language.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'
import { offers } from './offers.ts'
import { paymentLinks } from './payment-links.ts'
import { platforms } from './platforms.ts'

/**
 * A buyer's order on a public page: any number of tries to pay, and one payment. Triggers maintain `paid_charge_id` and the link's uses
 * in the transaction that moves a charge: docs/decisions/0074-an-order-is-paid-once.md
 */
export const checkoutOrders = pgTable(
  'checkout_orders',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    offerId: uuid('offer_id').references(() => offers.id),
    linkId: uuid('link_id').references(() => paymentLinks.id),
    /** The last charge created for the order. Earlier ones are refused or cancelled. */
    chargeId: uuid('charge_id'),
    /** The charge that was paid first. */
    paidChargeId: uuid('paid_charge_id'),
    /** Whether the order holds one of its link's uses. */
    holdsUse: boolean('holds_use').notNull().default(false),
    /** For an unpaid order: until when it reserves its use. */
    holdsUntil: time('holds_until').notNull().defaultNow(),
    /** The buyer's IP address, kept for a day, to limit the unpaid orders of one address. */
    address: text('address'),
    /** That the page spoke at the last try; null if the request did not say. Mails to the buyer are written in it. */
    language: text('language', { enum: LANGUAGES }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('checkout_orders_by_link').on(table.linkId, table.address),
    index('checkout_orders_by_offer').on(table.offerId),
    index('checkout_orders_holding')
      .on(table.linkId, table.holdsUntil)
      .where(sql`holds_use AND paid_charge_id IS NULL`),
    index('checkout_orders_with_address').on(table.createdAt).where(sql`address IS NOT NULL`),
  ],
)
