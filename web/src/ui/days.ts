/** Days as YYYY-MM-DD, which are no moments: how they are written, read and laid out. The browser's own fields speak the browser's language. */
import { dayAfter } from '../../../domain/analytics.ts'
import { fill } from './masks.ts'

/** In which order the parts are written, a day being YYYY-MM-DD. */
const isDayFirst = (language: string) => language.startsWith('pt')

export const maskDay = (text: string): string => fill('##/##/####', text.replace(/\D/g, ''))

/** "30/11/2026", "11/30/2026". */
export function writeDay(day: string, language: string): string {
  const [year, month, date] = day.split('-')
  return (isDayFirst(language) ? [date, month, year] : [month, date, year]).join('/')
}

/** Undefined for what is none, or not yet. */
export function readDay(text: string, language: string): string | undefined {
  const [, first, second, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? []
  return asDay([year, ...(isDayFirst(language) ? [second, first] : [first, second])].join('-'))
}

/** Only a day that exists, in a year of this or the last thousand. */
export function asDay(text: string | null): string | undefined {
  if (!text || !/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return undefined
  const moment = Date.parse(text)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text) ? text : undefined
}

const DAYS_OF_WEEK = 7

/** 0 is a Sunday, with which weeks begin. */
const weekdayOf = (day: string) => new Date(day).getUTCDay()

export const weekStart = (day: string): string => dayAfter(day, -weekdayOf(day))
export const weekEnd = (day: string): string => dayAfter(day, DAYS_OF_WEEK - 1 - weekdayOf(day))

/** The weeks of a day's month; null for the days of other months. */
export function weeksOf(day: string): (string | null)[][] {
  const month = day.slice(0, 7)
  const weeks: (string | null)[][] = []
  for (let start = weekStart(`${month}-01`); start.slice(0, 7) <= month; start = dayAfter(start, DAYS_OF_WEEK)) {
    const week = Array.from({ length: DAYS_OF_WEEK }, (_, index) => dayAfter(start, index))
    weeks.push(week.map((each) => (each.startsWith(month) ? each : null)))
  }
  return weeks
}

/** The same day of another month, or that month's last. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
