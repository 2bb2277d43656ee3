/** What a buyer finds on a public page. */
import type { FastifyInstance } from 'fastify'
import { findOrder, type OrderRow } from '../../db/queries/selling/orders.ts'
import type { PageRow } from '../../db/queries/selling/pages.ts'
import { mostOf } from '../../domain/installments.ts'
import { isLive } from '../../domain/mode.ts'
import { MAX_AMOUNT } from '../../domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../domain/payment-method.ts'
import { REQUIRABLE_FIELDS, type RequirableField, WHOLE_ADDRESS } from '../../domain/requirements.ts'
import { type PageState, pageState } from '../../domain/selling.ts'
import { findProvider } from '../../providers/index.ts'
import { keepingFor } from '../card/create.ts'
import { offeredInstallments } from '../charge/installments.ts'
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
    paymentMethods: (offer?.paymentMethods ?? PAYMENT_METHODS).filter((method) => allowed.includes(method)),
    maxInstallments: offer?.maxInstallments ?? null,
  }
}

export const whatIsSold = ({ sold, link }: PageRow) => ({ offerId: sold?.offer.id ?? null, linkId: link?.id ?? null })

/** As the page is for the buyer of an order, who may pay it with the use that it reserves. */
export const stateFor = (state: PageState, order: OrderRow | undefined): PageState =>
  state === 'soldOut' && order?.holdsUse && order.paidChargeId === null ? 'open' : state

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
  const canBePaid = state === 'open' && amount <= MAX_AMOUNT
  const asked = await Promise.all(
    paymentMethods.map((method) => askedFor(app, platform.id, { method, amount, needed })),
  )
  const methods = canBePaid ? asked.flatMap((method) => method ?? []) : []
  const byCard = methods.some(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD')
  const installments = byCard ? await offeredInstallments(app, platform.id, { amount }) : []
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
    maxQuantity: sold ? Math.max(1, Math.min(MOST_OF_ONE, Math.floor(MAX_AMOUNT / price))) : 1,
    amount,
    currency: 'BRL',
    paymentMethods: methods,
    installments: installments.filter(({ installmentNumber }) => installmentNumber <= mostOf(maxInstallments)),
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

interface Asked {
  method: PaymentMethod
  amount: number
  /** By the seller, whatever the account needs to know. */
  needed: readonly RequirableField[]
}

/** What the account that would be asked first needs to know, and the seller; undefined when no account takes this method. */
async function askedFor(app: FastifyInstance, platformId: string, { method: paymentMethod, amount, needed }: Asked) {
  const wish = chargeWish({ ...COMPLETE, paymentMethod, amount }, platformId)
  const ability = paymentMethod === 'CREDIT_CARD' ? keepingFor(undefined, wish.ability) : wish.ability
  const { candidates } = await decide(app, platformId, { ...wish, ability })
  const taken = candidates.find((candidate) => candidate.taken)
  if (!taken) return undefined
  const required = [...needed, ...(findProvider(taken.provider).requires[paymentMethod] ?? [])]
  const requires = REQUIRABLE_FIELDS.filter((field) => field !== 'customerIp' && required.includes(field))
  return { paymentMethod, requires }
}
