/** A range of days that a list is narrowed to: a usual one, or two dates. It stands in the address. */

import { dayAfter, dayOf, startOf } from '../../../domain/analytics.ts'
import { defined } from '../../../domain/defined.ts'
import { asDay } from './days.ts'

export const PERIODS = ['today', 'week', 'month', 'custom'] as const
export type PeriodName = (typeof PERIODS)[number]

export interface Period {
  period: PeriodName | null
  /** The first and the last day of a custom one, YYYY-MM-DD; each may be left open. */
  from: string | null
  to: string | null
}

export function readPeriod(search: URLSearchParams): Period {
  const period = PERIODS.find((known) => known === search.get('period')) ?? null
  return { period, from: asDay(search.get('from')) ?? null, to: asDay(search.get('to')) ?? null }
}

/** As the API takes it. Whole days of the sellers, as the figures are counted, so that a figure and the list it leads to are equal. */
export function rangeOf({ period, from, to }: Period, now: Date): { createdFrom?: string; createdTo?: string } {
  if (period === null) return {}
  if (period !== 'custom') return { createdFrom: startOf(dayAfter(dayOf(now.toISOString()), -DAYS_BACK[period])) }
  // The two days may be typed in either order.
  const [first, last] = from && to && to < from ? [to, from] : [from, to]
  return defined({
    createdFrom: first ? startOf(first) : undefined,
    createdTo: last ? startOf(dayAfter(last, 1)) : undefined,
  })
}

const DAYS_BACK = { today: 0, week: 6, month: 29 } as const satisfies Record<Exclude<PeriodName, 'custom'>, number>
