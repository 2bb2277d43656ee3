import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '../../domain/role.ts'
import { users } from './auth.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    name: text('name').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** SHA-256 of the key: the key itself is shown once and never stored. */
    hash: text('hash').notNull(),
    /** The first characters, so that people can distinguish keys. */
    hint: text('hint').notNull(),
    /** The person who created it, or who created the key that did. They have seen it, so it stops working if they are disabled. */
    createdBy: text('created_by').references(() => users.id),
    createdAt: createdAt(),
    revokedAt: time('revoked_at'),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.hash), index('api_keys_platform').on(table.platformId)],
)
