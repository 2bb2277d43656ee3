/** A seller's figures per day: how days are delimited, and how medians are computed from the counts. */

/** What the rows of an answer can be grouped by. `reason`: only for charges that were not paid. */
export const ANALYTICS_KEYS = ['day', 'provider', 'method', 'reason'] as const
export type AnalyticsKey = (typeof ANALYTICS_KEYS)[number]

/** The figures that count charges. A list of charges can be filtered to the charges behind each of them. */
export const CHARGE_FIGURES = [
  'created',
  'pending',
  'approved',
  'rejected',
  'refunded',
  'chargebacks',
  /** Charges without a provider, because all candidates refused. */
  'untaken',
] as const
export type ChargeFigure = (typeof CHARGE_FIGURES)[number]

/** Days are counted in the sellers' time zone, wherever the request comes from. */
export const SELLERS_TIME_ZONE = 'America/Sao_Paulo'
/** The most days in one answer. */
export const MOST_DAYS = 400
const USUAL_DAYS = 30
/** The ratio of a bucket's bound to the previous one. The database function uses the same ratio. */
const GROWTH = 1.25

/** The day, YYYY-MM-DD, of a moment. A text that is already a day is returned as it is. */
export function dayOf(moment: string): string {
  if (isDay(moment)) return moment
  return new Intl.DateTimeFormat('en-CA', { timeZone: SELLERS_TIME_ZONE, dateStyle: 'short' }).format(new Date(moment))
}

/** Of a year with four digits. */
export const isDay = (text: string) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text)

/** The day `days` later, or earlier if `days` is negative. */
export function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The day's first moment, ISO 8601 UTC. Brazil's past summer times began and ended at midnight. */
export function startOf(day: string): string {
  const hours = ['02', '03'].map((hour) => `${day}T${hour}:00:00.000Z`)
  return hours.find((moment) => dayOf(moment) === day) ?? `${day}T04:00:00.000Z`
}

/** A period's beginning: a day's first moment. A text that is a moment already is returned as it is. */
export const beginningOf = (text: string): string => (isDay(text) ? startOf(text) : text)

/** A period's end: the first moment after a day. A text that is a moment already is returned as it is. */
export function endOf(text: string): string {
  const next = isDay(text) ? dayAfter(text, 1) : ''
  return isDay(next) ? startOf(next) : text
}

/** Every day from the first to the last. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

/**
 * The first and the last day of the requested period.
 * @returns undefined if it ends before it begins, has too many days, names a leap second (which a Date cannot hold), or a day before
 * the year 1000 (whose year has no four digits).
 */
export function periodOf(asked: { from?: string; to?: string }, now: string): { from: string; to: string } | undefined {
  const isMoment = (said: string | undefined) => said === undefined || !Number.isNaN(Date.parse(said))
  if (!isMoment(asked.from) || !isMoment(asked.to)) return undefined
  const to = dayOf(asked.to ?? now)
  if (!isDay(to)) return undefined
  const from = asked.from === undefined ? dayAfter(to, 1 - USUAL_DAYS) : dayOf(asked.from)
  if (!isDay(from)) return undefined
  return from <= to && to < dayAfter(from, MOST_DAYS) ? { from, to } : undefined
}

/**
 * The median time to payment in seconds, from the number of payments per bucket; null if there are none. Times are assumed to be
 * spread evenly over a bucket's logarithmic scale, so the error is smaller than the ratio of its bounds.
 */
export function medianSeconds(buckets: readonly { bucket: number; approved: number }[]): number | null {
  const half = buckets.reduce((sum, { approved }) => sum + approved, 0) / 2
  const counts = new Map<number, number>()
  for (const { bucket, approved } of buckets) counts.set(bucket, (counts.get(bucket) ?? 0) + approved)
  let before = 0
  for (const [bucket, approved] of [...counts].toSorted(([one], [other]) => one - other)) {
    if (approved > 0 && before + approved >= half) return rounded(GROWTH ** (bucket - 1 + (half - before) / approved))
    before += approved
  }
  return null
}

const rounded = (seconds: number) => Number(seconds.toPrecision(3))
