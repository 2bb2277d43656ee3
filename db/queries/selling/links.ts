/** Payment links. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PageState } from '../../../domain/selling.ts'
import type { Database } from '../../client.ts'
import { offers, paymentLinks } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { type NoAddress, withAddress } from './addresses.ts'
import { named } from './named.ts'
import { type CountedLink, countedLink, linkState } from './uses.ts'

export type NewPaymentLinkRow = typeof paymentLinks.$inferInsert

const own = (platformId: string, id: string) => and(eq(paymentLinks.platformId, platformId), eq(paymentLinks.id, id))

export interface LinkFilter {
  /** Only links for an offer of this product. */
  productId?: string
  state?: PageState
  q?: string
}

export async function listPaymentLinks(
  db: Database,
  platformId: string,
  { productId, state, q }: LinkFilter,
  page: { limit: number; after?: Keyset },
): Promise<Page<CountedLink>> {
  const itsOffers = (id: string) => db.select({ id: offers.id }).from(offers).where(eq(offers.productId, id))
  const ofProduct = productId === undefined ? undefined : inArray(paymentLinks.offerId, itsOffers(productId))
  const inState = state === undefined ? undefined : sql`${linkState} = ${state}`
  const wanted = and(eq(paymentLinks.platformId, platformId), ofProduct, inState, named(q, 'paymentLinks'))
  return newestOf(db.select(countedLink).from(paymentLinks), paymentLinks, wanted, page)
}

export async function findPaymentLink(db: Database, platformId: string, id: string): Promise<CountedLink | undefined> {
  const [row] = await db.select(countedLink).from(paymentLinks).where(own(platformId, id))
  return row
}

/** @returns why it has no address; nothing was created then. */
export async function insertPaymentLink(db: Database, link: NewPaymentLinkRow): Promise<CountedLink | NoAddress> {
  const row = await withAddress(db, (tx) => tx.insert(paymentLinks).values(link).returning(countedLink))
  if (!row) throw new Error('The insert returned no row')
  return row
}

/** @returns undefined if the platform has no such link; or why it has no address, and nothing was changed then. */
export async function changePaymentLink(
  db: Database,
  platformId: string,
  id: string,
  change: Partial<NewPaymentLinkRow>,
): Promise<CountedLink | undefined | NoAddress> {
  return withAddress(db, (tx) =>
    tx
      .update(paymentLinks)
      .set({ ...change, updatedAt: sql`now()` })
      .where(own(platformId, id))
      .returning(countedLink),
  )
}
