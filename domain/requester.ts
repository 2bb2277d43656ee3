/** Who requested a disbursement or a receiver. */
export interface Requester {
  by: string
  /** The request's IP address. Undefined if it did not come from outside. */
  ip?: string
}

const KEY = 'API key '

/** In place of a user's name, for what an API key asks for. */
export const keyName = (name: string): string => `${KEY}${name}`

/** The name of the key that asked. Undefined where it was a user, or a buyer. */
export const keyNamed = (by: string): string | undefined => (by.startsWith(KEY) ? by.slice(KEY.length) : undefined)

/** In place of a user's name: the buyer, on a checkout page. */
export const BUYER = 'checkout'

/** In place of a user's name: none, because another charge has paid the order of this one. */
export const ORDER_PAID = 'orderPaid'

/** An event's detail as histories show it, without the IP address, which is only for the audit log. */
export function withoutAddress<Detail extends object>(detail: Detail | null): Omit<Detail, 'ip'> | null {
  if (detail === null || !('ip' in detail)) return detail
  const { ip: _, ...shown } = detail
  return shown
}
