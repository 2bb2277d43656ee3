/**
 * The order of a page, for the other tabs of this device: a link that is opened again, as those inside other apps are, opens as if
 * nothing had been bought. Kept for as long as its code can be paid, and an hour, so that a payment is seen for that long
 * (docs/decisions/0319-another-tab-is-told-of-the-order.md).
 */
import { bringsMoney, isSettled } from '../../../../domain/charge.ts'
import { endOfPaying, isPastDue } from '../../../../domain/last-moment.ts'
import type { Checkout } from '../../api/contract.ts'
import { asOfServer } from '../../api/server-clock.ts'
import { onDevice } from '../../ui/storage.ts'

interface HeldOrder {
  token: string
  /** In milliseconds, by the API's clock. */
  until: number
}

const AN_HOUR_MS = 3_600_000

const nameOf = (slug: string) => `trilho.held.${slug}`
const serversNow = () => asOfServer(Date.now())

/** `open`: it waits to be paid, or may have been. `paid`: within the last hour. @param now by the API's clock. */
export function standing(checkout: Checkout, now = serversNow()): 'open' | 'paid' | undefined {
  const { status, underReview, paidAt } = checkout
  if (bringsMoney(status)) return paidAt !== null && Date.parse(paidAt) + AN_HOUR_MS > now ? 'paid' : undefined
  if (underReview) return 'open'
  return isSettled(status) || isPastDue(checkout, now) ? undefined : 'open'
}

/** One that came to nothing leaves what is kept of another. */
export function holdOrder(slug: string, checkout: Checkout): void {
  const { token } = checkout
  const stands = standing(checkout)
  if (!stands) {
    letGo(slug, token)
    return
  }
  const end = (stands === 'open' ? endOfPaying(checkout) : undefined) ?? serversNow()
  onDevice.set(nameOf(slug), JSON.stringify({ token, until: end + AN_HOUR_MS } satisfies HeldOrder))
}

/** What is kept of another order stays. */
export function letGo(slug: string, token: string): void {
  if (heldOrder(slug) === token) onDevice.remove(nameOf(slug))
}

/** The token of the order, unless its time is over. */
export function heldOrder(slug: string): string | undefined {
  try {
    const held = JSON.parse(onDevice.get(nameOf(slug)) ?? 'null') as HeldOrder | null
    return held && held.until > serversNow() ? held.token : undefined
  } catch {
    return undefined
  }
}
