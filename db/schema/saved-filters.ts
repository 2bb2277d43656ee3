import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { SAVED_LISTS } from '../../domain/saved-filter.ts'
import { users } from './auth.ts'
import { id } from './columns.ts'
import { platforms } from './platforms.ts'

/** A user's named filters of a list, at one platform. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list', { enum: SAVED_LISTS }).notNull(),
    name: text('name').notNull(),
    /** In the form of the address's query. */
    search: text('search').notNull(),
  },
  (table) => [uniqueIndex('saved_filters_name').on(table.userId, table.platformId, table.list, table.name)],
)
