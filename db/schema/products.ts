import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { platforms } from './platforms.ts'

/** What a platform sells. What it costs, and how it is paid, is an offer's. */
export const products = pgTable(
  'products',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    name: text('name').notNull(),
    description: text('description'),
    /** A public file of the platform's own. */
    imageUrl: text('image_url'),
    tangible: boolean('tangible').notNull().default(false),
    /** Who made it: a person's e-mail, or the name of an API key. */
    createdByUser: text('created_by_user').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('products_list').on(table.platformId, table.createdAt.desc(), table.id.desc())],
)
