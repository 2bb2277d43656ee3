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
    /** Of a buyer's card: the order that it was given for, and pays nothing else than. */
    checkoutOrderId: uuid('checkout_order_id'),
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
    index('cards_list')
      .on(table.platformId, table.createdAt.desc(), table.id.desc())
      .where(sql`checkout_order_id IS NULL`),
    index('cards_of_buyers').on(table.lastUsedAt).where(sql`checkout_order_id IS NOT NULL AND sealed_token <> ''`),
  ],
)

/** Cards that were refused on public pages, for as long as they count. */
export const refusedCards = pgTable(
  'refused_cards',
  {
    id: id(),
    /** Who tried it. */
    address: text('address').notNull(),
    /** Where. */
    slug: text('slug').notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('refused_cards_by_address').on(table.address, table.at),
    index('refused_cards_by_page').on(table.slug, table.at),
    index('refused_cards_by_age').on(table.at),
  ],
)
