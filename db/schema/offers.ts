import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { platforms } from './platforms.ts'
import { products } from './products.ts'

/**
 * Addresses, each with the platform that claimed it first. An address that was given up stays reserved for that platform, because
 * buyers still have it.
 */
export const chosenAddresses = pgTable(
  'chosen_addresses',
  {
    slug: text('slug').primaryKey(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    createdAt: createdAt(),
  },
  (table) => [index('chosen_addresses_chosen').on(table.platformId).where(sql`left(slug, 1) <> '_'`)],
)

/** A product at a price, with its own public page. */
export const offers = pgTable(
  'offers',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    name: text('name').notNull(),
    /** Integer cents. */
    price: bigint('price', { mode: 'number' }).notNull(),
    paymentMethods: text('payment_methods', { enum: PAYMENT_METHODS }).array().notNull(),
    maxInstallments: integer('max_installments'),
    enabled: boolean('enabled').notNull().default(true),
    /** The page's address: chosen or unguessable. */
    slug: text('slug').notNull(),
    createdByUser: text('created_by_user').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('offers_slug').on(table.slug),
    index('offers_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('offers_by_product').on(table.productId, table.createdAt.desc(), table.id.desc()),
  ],
)
