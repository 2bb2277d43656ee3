import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** A card as one provider account knows it: what stands for it there, sealed, and what a person needs to recognise it. */
export const cards = pgTable(
  'cards',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    /** Empty once the card has been removed. */
    sealedToken: text('sealed_token').notNull(),
    brand: text('brand').notNull(),
    lastDigits: text('last_digits').notNull(),
    /** From then on no charge may be made with it. */
    expiresAt: time('expires_at').notNull(),
    /** When it was saved, or last charged. */
    lastUsedAt: time('last_used_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index('cards_by_use').on(table.lastUsedAt).where(sql`sealed_token <> ''`),
    index('cards_by_expiry').on(table.expiresAt).where(sql`sealed_token <> ''`),
    index('cards_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
  ],
)
