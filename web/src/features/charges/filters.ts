/** The list's filters live in the address, so that a view can be shared, bookmarked and gone back to. */
import { CHARGE_FIGURES, type ChargeFigure, startOf } from '../../../../domain/analytics.ts'
import { defined } from '../../../../domain/defined.ts'
import { ENDINGS, type Ending } from '../../../../domain/ending.ts'
import { CHARGE_SORTS, type ChargeSort } from '../../../../domain/list-sort.ts'
import { CURRENCIES, type Currency } from '../../../../domain/money.ts'
import { UNPAID_REASONS, type UnpaidReason } from '../../../../domain/refusal.ts'
import { isUuid } from '../../../../domain/uuid.ts'
import { CHARGE_STATUSES, type ChargeStatus, PAYMENT_METHODS, type PaymentMethod } from '../../api/contract.ts'
import { type Period, rangeOf, readPeriod } from '../../ui/period.ts'

/** Before every payment: what was paid on any day. */
const EVER = startOf('1970-01-01')

export interface ChargeFilters extends Period {
  /** What happened in the period: null for their creation. Nothing without a period. */
  periodOf: 'paid' | null
  status: ChargeStatus | null
  ending: Ending | null
  needsAttention: boolean
  paymentMethod: PaymentMethod | null
  provider: string | null
  customerId: string | null
  offerId: string | null
  paymentLinkId: string | null
  figure: ChargeFigure | null
  reason: UnpaidReason | null
  currency: Currency | null
  q: string
  sort: ChargeSort | null
}

/** As the API takes them. A type, not an interface, so that it fits a query's record. */
export type ChargeQuery = {
  status?: ChargeStatus
  ending?: Ending
  needsAttention?: true
  paymentMethod?: PaymentMethod
  provider?: string
  customerId?: string
  offerId?: string
  paymentLinkId?: string
  figure?: ChargeFigure
  reason?: UnpaidReason
  currency?: Currency
  createdFrom?: string
  createdTo?: string
  paidFrom?: string
  paidTo?: string
  q?: string
  sort?: ChargeSort
}

export function readFilters(search: URLSearchParams): ChargeFilters {
  const period = readPeriod(search)
  return {
    status: oneOf(CHARGE_STATUSES, search.get('status')),
    ending: oneOf(ENDINGS, search.get('ending')),
    needsAttention: search.get('needsAttention') === 'true',
    paymentMethod: oneOf(PAYMENT_METHODS, search.get('paymentMethod')),
    provider: search.get('provider') || null,
    customerId: idOf(search, 'customerId'),
    offerId: idOf(search, 'offerId'),
    paymentLinkId: idOf(search, 'paymentLinkId'),
    figure: oneOf(CHARGE_FIGURES, search.get('figure')),
    reason: oneOf(UNPAID_REASONS, search.get('reason')),
    currency: oneOf(CURRENCIES, search.get('currency')),
    ...period,
    periodOf: period.period && oneOf(['paid'], search.get('periodOf')),
    q: search.get('q') ?? '',
    sort: oneOf(CHARGE_SORTS, search.get('sort')),
  }
}

/** What is not set is not in the address. */
export function writeFilters(filters: ChargeFilters): URLSearchParams {
  const { needsAttention, ...texts } = filters
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(needsAttention ? [...entries, ['needsAttention', 'true']] : entries)
}

export function hasFilters(filters: ChargeFilters): boolean {
  return writeFilters({ ...filters, sort: null }).size > 0
}

export function toQuery(filters: ChargeFilters, today: Date): ChargeQuery {
  const { status, ending, needsAttention, paymentMethod, provider, figure, reason, currency, q, sort } = filters
  const { customerId, offerId, paymentLinkId } = filters
  return {
    ...defined({
      status: status || undefined,
      ending: ending || undefined,
      needsAttention: needsAttention || undefined,
      paymentMethod: paymentMethod || undefined,
      provider: provider || undefined,
      customerId: customerId || undefined,
      offerId: offerId || undefined,
      paymentLinkId: paymentLinkId || undefined,
      figure: figure || undefined,
      reason: reason || undefined,
      currency: currency || undefined,
    }),
    ...periodIn(filters, today),
    ...defined({ q: q.trim() || undefined, sort: sort || undefined }),
  }
}

function periodIn(filters: ChargeFilters, today: Date) {
  const range = rangeOf(filters, today)
  if (filters.periodOf === null) return range
  const { createdFrom, createdTo } = range
  // Without a day it is still the list of what was paid.
  return defined({ paidFrom: createdFrom ?? (createdTo ? undefined : EVER), paidTo: createdTo })
}

function idOf(search: URLSearchParams, name: string): string | null {
  const id = search.get(name) ?? ''
  return isUuid(id) ? id : null
}

function oneOf<T extends string>(words: readonly T[], word: string | null): T | null {
  return words.find((known) => known === word) ?? null
}
