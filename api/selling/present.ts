/** What is sold, as the contract shows it. */
import type { OfferRow } from '../../db/queries/selling/offers.ts'
import type { CountedProductRow } from '../../db/queries/selling/products.ts'
import type { Sales } from '../../db/queries/selling/sales.ts'
import type { CountedLink } from '../../db/queries/selling/uses.ts'
import { isPageSoldOut, type PageState, pageState } from '../../domain/selling.ts'
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

/** The reservation that may make a sold-out page sell again; null for a page that is not sold out, or where all is paid. */
export function presentReservation(state: PageState, link: CountedLink | null): PaymentLink['reservation'] {
  const next = isPageSoldOut(state) ? link?.reservation : undefined
  return next ? { expiresAt: isoOrNull(next.expiresAt) } : null
}

export function presentPaymentLink(row: CountedLink, publicUrl: string, sales: Sales): PaymentLink {
  const { id, offerId, amount, title, paymentMethods, maxUses, uses, enabled, slug, createdByUser } = row
  const state = pageState(row, new Date().toISOString())
  return {
    ...{ id, offerId, amount, title, paymentMethods, maxUses, uses, enabled, slug, createdByUser },
    expiresAt: isoOrNull(row.expiresAt),
    state,
    reservation: presentReservation(state, row),
    url: pageUrl(publicUrl, slug),
    sales,
    ...times(row),
  }
}
