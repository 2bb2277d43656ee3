/** The names of what charges sold. */
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { offers, paymentLinks, products } from '../../schema/index.ts'

interface Selling {
  offerId: string | null
  paymentLinkId: string | null
}

/** Null where a charge came by none. */
export interface Sold {
  product: string | null
  offer: string | null
  /** A link without a title is known by its address. */
  link: string | null
}

/** @returns what each of these charges sold. */
export async function readSold(
  db: Database,
  platformId: string,
  charges: readonly Selling[],
): Promise<(charge: Selling) => Sold> {
  const offerIds = charges.flatMap(({ offerId }) => offerId ?? [])
  const linkIds = charges.flatMap(({ paymentLinkId }) => paymentLinkId ?? [])
  const [offered, linked] = await Promise.all([
    offerIds.length === 0 ? [] : namesOfOffers(db, platformId, [...new Set(offerIds)]),
    linkIds.length === 0 ? [] : namesOfLinks(db, platformId, [...new Set(linkIds)]),
  ])
  const offersById = new Map(offered.map((row) => [row.id, row]))
  const linksById = new Map(linked.map((row) => [row.id, row.title ?? row.slug]))
  return ({ offerId, paymentLinkId }) => {
    const offer = offersById.get(offerId ?? '')
    return {
      product: offer?.product ?? null,
      offer: offer?.name ?? null,
      link: linksById.get(paymentLinkId ?? '') ?? null,
    }
  }
}

const namesOfOffers = (db: Database, platformId: string, ids: string[]) =>
  db
    .select({ id: offers.id, name: offers.name, product: products.name })
    .from(offers)
    .innerJoin(products, eq(products.id, offers.productId))
    .where(and(eq(offers.platformId, platformId), inArray(offers.id, ids)))

const namesOfLinks = (db: Database, platformId: string, ids: string[]) =>
  db
    .select({ id: paymentLinks.id, title: paymentLinks.title, slug: paymentLinks.slug })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.platformId, platformId), inArray(paymentLinks.id, ids)))
