/** What a buyer finds on a public page. */
import type { FastifyInstance } from 'fastify'
import { findOrder, type OrderRow } from '../../db/queries/selling/orders.ts'
import type { PageRow } from '../../db/queries/selling/pages.ts'
import { mostOf } from '../../domain/installments.ts'
import { isLive } from '../../domain/mode.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod, pixFirst } from '../../domain/payment-method.ts'
import { REQUIRABLE_FIELDS, type RequirableField, WHOLE_ADDRESS } from '../../domain/requirements.ts'
import { takenBy } from '../../domain/routing.ts'
import { isPageOpen, isPageSoldOut, type PageState, pageState } from '../../domain/selling.ts'
import { findProvider } from '../../providers/index.ts'
import { keepingFor } from '../card/create.ts'
import { offeredToBuyers } from '../charge/installments.ts'
import { chargeWish } from '../charge/wish.ts'
import { decide } from '../routing/choose.ts'
import { type CheckoutPage, MOST_OF_ONE, type PageQuery } from '../schemas/checkout-page.ts'
import { presentReservation } from '../selling/present.ts'

export interface PageTerms {
  state: PageState
  /** Of one. Integer cents. */
  price: number
  title: string | null
  paymentMethods: readonly PaymentMethod[]
  maxInstallments: number | null
}

export function termsOf({ link, sold }: PageRow): PageTerms {
  const offer = sold?.offer
  const allowed = link?.paymentMethods ?? PAYMENT_METHODS
  const facts = {
    enabled: (link?.enabled ?? true) && (offer?.enabled ?? true),
    expiresAt: link?.expiresAt ?? null,
    uses: link?.uses ?? 0,
    maxUses: link?.maxUses ?? null,
  }
  return {
    state: pageState(facts, new Date().toISOString()),
    price: link?.amount ?? offer?.price ?? 0,
    title: link?.title ?? offer?.name ?? null,
    paymentMethods: pixFirst((offer?.paymentMethods ?? PAYMENT_METHODS).filter((method) => allowed.includes(method))),
    maxInstallments: offer?.maxInstallments ?? null,
  }
}

export const whatIsSold = ({ sold, link }: PageRow) => ({ offerId: sold?.offer.id ?? null, linkId: link?.id ?? null })

/** As the page is for the buyer of an order, who may pay it with the use that it reserves. */
export const stateFor = (state: PageState, order: OrderRow | undefined): PageState =>
  isPageSoldOut(state) && order?.holdsUse && order.paidChargeId === null ? 'open' : state

export async function presentPage(
  app: FastifyInstance,
  page: PageRow,
  { quantity, token }: PageQuery,
): Promise<CheckoutPage> {
  const { slug, platform, sold } = page
  const { price, title, paymentMethods, maxInstallments, ...terms } = termsOf(page)
  const order = token === undefined ? undefined : await findOrder(app.database.writer, whatIsSold(page), token)
  const state = stateFor(terms.state, order)
  const amount = price * quantity
  const needed: readonly RequirableField[] = isSent(page) ? WHOLE_ADDRESS : []
  const canBePaid = isPageOpen(state) && amount <= MAX_AMOUNT
  const takers = await Promise.all(paymentMethods.map((method) => takerOf(app, platform.id, method, amount)))
  const taken = canBePaid ? takers.flatMap((taker) => taker ?? []) : []
  const byCard = taken.some(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD')
  const card = byCard ? await offeredToBuyers(app, platform, amount, mostOf(maxInstallments)) : NO_CARD
  const methods = taken.map(({ paymentMethod, provider }) => {
    const providers = paymentMethod === 'CREDIT_CARD' ? [provider, ...card.providers] : [provider]
    return { paymentMethod, requires: requiredBy(providers, paymentMethod, needed) }
  })
  return {
    slug,
    livemode: isLive(platform.id),
    state,
    reservation: presentReservation(state, page.link),
    seller: platform.name,
    brandColor: platform.brandColor,
    logoUrl: platform.logoUrl,
    supportEmail: platform.supportEmail,
    supportPhone: platform.supportPhone,
    title,
    description: sold?.product.description ?? null,
    imageUrl: sold?.product.imageUrl ?? null,
    quantity,
    maxQuantity: sellsOne(page) ? 1 : Math.max(1, Math.min(MOST_OF_ONE, Math.floor(MAX_AMOUNT / price))),
    amount,
    currency: 'BRL',
    paymentMethods: methods,
    installments: card.options,
  }
}

/** Says everything that a provider may ask for, so that only what it cannot do keeps it away. */
const COMPLETE = {
  customer: { phone: '-' },
  customerIp: '-',
  address: { zipCode: '-', address: '-', number: '-', district: '-', city: '-', state: '-' },
}

/** Whether what is bought goes to the buyer's address. */
export const isSent = ({ sold }: PageRow): boolean => sold?.product.tangible ?? false

/** A number of uses is of orders: where it is limited, each takes one, so that no more is sold than there is (docs/decisions/0320-a-limited-link-sells-one-at-a-time.md). */
const isLimited = ({ link }: PageRow): boolean => link !== null && link.maxUses !== null

/** Whether an order can be of one only: what has no offer has no units. */
export const sellsOne = (page: PageRow): boolean => !page.sold || isLimited(page)

const NO_CARD = { options: [], providers: [] }

/** The provider of the account that would be asked first; undefined when no account takes this method. */
async function takerOf(app: FastifyInstance, platformId: string, paymentMethod: PaymentMethod, amount: number) {
  const wish = chargeWish({ ...COMPLETE, paymentMethod, amount }, platformId)
  const ability = paymentMethod === 'CREDIT_CARD' ? keepingFor(undefined, wish.ability) : wish.ability
  const taker = takenBy(await decide(app, platformId, { ...wish, ability }))
  return taker && { paymentMethod, provider: taker.provider }
}

/** What one of the providers needs to know of the buyer, and the seller whatever the provider. */
function requiredBy(providers: readonly string[], method: PaymentMethod, needed: readonly RequirableField[]) {
  const required = new Set([...needed, ...providers.flatMap((code) => findProvider(code).requires[method] ?? [])])
  return REQUIRABLE_FIELDS.filter((field) => field !== 'customerIp' && required.has(field))
}
