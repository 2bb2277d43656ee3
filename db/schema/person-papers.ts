import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PERSON_PAPERS } from '../../domain/person-paper.ts'
import { users } from './auth.ts'
import { time } from './columns.ts'
import { platforms } from './platforms.ts'

/** A user's identity documents at a platform. The files are in the object store's private folder. */
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
    /** The file's key in the object store. A file belongs to only one document, so deleting it affects no other. */
    key: text('key').notNull().unique(),
    addedAt: time('added_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.platformId, table.userId, table.name] })],
)
