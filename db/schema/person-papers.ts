import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PERSON_PAPERS } from '../../domain/person-paper.ts'
import { users } from './auth.ts'
import { time } from './columns.ts'
import { platforms } from './platforms.ts'

/** What a person gave a platform to show who they are. The files are in the store's private folder. */
export const personPapers = pgTable(
  'person_papers',
  {
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name', { enum: PERSON_PAPERS }).notNull(),
    /** In the store. A file is one paper of one person, so that whoever deletes it takes it from nobody else. */
    key: text('key').notNull().unique(),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.platformId, table.userId, table.name] })],
)
