/** Moments as a field of date and time has them: "2026-11-30T14:00" by the sellers' clock, as pages print them. */
import { dayOf, SELLERS_TIME_ZONE, startOf } from '../../../domain/analytics.ts'
import { asDay } from './days.ts'

export function toSellersMoment(at: string): string {
  const time = { timeZone: SELLERS_TIME_ZONE, timeStyle: 'short' } as const
  return `${dayOf(at)}T${new Intl.DateTimeFormat('sv-SE', time).format(new Date(at))}`
}

/** @returns ISO 8601 in UTC; undefined for what is no moment. */
export function fromSellersMoment(text: string): string | undefined {
  const day = asDay(text.slice(0, 10))
  const [, hours, minutes] = /^T([01]\d|2[0-3]):([0-5]\d)$/.exec(text.slice(10)) ?? []
  if (!day || !hours || !minutes) return undefined
  return new Date(Date.parse(startOf(day)) + (Number(hours) * 60 + Number(minutes)) * 60_000).toISOString()
}
