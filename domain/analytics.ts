/** A seller's figures over days: how the days are counted, and what is made of what was counted. */

/** What the rows of an answer can be. */
/** `reason`: of the charges that were not paid alone. */
export const ANALYTICS_KEYS = ['day', 'provider', 'method', 'reason'] as const
export type AnalyticsKey = (typeof ANALYTICS_KEYS)[number]

/** Those that count charges: a list of charges can be narrowed to what each has counted. */
export const CHARGE_FIGURES = [
  'created',
  'pending',
  'approved',
  'rejected',
  'refunded',
  'chargebacks',
  /** Of no provider: all refused. */
  'untaken',
] as const
export type ChargeFigure = (typeof CHARGE_FIGURES)[number]

/** The sellers' day, wherever somebody asks from. */
export const SELLERS_TIME_ZONE = 'America/Sao_Paulo'
/** How many days an answer may have. */
export const MOST_DAYS = 400
const USUAL_DAYS = 30
/** What a bucket's bound is of the one before it, in the database's function too. */
const GROWTH = 1.25

/** YYYY-MM-DD of a moment, or of a day that is one already. */
export function dayOf(moment: string): string {
  if (isDay(moment)) return moment
  return new Intl.DateTimeFormat('en-CA', { timeZone: SELLERS_TIME_ZONE, dateStyle: 'short' }).format(new Date(moment))
}

const isDay = (text: string) => /^[1-9]\d{3}-\d\d-\d\d$/.test(text)

/** The day so many days later; earlier, where it is less than 0. */
export function dayAfter(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  return moment.toISOString().slice(0, 10)
}

/** The day's first moment, ISO 8601 UTC. Summer time, as long as there was one, began at midnight or ended there. */
export function startOf(day: string): string {
  const hours = ['02', '03'].map((hour) => `${day}T${hour}:00:00.000Z`)
  return hours.find((moment) => dayOf(moment) === day) ?? `${day}T04:00:00.000Z`
}

/** Every day from the first to the last. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayAfter(day, 1)) days.push(day)
  return days
}

/**
 * The first and the last day of what is asked for.
 * @returns undefined where it ends before it begins, has too many days, names a leap second, which is no moment here, or a day
 * before the year 1000, which is no day of four digits.
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
 * The time within which half was paid, by how many were paid within each bucket: in seconds, null for none. Within a bucket
 * times are taken as spread evenly on its own scale, so the answer is off by less than its bounds' ratio.
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
