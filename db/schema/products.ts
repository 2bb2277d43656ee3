import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { platforms } from './platforms.ts'

/** A platform's products. Prices and payment methods belong to offers. */
export const products = pgTable(
  'products',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    name: text('name').notNull(),
    description: text('description'),
    /** A public file of the platform. */
    imageUrl: text('image_url'),
    tangible: boolean('tangible').notNull().default(false),
    /** Who created it: a user's e-mail address, or the name of an API key. */
    createdByUser: text('created_by_user').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('products_list').on(table.platformId, table.createdAt.desc(), table.id.desc())],
)
