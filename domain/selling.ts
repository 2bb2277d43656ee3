/** Products, their offers, and the public pages of offers and payment links. */
import { type ChargeStatus, isPaid, isRefunded, isRefused } from './charge.ts'
import { mostOf } from './installments.ts'
import type { Mode } from './mode.ts'
import type { PaymentMethod } from './payment-method.ts'

/** A chosen address. An unguessable address begins with a character that no chosen one may contain, so they never collide. */
export const CHOSEN_SLUG = '^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])$'
export const UNGUESSABLE_MARK = '_'
/** The most addresses that one platform may ever choose: each is kept from all others for good (docs/decisions/0277). */
export const MOST_CHOSEN = { live: 1_000, test: 100 } satisfies Record<Mode, number>

/** The states of a public page. */
export const PAGE_STATES = ['open', 'paused', 'expired', 'soldOut'] as const
export type PageState = (typeof PAGE_STATES)[number]

/** The page sells. */
export const isPageOpen = (state: PageState): state is 'open' => state === 'open'

/** Every use of the link is taken or reserved; one that is given back opens the page again. */
export const isPageSoldOut = (state: PageState): state is 'soldOut' => state === 'soldOut'

/** An offer alone has neither an end nor a number of uses. */
export const OFFER_STATES = ['open', 'paused'] as const satisfies PageState[]
export type OfferState = (typeof OFFER_STATES)[number]

export interface PageFacts {
  /** The link and its offer are both enabled. */
  enabled: boolean
  expiresAt: string | null
  uses: number
  maxUses: number | null
}

/** @param now ISO 8601. */
export function pageState({ enabled, expiresAt, uses, maxUses }: PageFacts, now: string): PageState {
  if (!enabled) return 'paused'
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.parse(now)) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'soldOut' : 'open'
}

export interface OfferTerms {
  price: number
  paymentMethods: readonly PaymentMethod[]
  maxInstallments: number | null
  enabled: boolean
}

export interface OfferedCharge {
  amount: number
  currency?: string
  paymentMethod: PaymentMethod
  installments?: number
}

export interface BrokenTerm {
  path: string
  rule: 'offer' | 'offerPrice' | 'offerMethod' | 'offerInstallments'
  message: string
}

/** Every term of the offer that a charge for it breaks. A charge may be for several units. */
export function brokenTerms(offer: OfferTerms, charge: OfferedCharge): BrokenTerm[] {
  const { price, paymentMethods, maxInstallments, enabled } = offer
  const isPrice = charge.amount % price === 0 && (charge.currency ?? 'BRL') === 'BRL'
  const broken: [boolean, BrokenTerm][] = [
    [!enabled, { path: '/offerId', rule: 'offer', message: 'The offer is paused' }],
    [
      !isPrice,
      { path: '/amount', rule: 'offerPrice', message: `The offer costs ${price} cents in reais, or a multiple` },
    ],
    [
      !paymentMethods.includes(charge.paymentMethod),
      {
        path: '/paymentMethod',
        rule: 'offerMethod',
        message: `The offer is paid by ${paymentMethods.join(', ')}`,
      },
    ],
    [
      (charge.installments ?? 1) > mostOf(maxInstallments),
      {
        path: '/installments',
        rule: 'offerInstallments',
        message: `The offer is paid in at most ${maxInstallments} installment(s)`,
      },
    ],
  ]
  return broken.flatMap(([isBroken, term]) => (isBroken ? [term] : []))
}

export interface StandingCharge {
  status: ChargeStatus
  paymentMethod: PaymentMethod
  /** Set once the provider has created the transaction. */
  transactionId: string | null
  attention: string | null
  /** `status` is only the default for a provider's word that no table maps. */
  statusUnmapped: boolean
}

/**
 * It counts as refused, but may have been paid: its provider said what no table maps, which to see it does not change, or money came
 * that an operator must look at.
 */
export const isUnderReview = ({
  status,
  attention,
  statusUnmapped,
}: Pick<StandingCharge, 'status' | 'attention' | 'statusUnmapped'>): boolean =>
  isRefused(status) && (attention !== null || statusUnmapped)

/** Whether the charge is what its order was paid by or waits for: it is not over, no other try has taken its place or paid the order. */
export const isStanding = (
  { id, status }: { id: string; status: ChargeStatus },
  order: { chargeId: string | null; paidChargeId: string | null } | null,
): boolean => !isRefused(status) && order?.chargeId === id && (order.paidChargeId ?? id) === id

/** `answer`: the charge has paid the order, or can still be paid as requested. `void`: it is cancelled before a new one is created. */
export type OrderStep = 'answer' | 'wait' | 'void' | 'free'

/**
 * What another try to pay an order means for its existing charge. A card, and a charge that needs an operator, may have been charged,
 * so the new try waits for them.
 * @param isAskedFor whether the charge, paid now, would be what is asked for.
 */
export function nextStep(charge: StandingCharge, isAskedFor: boolean): OrderStep {
  const { status, paymentMethod, transactionId, attention } = charge
  if (isRefunded(status)) return 'free'
  if (isPaid(status)) return 'answer'
  if (attention !== null || isUnderReview(charge)) return 'wait'
  if (isRefused(status)) return 'free'
  if (paymentMethod === 'CREDIT_CARD' || transactionId === null) return 'wait'
  return isAskedFor ? 'answer' : 'void'
}
