/** What is sold, and where: products, their offers, and the public pages of offers and payment links. */
import { type ChargeStatus, isPaid, isRefunded, isRefused } from './charge.ts'
import { mostOf } from './installments.ts'
import type { PaymentMethod } from './payment-method.ts'

/** A chosen address. An unguessable one begins with a sign that no chosen one has, so that neither can take the other's. */
export const CHOSEN_SLUG = '^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])$'
export const UNGUESSABLE_MARK = '_'

/** What a public page can be for whoever opens it. */
export const PAGE_STATES = ['open', 'paused', 'expired', 'soldOut'] as const
export type PageState = (typeof PAGE_STATES)[number]

export interface PageFacts {
  /** The link, and the offer that it is for, are both sold. */
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

/** Every term of the offer that a charge for it breaks. It may be for several of it. */
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
  /** The provider has made it. */
  transactionId: string | null
  attention: string | null
}

/** `answer`: the charge is the order's payment, or still to be paid as asked; `void`: it is cancelled before another one is made. */
export type OrderStep = 'answer' | 'wait' | 'void' | 'free'

/**
 * What another try to pay an order means for the charge that it has. A card may have been charged, and so may what a person
 * has to look at: those are waited for, never guessed about.
 */
export function nextStep(
  { status, paymentMethod, transactionId, attention }: StandingCharge,
  asked: PaymentMethod,
): OrderStep {
  if (isRefused(status) || isRefunded(status)) return 'free'
  if (isPaid(status)) return 'answer'
  if (paymentMethod === 'CREDIT_CARD' || transactionId === null || attention !== null) return 'wait'
  return asked === paymentMethod ? 'answer' : 'void'
}
