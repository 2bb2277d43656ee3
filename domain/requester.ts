/** Who requested a disbursement or a receiver. */
export interface Requester {
  by: string
  /** The request's IP address. Undefined if it did not come from outside. */
  ip?: string
}

const KEY = 'API key '

/** In place of a user's name, for what an API key asks for. */
export const keyName = (name: string): string => `${KEY}${name}`

/** The key that the installation's settings give, and no page lists. */
export const INSTALLATION_KEY_NAME = 'TRILHO_ADMIN_API_KEY'

/** The name of the key that asked. Undefined where it was a user, or a buyer. */
export const keyNamed = (by: string): string | undefined => (by.startsWith(KEY) ? by.slice(KEY.length) : undefined)

/** In place of a user's name: the buyer, on a checkout page. */
export const BUYER = 'checkout'

/** Who that is: each kind is named in its reader's language. */
export type RequesterName = { kind: 'buyer' | 'installation' } | { kind: 'key' | 'user'; name: string }

export function requesterNamed(by: string): RequesterName {
  if (by === BUYER) return { kind: 'buyer' }
  const key = keyNamed(by)
  if (key === undefined) return { kind: 'user', name: by }
  return key === INSTALLATION_KEY_NAME ? { kind: 'installation' } : { kind: 'key', name: key }
}

/** In place of a user's name: none, because another charge has paid the order of this one. */
export const ORDER_PAID = 'orderPaid'

/** An event's detail as histories show it, without the IP address, which is only for the audit log. */
export function withoutAddress<Detail extends object>(detail: Detail | null): Omit<Detail, 'ip'> | null {
  if (detail === null || !('ip' in detail)) return detail
  const { ip: _, ...shown } = detail
  return shown
}
