/** Expiry as a pure function of the attempt's own time; no clock. */

export const DAY = 86_400

/** Brazil has kept UTC-3 the whole year since 2019; São Paulo's civil date is what providers mean by a date. */
const BRAZIL_OFFSET_SECONDS = -3 * 3600

/** @returns ISO 8601 UTC. */
export function addSeconds(now: string, seconds: number): string {
  return new Date(Date.parse(now) + seconds * 1000).toISOString()
}

/** The date in Brazil at an instant, `YYYY-MM-DD`. */
export function brazilianDate(instant: string): string {
  return addSeconds(instant, BRAZIL_OFFSET_SECONDS).slice(0, 10)
}

/** The instant with Brazil's offset spelled out, as `2026-01-02T09:00:00.000-03:00` (MERCADOPAGO refuses a Z). */
export function withBrazilianOffset(instant: string): string {
  return addSeconds(instant, BRAZIL_OFFSET_SECONDS).replace('Z', '-03:00')
}

/** The last second of a `YYYY-MM-DD` in Brazil, with its offset. Other input stays unreadable as an instant. */
export function endOfBrazilianDay(date: string): string {
  return `${date}T23:59:59-03:00`
}

const DATE_AND_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

/** A provider's time as ISO 8601 UTC; undefined when it names no exact instant (a bare date, no offset, not a text). */
export function readInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !DATE_AND_TIME.test(value)) return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
