/** The days that the overview is about, and those that they are compared with. */
import { type ChargeFigure, dayAfter, dayOf, daysBetween } from '../../../../domain/analytics.ts'
import type { UnpaidReason } from '../../../../domain/refusal.ts'
import { monthAfter } from '../../ui/days.ts'
import { type Days, type Period, readPeriod, USUAL } from '../../ui/period.ts'
import { currencyOf, USUAL_CURRENCY } from './currency.ts'

/** The default period is a month. */
export function daysOf({ period, from, to }: Period, today: string): Days {
  if (period !== 'custom') return USUAL[period ?? 'month'](today)
  const [first = today, last = today] = [from ?? to, to ?? from].filter((day) => day !== null).toSorted()
  return { from: first, to: last }
}

/** Of a month, the month before: all of it, or as many of its days as have begun of this one. Of all else as many days before. */
export function daysBefore({ from, to }: Days, period: Period['period']): Days {
  if (period === 'thisMonth') return { from: monthAfter(from, -1), to: monthAfter(to, -1) }
  if (period === 'lastMonth') return { from: monthAfter(from, -1), to: dayAfter(from, -1) }
  return { from: dayAfter(from, -daysBetween(from, to).length), to: dayAfter(from, -1) }
}

/** Whether a period has begun and is not over: figures are kept by day, so that it is compared with whole ones. */
export const isGoingOn = ({ from, to }: Days, today: string): boolean => from <= today && today <= to

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
