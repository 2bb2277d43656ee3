/** Links in mails: an invitation to a platform, or to choose a new password. */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { LINK_KINDS } from '../../domain/access-link.ts'
import { ROLES } from '../../domain/role.ts'
import { users } from './auth.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'

export const accessLinks = pgTable(
  'access_links',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    kind: text('kind', { enum: LINK_KINDS }).notNull(),
    /** Where it was mailed to, in small letters. */
    email: text('email').notNull(),
    /** Of an invitation. */
    role: text('role', { enum: ROLES }),
    /** Whose password it is. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Who invites: it is good as long as they may. Null: the installation, or the person themself. */
    createdBy: text('created_by').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what stands in the link. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: createdAt(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    withdrawnAt: time('withdrawn_at'),
  },
  (table) => [
    check('access_links_what', sql`CASE kind WHEN 'invitation' THEN role IS NOT NULL ELSE user_id IS NOT NULL END`),
    index('access_links_platform').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('access_links_user').on(table.userId),
    index('access_links_expired').on(table.expiresAt),
  ],
)
