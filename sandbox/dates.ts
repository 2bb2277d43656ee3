/** Times as Brazilian providers write them: local time with its offset. Brazil has had no daylight saving time since 2019. */

const BRASILIA_HOURS = -3

/** "2026-11-21T10:00:00.000-03:00" */
export function localTime(at: number, offsetHours: number = BRASILIA_HOURS): string {
  const local = new Date(at + offsetHours * 3_600_000).toISOString().slice(0, -1)
  return `${local}-${String(-offsetHours).padStart(2, '0')}:00`
}

/** "2026-11-21", in Brasília. */
export function localDate(at: number): string {
  return localTime(at).slice(0, 10)
}

/** Midnight in Brasília that ends the day of a "2026-11-21". */
export function endOfLocalDate(date: string): number {
  return Date.parse(`${date}T23:59:59.000-03:00`)
}
