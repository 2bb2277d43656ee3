/** Access tokens that prove themselves, so that none is stored and a restart forgets none. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `secret` is the client's: each client has its own tokens. */
export function issueToken(secret: string, expiresAt: number): string {
  return `${expiresAt.toString(36)}.${sign(secret, expiresAt.toString(36))}`
}

/** True for a bearer header with a token of this client that has not expired. */
export function isBearer(header: string | undefined, secret: string, now: number): boolean {
  const [, expiry = '', signature = ''] = /^Bearer ([0-9a-z]+)\.(\S+)$/i.exec(header ?? '') ?? []
  return isSame(signature, sign(secret, expiry)) && Number.parseInt(expiry, 36) > now
}

export function basicHeader(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

/** The scheme's name may be in any case. */
export function isBasic(header: string | undefined, user: string, password: string): boolean {
  return isSame((header ?? '').replace(/^basic /i, 'Basic '), basicHeader(user, password))
}

export function isSame(given: string | undefined, expected: string): boolean {
  const left = Buffer.from(given ?? '')
  const right = Buffer.from(expected)
  return left.length === right.length && timingSafeEqual(left, right)
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
