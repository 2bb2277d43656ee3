/** A range of days that a list is narrowed to: a usual one, or two dates. It stands in the address. */
import { dayAfter, dayOf, startOf } from '../../../domain/analytics.ts'
import { defined } from '../../../domain/defined.ts'
import { asDay } from './days.ts'

export const PERIODS = ['today', 'yesterday', 'week', 'month', 'thisMonth', 'lastMonth', 'custom'] as const
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
  const today = dayOf(now.toISOString())
  if (period !== 'custom') {
    const days = USUAL[period](today)
    // One that is not over goes on: what comes while the list is open belongs to it.
    return defined({
      createdFrom: startOf(days.from),
      createdTo: days.to < today ? startOf(dayAfter(days.to, 1)) : undefined,
    })
  }
  // The two days may be typed in either order.
  const [first, last] = from && to && to < from ? [to, from] : [from, to]
  return defined({
    createdFrom: first ? startOf(first) : undefined,
    createdTo: last ? startOf(dayAfter(last, 1)) : undefined,
  })
}

export interface Days {
  /** The first and the last, YYYY-MM-DD. */
  from: string
  to: string
}

/** The days of each usual range, by the day that is today. */
export const USUAL: Record<Exclude<PeriodName, 'custom'>, (today: string) => Days> = {
  today: (today) => ({ from: today, to: today }),
  yesterday: (today) => ({ from: dayAfter(today, -1), to: dayAfter(today, -1) }),
  week: (today) => ({ from: dayAfter(today, -6), to: today }),
  month: (today) => ({ from: dayAfter(today, -29), to: today }),
  thisMonth: (today) => ({ from: firstOfMonth(today), to: today }),
  lastMonth: (today) => {
    const end = dayAfter(firstOfMonth(today), -1)
    return { from: firstOfMonth(end), to: end }
  },
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
