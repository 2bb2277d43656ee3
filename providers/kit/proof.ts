/** Proving where a webhook comes from. Every comparison takes the same time whether the first or the last byte differs. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingWebhook } from '../contract.ts'
import { parseJson, readPath, readText } from './json.ts'

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

/**
 * `<header>: t=<milliseconds or seconds>,<field>=<hex>`, HMAC-SHA256 over the time, a dot and the body (TRANSFEERA, VEXYPAYMENTS,
 * EZZEBANK). With a tolerance, one that was signed longer ago than that (or as far ahead) proves nothing: it is a copy.
 */
export function signedAtTime(options: { header: string; field: string; toleranceSeconds?: number }): Verify {
  const { header, field, toleranceSeconds } = options
  return ({ headers, body, receivedAt }, secret) => {
    const parts = new URLSearchParams((headers[header] ?? '').replace(/\s*,\s*/g, '&'))
    const time = parts.get('t') ?? ''
    if (!/^\d{1,15}$/.test(time)) return false
    if (toleranceSeconds !== undefined && !isFresh(time, receivedAt, toleranceSeconds)) return false
    return equal(parts.get(field) ?? '', hmacSha256Hex(secret, `${time}.${body}`))
  }
}

const FIRST_MILLISECONDS = 100_000_000_000

function isFresh(time: string, receivedAt: string | undefined, toleranceSeconds: number): boolean {
  const signed = Number(time) < FIRST_MILLISECONDS ? Number(time) * 1000 : Number(time)
  return receivedAt !== undefined && Math.abs(Date.parse(receivedAt) - signed) <= toleranceSeconds * 1000
}

/** The provider echoes, in this header, the value that we registered with it. */
export function headerEquals(name: string): Verify {
  return (webhook, secret) => equal(webhook.headers[name] ?? '', secret)
}

/** Each field of a flat JSON object, its value as it is written. */
const FIELD = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,}]+)/g

/**
 * A field of the body holds the SHA-256 of all other values in the order in which they came, and the secret (SUITPAY,
 * Versell). Fields that the provider adds one day are covered like the others.
 */
export function hashOfValues(name: string): Verify {
  return ({ body }, secret) => {
    const values = Array.from(body.matchAll(FIELD), ([, field, value = '']) => {
      if (field === name || value === 'null') return ''
      return value.startsWith('"') ? String(JSON.parse(value)) : value
    })
    const expected = createHash('sha256')
      .update(values.join('') + secret)
      .digest('hex')
    return equal(readText(readPath(parseJson(body), name)) ?? '', expected)
  }
}

/** Basic authentication with the pair `user:password` that we registered with the provider. */
export const basicEquals: Verify = ({ headers }, pair) =>
  equal(headers.authorization ?? '', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`)
