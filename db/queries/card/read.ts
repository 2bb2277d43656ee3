/** Saved cards, and the provider accounts that know them. Every statement is bound to one platform. */
import { and, eq, exists, getTableColumns, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { cards, securityCodes } from '../../schema/index.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from '../list/pages.ts'
import { forgetCodes, keepCode } from './security-codes.ts'

export type CardRow = typeof cards.$inferSelect
/** `hasCode`: the security code it was saved with has not been used yet. */
export type ListedCard = CardRow & { hasCode: boolean }

/** What is left of a card that was removed: the charges that it paid still name it, and nobody can pay with it. */
const REMOVED = ''

/** A card that nobody has charged for so long is forgotten. */
const UNUSED_LIFE = sql`interval '180 days'`
const PURGED_AT_ONCE = 1000

/**
 * Repeating it with the same id changes nothing.
 * @param sealedCode of a card that the product keeps: for its first charge.
 */
export async function insertCard(
  db: Database,
  row: typeof cards.$inferInsert & { id: string },
  sealedCode?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const inserted = await tx.insert(cards).values(row).onConflictDoNothing({ target: cards.id }).returning()
    if (inserted.length > 0 && sealedCode !== undefined) await keepCode(tx, row.id, sealedCode)
  })
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
): Promise<Page<ListedCard>> {
  const unused = db
    .select({ id: securityCodes.id })
    .from(securityCodes)
    .where(and(eq(securityCodes.cardId, cards.id), isNull(securityCodes.chargeId)))
  const rows = await db
    .select({ ...getTableColumns(cards), hasCode: sql<boolean>`${exists(unused)}` })
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
  const rows = await forget(db, and(eq(cards.platformId, platformId), eq(cards.id, id), ne(cards.sealedToken, REMOVED)))
  return rows === 1
}

/** The part of the sweep: cards that have expired, and those that nobody has charged for half a year. */
export async function purgeCards(db: Database): Promise<number> {
  const stale = db
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(
        ne(cards.sealedToken, REMOVED),
        or(lt(cards.expiresAt, sql`now()`), lt(cards.lastUsedAt, sql`now() - ${UNUSED_LIFE}`)),
      ),
    )
    .limit(PURGED_AT_ONCE)
  return forget(db, inArray(cards.id, stale))
}

async function forget(db: Database, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.update(cards).set({ sealedToken: REMOVED }).where(which).returning({ id: cards.id })
    await forgetCodes(
      tx,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}
