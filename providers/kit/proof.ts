/** Proving where a webhook comes from. Every comparison takes the same time whether the first or the last byte differs. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingWebhook } from '../contract.ts'

/** True when the webhook is proved to come from the holder of `secret`. Works on the raw body. */
export type Verify = (webhook: IncomingWebhook, secret: string) => boolean

/** Hashing first makes the lengths equal, which the comparison needs, without telling them. */
export function equal(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}

export function hmacSha256Hex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** Only because some providers sign so (PRIMEPAG, ZENDRY); the secret at the end keeps it from being extended. */
export function md5Hex(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** The provider echoes, in this header, the value that we registered with it. */
export function headerEquals(name: string): Verify {
  return (webhook, secret) => equal(webhook.headers[name] ?? '', secret)
}
