/** Products at a price. */
import { and, eq, sql } from 'drizzle-orm'
import { isPageOpen, type OfferState } from '../../../domain/selling.ts'
import type { Database } from '../../client.ts'
import { offers } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { type NoAddress, withAddress } from './addresses.ts'
import { named } from './named.ts'
import { insertProduct, type NewProductRow } from './products.ts'

export type OfferRow = typeof offers.$inferSelect
export type NewOfferRow = typeof offers.$inferInsert

const own = (platformId: string, id: string) => and(eq(offers.platformId, platformId), eq(offers.id, id))

export interface OfferFilter {
  /** Only offers of this product. */
  productId?: string
  state?: OfferState
  q?: string
}

export async function listOffers(
  db: Database,
  platformId: string,
  { productId, state, q }: OfferFilter,
  page: { limit: number; after?: Keyset },
): Promise<Page<OfferRow>> {
  const ofProduct = productId === undefined ? undefined : eq(offers.productId, productId)
  const inState = state === undefined ? undefined : eq(offers.enabled, isPageOpen(state))
  const wanted = and(eq(offers.platformId, platformId), ofProduct, inState, named(q, 'offers'))
  return newestOf(db.select().from(offers), offers, wanted, page)
}

export async function findOffer(db: Database, platformId: string, id: string): Promise<OfferRow | undefined> {
  const [row] = await db.select().from(offers).where(own(platformId, id))
  return row
}

/**
 * @param sold the id of an existing product, or a new product to create with the offer.
 * @returns why it has no address; nothing was created then.
 */
export async function insertOffer(
  db: Database,
  offer: Omit<NewOfferRow, 'productId'>,
  sold: string | NewProductRow,
): Promise<OfferRow | NoAddress> {
  const made = withAddress(db, async (tx) => {
    const productId = typeof sold === 'string' ? sold : (await insertProduct(tx, sold)).id
    return tx
      .insert(offers)
      .values({ ...offer, productId })
      .returning()
  })
  return made as Promise<OfferRow | NoAddress>
}

/** @returns undefined if the platform has no such offer; or why it has no address, and nothing was changed then. */
export async function changeOffer(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewOfferRow>,
): Promise<OfferRow | undefined | NoAddress> {
  return withAddress(db, (tx) =>
    tx
      .update(offers)
      .set({ ...change, updatedAt: sql`now()` })
      .where(own(platformId, id))
      .returning(),
  )
}
