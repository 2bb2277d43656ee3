/** Products at a price. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { offers } from '../../schema/index.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from '../list/pages.ts'

export type OfferRow = typeof offers.$inferSelect
export type NewOfferRow = typeof offers.$inferInsert

const own = (platformId: string, id: string) => and(eq(offers.platformId, platformId), eq(offers.id, id))

/** @param productId only this product's. */
export async function listOffers(
  db: Database,
  platformId: string,
  productId: string | undefined,
  page: { limit: number; after?: Keyset },
): Promise<Page<OfferRow>> {
  const { createdAt, id } = offers
  const ofProduct = productId === undefined ? undefined : eq(offers.productId, productId)
  const rows = await db
    .select()
    .from(offers)
    .where(and(eq(offers.platformId, platformId), ofProduct, after(createdAt, id, page.after)))
    .orderBy(newestFirst(createdAt, id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => ({ at: row.createdAt, id: row.id }))
}

export async function findOffer(db: Database, platformId: string, id: string): Promise<OfferRow | undefined> {
  const [row] = await db.select().from(offers).where(own(platformId, id))
  return row
}

/** @returns 'taken' when another page of the installation has the address. */
export async function insertOffer(db: Database, offer: NewOfferRow): Promise<OfferRow | 'taken'> {
  return unlessTaken(db.insert(offers).values(offer).returning()) as Promise<OfferRow | 'taken'>
}

/** Undefined when the platform has no such offer; 'taken' when another page has the address. */
export async function changeOffer(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewOfferRow>,
): Promise<OfferRow | undefined | 'taken'> {
  return unlessTaken(
    db
      .update(offers)
      .set({ ...change, updatedAt: sql`now()` })
      .where(own(platformId, id))
      .returning(),
  )
}

async function unlessTaken(writing: PromiseLike<OfferRow[]>): Promise<OfferRow | undefined | 'taken'> {
  try {
    return (await writing)[0]
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}
