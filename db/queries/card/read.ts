/** Saved cards, and the provider accounts that know them. Every statement is bound to one platform. */
import {
  and,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { cards, charges, securityCodes } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { chargeWaits } from '../movement/statuses.ts'
import { forgetCodes, keepCode } from './security-codes.ts'

export type CardRow = typeof cards.$inferSelect
/** `hasCode`: the security code that the card was saved with was not used yet. */
export type ListedCard = CardRow & { hasCode: boolean }

/** The token of a removed card. Its row stays for the charges that it paid, but it can no longer pay. */
const REMOVED = ''

/** A card that was not charged for this long is deleted. */
const UNUSED_LIFE = sql`interval '180 days'`
/** A buyer's card is kept only for one order: for further tries, and for repeated requests after a lost answer. */
const BUYERS_LIFE = sql`interval '1 day'`
const PURGED_AT_ONCE = 1000

/**
 * Repeating it with the same id changes nothing.
 * @param sealedCode the security code for the first charge, if we store the card ourselves.
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

/** @param orderId the order to be paid: a buyer's card is only available for its own order. */
export async function findCard(
  db: Database,
  platformId: string,
  id: string,
  orderId?: string,
): Promise<CardRow | undefined> {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.platformId, platformId), eq(cards.id, id), ne(cards.sealedToken, REMOVED), isFor(orderId)))
  return row
}

export async function listCards(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<ListedCard>> {
  return newestOf(listed(db), cards, and(eq(cards.platformId, platformId), IS_LISTED), page)
}

/** As in the list. */
export async function findShownCard(db: Database, platformId: string, id: string): Promise<ListedCard | undefined> {
  const [row] = await listed(db).where(and(eq(cards.platformId, platformId), eq(cards.id, id), IS_LISTED))
  return row
}

const IS_LISTED = and(ne(cards.sealedToken, REMOVED), isFor(undefined))

function listed(db: Database) {
  const unused = db
    .select({ id: securityCodes.id })
    .from(securityCodes)
    .where(and(eq(securityCodes.cardId, cards.id), isNull(securityCodes.chargeId)))
  return db.select({ ...getTableColumns(cards), hasCode: sql<boolean>`${exists(unused)}` }).from(cards)
}

/** Deletes the card's token. @returns false if the platform has no such card. */
export async function removeCard(db: Database, platformId: string, id: string): Promise<boolean> {
  const own = and(eq(cards.platformId, platformId), eq(cards.id, id), isFor(undefined))
  const rows = await forget(db, and(own, ne(cards.sealedToken, REMOVED)))
  return rows === 1
}

/** The platform's cards, and the card that a buyer gave for this order. */
function isFor(orderId: string | undefined): SQL | undefined {
  const isPlatforms = isNull(cards.checkoutOrderId)
  return orderId === undefined ? isPlatforms : or(isPlatforms, eq(cards.checkoutOrderId, orderId))
}

/**
 * A step of the sweep: deletes expired cards, cards not charged for half a year, and a buyer's card a day after it was given, unless its
 * charge is still pending.
 */
export async function purgeCards(db: Database): Promise<number> {
  const pending = db
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(
        eq(charges.checkoutOrderId, cards.checkoutOrderId),
        eq(charges.cardId, cards.id),
        chargeWaits(charges.status),
      ),
    )
  const isOver = and(
    isNotNull(cards.checkoutOrderId),
    lt(cards.lastUsedAt, sql`now() - ${BUYERS_LIFE}`),
    notExists(pending),
  )
  const stale = db
    .select({ id: cards.id })
    .from(cards)
    .where(
      and(
        ne(cards.sealedToken, REMOVED),
        or(lt(cards.expiresAt, sql`now()`), lt(cards.lastUsedAt, sql`now() - ${UNUSED_LIFE}`), isOver),
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
