/** Saved cards, and the provider accounts that know them. Every statement is bound to one platform. */
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { cards, platforms, providerAccounts } from '../schema/index.ts'
import type { AccountRow, PlatformRow } from './attempts.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from './pages.ts'

export type CardRow = typeof cards.$inferSelect

/** What is left of a card that was removed: the charges that it paid still name it, and nobody can pay with it. */
const REMOVED = ''

/** Repeating it with the same id changes nothing. */
export async function insertCard(db: Database, row: typeof cards.$inferInsert & { id: string }): Promise<void> {
  await db.insert(cards).values(row).onConflictDoNothing({ target: cards.id })
}

export async function findCard(db: Database, platformId: string, id: string): Promise<CardRow | undefined> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.platformId, platformId), eq(cards.id, id), ne(cards.sealedToken, REMOVED)))
  return row
}

export async function listCards(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<CardRow>> {
  const rows = await db
    .select()
    .from(cards)
    .where(
      and(
        eq(cards.platformId, platformId),
        ne(cards.sealedToken, REMOVED),
        after(cards.createdAt, cards.id, page.after),
      ),
    )
    .orderBy(newestFirst(cards.createdAt, cards.id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => ({ at: row.createdAt, id: row.id }))
}

/** Forgets what stands for the card. @returns false when the platform has no such card. */
export async function removeCard(db: Database, platformId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(cards)
    .set({ sealedToken: REMOVED })
    .where(and(eq(cards.platformId, platformId), eq(cards.id, id), ne(cards.sealedToken, REMOVED)))
    .returning({ id: cards.id })
  return rows.length === 1
}

/** An account with its platform, as a line to its provider is opened with them. */
export async function loadAccount(
  db: Database,
  platformId: string,
  accountId: string,
): Promise<{ account: AccountRow; platform: PlatformRow } | undefined> {
  const [row] = await db
    .select({ account: providerAccounts, platform: platforms })
    .from(providerAccounts)
    .innerJoin(platforms, eq(platforms.id, providerAccounts.platformId))
    .where(
      and(
        eq(providerAccounts.platformId, platformId),
        eq(providerAccounts.id, accountId),
        isNull(providerAccounts.deletedAt),
      ),
    )
  return row
}
