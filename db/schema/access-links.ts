/** Links in mails: an invitation to a platform, or a link to choose a new password. */
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
    /** The mail address, in lower case. */
    email: text('email').notNull(),
    /** The role of an invitation. */
    role: text('role', { enum: ROLES }),
    /** The person whose password is reset. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The inviter: the link is valid only while they may invite. Null: the installation, or the person themself. */
    createdBy: text('created_by').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the link. */
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
