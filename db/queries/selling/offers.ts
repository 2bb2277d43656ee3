/** Products at a price. */
import { and, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { chosenAddresses, offers } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { named } from './named.ts'
import { insertProduct, type NewProductRow } from './products.ts'

export type OfferRow = typeof offers.$inferSelect
export type NewOfferRow = typeof offers.$inferInsert

const own = (platformId: string, id: string) => and(eq(offers.platformId, platformId), eq(offers.id, id))

export interface OfferFilter {
  /** Only offers of this product. */
  productId?: string
  q?: string
}

export async function listOffers(
  db: Database,
  platformId: string,
  { productId, q }: OfferFilter,
  page: { limit: number; after?: Keyset },
): Promise<Page<OfferRow>> {
  const ofProduct = productId === undefined ? undefined : eq(offers.productId, productId)
  const wanted = and(eq(offers.platformId, platformId), ofProduct, named(q, offers.name, offers.slug))
  return newestOf(db.select().from(offers), offers, wanted, page)
}

export async function findOffer(db: Database, platformId: string, id: string): Promise<OfferRow | undefined> {
  const [row] = await db.select().from(offers).where(own(platformId, id))
  return row
}

/**
 * @param sold the id of an existing product, or a new product to create with the offer.
 * @returns 'taken' if the address belongs to another page, or belonged to another platform; nothing was created then.
 */
export async function insertOffer(
  db: Database,
  offer: Omit<NewOfferRow, 'productId'>,
  sold: string | NewProductRow,
): Promise<OfferRow | 'taken'> {
  const made = unlessTaken(db, async (tx) => {
    const productId = typeof sold === 'string' ? sold : (await insertProduct(tx, sold)).id
    return tx
      .insert(offers)
      .values({ ...offer, productId })
      .returning()
  })
  return made as Promise<OfferRow | 'taken'>
}

/** Undefined if the platform has no such offer; 'taken' if the address belongs to another page, or belonged to another platform. */
export async function changeOffer(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewOfferRow>,
): Promise<OfferRow | undefined | 'taken'> {
  return unlessTaken(db, (tx) =>
    tx
      .update(offers)
      .set({ ...change, updatedAt: sql`now()` })
      .where(own(platformId, id))
      .returning(),
  )
}

async function unlessTaken(
  db: Database,
  write: (tx: Queryable) => PromiseLike<OfferRow[]>,
): Promise<OfferRow | undefined | 'taken'> {
  try {
    return await db.transaction(async (tx) => {
      const [row] = await write(tx)
      if (row && !(await claimAddress(tx, row))) tx.rollback()
      return row
    })
  } catch (error) {
    if (error instanceof TransactionRollbackError || isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/** Claims the address. @returns whether it was free or already the platform's own. */
async function claimAddress(tx: Queryable, { slug, platformId }: OfferRow): Promise<boolean> {
  const mine = { slug, platformId }
  const claimed = await tx
    .insert(chosenAddresses)
    .values(mine)
    .onConflictDoUpdate({
      target: chosenAddresses.slug,
      set: mine,
      setWhere: eq(chosenAddresses.platformId, platformId),
    })
    .returning({ slug: chosenAddresses.slug })
  return claimed.length > 0
}
