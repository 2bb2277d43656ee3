/** Finds the public pages of offers and links by address. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chosenAddresses, offers, paymentLinks, platforms, products } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import type { OfferRow } from './offers.ts'
import type { ProductRow } from './products.ts'
import { type CountedLink, countedLink } from './uses.ts'

export interface PageRow {
  slug: string
  platform: PlatformRow
  /** The offer; null if the link has its own amount. */
  sold: { offer: OfferRow; product: ProductRow } | null
  /** Null for an offer's own page. */
  link: CountedLink | null
}

/** The platform that an address is reserved for, also one that leads nowhere any more. */
export async function findAddressOwner(db: Database, slug: string): Promise<string | undefined> {
  const [row] = await db
    .select({ platformId: chosenAddresses.platformId })
    .from(chosenAddresses)
    .where(eq(chosenAddresses.slug, slug))
  return row?.platformId
}

export async function findPage(db: Database, slug: string): Promise<PageRow | undefined> {
  const [ofLink] = await db
    .select({
      platform: platforms,
      link: countedLink,
      offer: offers,
      product: products,
    })
    .from(paymentLinks)
    .innerJoin(platforms, eq(platforms.id, paymentLinks.platformId))
    .leftJoin(offers, eq(offers.id, paymentLinks.offerId))
    .leftJoin(products, eq(products.id, offers.productId))
    .where(eq(paymentLinks.slug, slug))
  if (ofLink) {
    const { platform, link, offer, product } = ofLink
    return { slug, platform, link, sold: offer && product ? { offer, product } : null }
  }
  const [ofOffer] = await db
    .select({ platform: platforms, offer: offers, product: products })
    .from(offers)
    .innerJoin(platforms, eq(platforms.id, offers.platformId))
    .innerJoin(products, eq(products.id, offers.productId))
    .where(eq(offers.slug, slug))
  if (!ofOffer) return undefined
  const { platform, ...sold } = ofOffer
  return { slug, platform, link: null, sold }
}
