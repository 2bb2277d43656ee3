import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { createdAt, id, time, updatedAt } from './columns.ts'
import { offers } from './offers.ts'
import { platforms } from './platforms.ts'

/** An unguessable page that sells an offer, or takes an amount; for so long and so often as its seller says. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    offerId: uuid('offer_id').references(() => offers.id),
    /** Integer cents; null where the offer's price counts. */
    amount: bigint('amount', { mode: 'number' }),
    title: text('title'),
    /** Null: those of the offer, else all. */
    paymentMethods: text('payment_methods', { enum: PAYMENT_METHODS }).array(),
    expiresAt: time('expires_at'),
    maxUses: integer('max_uses'),
    /** Orders that hold a use, lapsed ones too: of an order whose charge was refused or refunded it is given back. */
    uses: integer('uses').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
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
