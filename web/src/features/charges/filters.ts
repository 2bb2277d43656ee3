/** The list's filters live in the address, so that a view can be shared, bookmarked and gone back to. */
import { CHARGE_STATUSES, type ChargeStatus, PAYMENT_METHODS, type PaymentMethod } from '../../api/contract.ts'

export const PERIODS = ['today', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export interface ChargeFilters {
  status: ChargeStatus | null
  needsAttention: boolean
  paymentMethod: PaymentMethod | null
  provider: string | null
  period: Period | null
  q: string
}

/** As the API takes them. A type, not an interface, so that it fits a query's record. */
export type ChargeQuery = {
  status?: ChargeStatus
  needsAttention?: true
  paymentMethod?: PaymentMethod
  provider?: string
  createdFrom?: string
  q?: string
}

export function readFilters(search: URLSearchParams): ChargeFilters {
  return {
    status: oneOf(CHARGE_STATUSES, search.get('status')),
    needsAttention: search.get('needsAttention') === 'true',
    paymentMethod: oneOf(PAYMENT_METHODS, search.get('paymentMethod')),
    provider: search.get('provider') || null,
    period: oneOf(PERIODS, search.get('period')),
    q: search.get('q') ?? '',
  }
}

/** What is not set is not in the address. */
export function writeFilters(filters: ChargeFilters): URLSearchParams {
  const { needsAttention, ...texts } = filters
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return new URLSearchParams(needsAttention ? [...entries, ['needsAttention', 'true']] : entries)
}

export function hasFilters(filters: ChargeFilters): boolean {
  return writeFilters(filters).size > 0
}

/** `today` is the start of the reader's day, so that the same view keeps one query key all day long. */
export function toQuery(filters: ChargeFilters, today: Date): ChargeQuery {
  const { status, needsAttention, paymentMethod, provider, period, q } = filters
  return {
    ...(status ? { status } : {}),
    ...(needsAttention ? { needsAttention } : {}),
    ...(paymentMethod ? { paymentMethod } : {}),
    ...(provider ? { provider } : {}),
    ...(period ? { createdFrom: startOf(period, today).toISOString() } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
  }
}

const DAYS_BACK = { today: 0, week: 6, month: 29 } as const satisfies Record<Period, number>

function startOf(period: Period, today: Date): Date {
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS_BACK[period])
}

function oneOf<T extends string>(words: readonly T[], word: string | null): T | null {
  return words.find((known) => known === word) ?? null
}
