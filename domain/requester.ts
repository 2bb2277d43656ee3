/** Who asked for money to leave, or for a receiver. */
export interface Requester {
  by: string
  /** Where the request came from. Undefined when it did not come from outside. */
  ip?: string
}

/** The detail of an event as histories show it: the address is for the audit log, which the first row of a history fills. */
export function withoutAddress<Detail extends object>(detail: Detail | null): Omit<Detail, 'ip'> | null {
  if (detail === null || !('ip' in detail)) return detail
  const { ip: _, ...shown } = detail
  return shown
}
