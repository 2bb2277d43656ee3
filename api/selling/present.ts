/** What is sold, as the contract shows it. */
import type { PaymentLinkRow } from '../../db/queries/selling/links.ts'
import type { OfferRow } from '../../db/queries/selling/offers.ts'
import type { CountedProductRow } from '../../db/queries/selling/products.ts'
import type { Sales } from '../../db/queries/selling/sales.ts'
import { pageState } from '../../domain/selling.ts'
import type { Offer } from '../schemas/offer.ts'
import type { PaymentLink } from '../schemas/payment-link.ts'
import type { Product } from '../schemas/product.ts'
import { iso, isoOrNull } from '../time.ts'

const times = (row: { createdAt: string; updatedAt: string }) => ({
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})

export function presentProduct(row: CountedProductRow): Product {
  const { id, name, description, imageUrl, tangible, offerCount, createdByUser } = row
  return { id, name, description, imageUrl, tangible, offerCount, createdByUser, ...times(row) }
}

const pageUrl = (publicUrl: string, slug: string) => `${publicUrl}/buy/${slug}`

export function presentOffer(row: OfferRow, publicUrl: string, sales: Sales): Offer {
  const { id, productId, name, price, paymentMethods, maxInstallments, enabled, slug, createdByUser } = row
  const url = pageUrl(publicUrl, slug)
  const terms = { price, paymentMethods, maxInstallments, enabled }
  return { id, productId, name, ...terms, slug, url, sales, createdByUser, ...times(row) }
}

export function presentPaymentLink(row: PaymentLinkRow, publicUrl: string, sales: Sales): PaymentLink {
  const { id, offerId, amount, title, paymentMethods, maxUses, uses, enabled, createdByUser } = row
  return {
    ...{ id, offerId, amount, title, paymentMethods, maxUses, uses, enabled, createdByUser },
    expiresAt: isoOrNull(row.expiresAt),
    state: pageState(row, new Date().toISOString()),
    url: pageUrl(publicUrl, row.slug),
    sales,
    ...times(row),
  }
}
