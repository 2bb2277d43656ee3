import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, time } from './columns.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** A card at one provider account: its sealed token, and what a buyer needs to recognise it. */
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
    /** For a buyer's card: the only order that it may pay. */
    checkoutOrderId: uuid('checkout_order_id'),
    /** Empty once the card is removed. */
    sealedToken: text('sealed_token').notNull(),
    brand: text('brand').notNull(),
    lastDigits: text('last_digits').notNull(),
    /** After this time no charge may be made with the card. */
    expiresAt: time('expires_at').notNull(),
    /** When the card was saved or last charged. */
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

/** Refusals of cards on public pages, kept while they count. */
export const refusedCards = pgTable(
  'refused_cards',
  {
    id: id(),
    /** The buyer's IP address. */
    address: text('address').notNull(),
    /** The page. */
    slug: text('slug').notNull(),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [
    index('refused_cards_by_address').on(table.address, table.at),
    index('refused_cards_by_page').on(table.slug, table.at),
    index('refused_cards_by_age').on(table.at),
  ],
)
