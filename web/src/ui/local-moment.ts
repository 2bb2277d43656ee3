/** Moments as a field of date and time has them: "2026-11-30T14:00" by this device's clock. */

export function toLocalMoment(at: string): string {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** @returns ISO 8601 in UTC; undefined for what is no moment. */
export function fromLocalMoment(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** "America/Sao_Paulo": whose clock it is. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
