import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '../../domain/role.ts'
import { users } from './auth.ts'
import { createdAt } from './columns.ts'
import { platforms } from './platforms.ts'

/** A user whose sign-in belongs to one platform and who works for another one too. */
export const memberships = pgTable(
  'memberships',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.platformId] }),
    index('memberships_of_platform').on(table.platformId, table.createdAt.desc()),
  ],
)
