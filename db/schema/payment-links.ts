import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'
import { offers } from './offers.ts'
import { platforms } from './platforms.ts'

/** A page that sells an offer or takes an amount, limited in time and uses by its seller. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    offerId: uuid('offer_id').references(() => offers.id),
    /** Integer cents; null if the offer's price applies. */
    amount: bigint('amount', { mode: 'number' }),
    title: text('title'),
    /** Null: the offer's methods or, without an offer, all. */
    paymentMethods: text('payment_methods', { enum: PAYMENT_METHODS }).array(),
    expiresAt: time('expires_at'),
    maxUses: integer('max_uses'),
    /** The number of orders that hold a use, including expired reservations. A refused or refunded charge releases its order's use. */
    uses: integer('uses').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
    /** The page's address: chosen or unguessable. */
    slug: text('slug').notNull(),
    createdByUser: text('created_by_user').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('payment_links_slug').on(table.slug),
    index('payment_links_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('payment_links_by_offer').on(table.offerId).where(sql`${table.offerId} IS NOT NULL`),
    check('payment_links_what', sql`(${table.offerId} IS NULL) <> (${table.amount} IS NULL)`),
    check('payment_links_uses', sql`${table.uses} >= 0`),
  ],
)
