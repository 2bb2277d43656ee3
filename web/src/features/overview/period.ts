/** The days that the overview is about, and as many before them. */
import { type ChargeFigure, dayAfter, dayOf, daysBetween } from '../../../../domain/analytics.ts'
import type { UnpaidReason } from '../../../../domain/refusal.ts'
import { type Days, type Period, readPeriod, USUAL } from '../../ui/period.ts'
import { currencyOf, USUAL_CURRENCY } from './currency.ts'

/** The default period is a month. */
export function daysOf({ period, from, to }: Period, today: string): Days {
  if (period !== 'custom') return USUAL[period ?? 'month'](today)
  const [first = today, last = today] = [from ?? to, to ?? from].filter((day) => day !== null).toSorted()
  return { from: first, to: last }
}

export function daysBefore({ from, to }: Days): Days {
  return { from: dayAfter(from, -daysBetween(from, to).length), to: dayAfter(from, -1) }
}

/**
 * How many whole days a period that is not over is compared with. Figures are kept by day, so there are none until this time of a day.
 * @returns undefined for a period that is over, or has not begun.
 */
export function wholeDaysBefore({ from, to }: Days, today: string): number | undefined {
  return from <= today && today <= to ? daysBetween(from, to).length : undefined
}

/** The list of what a figure has counted, of the same days. */
export function addressOf(
  search: URLSearchParams,
  more: { figure: ChargeFigure; provider?: string; paymentMethod?: string; reason?: UnpaidReason },
): string {
  const chosen = readPeriod(search)
  const period = chosen.period ?? 'month'
  const days = period === 'custom' ? daysOf(chosen, dayOf(new Date().toISOString())) : {}
  const currency = currencyOf(search)
  return `/charges?${new URLSearchParams({ period, ...days, ...more, ...(currency !== USUAL_CURRENCY && { currency }) })}`
}
