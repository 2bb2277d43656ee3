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
    const parts = signatureParts(headers[header])
    const time = parts.get('t') ?? ''
    if (!/^\d{1,15}$/.test(time)) return false
    if (toleranceSeconds !== undefined && !isFresh(time, receivedAt, toleranceSeconds)) return false
    return equal(parts.get(field) ?? '', hmacSha256Hex(secret, `${time}.${body}`))
  }
}

/** `name=value` pairs between commas, as signature headers hold them. */
export function signatureParts(header = ''): Map<string, string> {
  const pairs = header.split(',').map((part) => part.split('=', 2).map((text) => text.trim()))
  return new Map(pairs.map(([name = '', value = '']) => [name, value]))
}

const FIRST_MILLISECONDS = 100_000_000_000

function isFresh(time: string, receivedAt: string | undefined, toleranceSeconds: number): boolean {
  const signed = Number(time) < FIRST_MILLISECONDS ? Number(time) * 1000 : Number(time)
  return receivedAt !== undefined && Math.abs(Date.parse(receivedAt) - signed) <= toleranceSeconds * 1000
}

/** The provider echoes, in this header, the value that we registered with it. */
export function inHeader(name: string) {
  return ({ headers }: IncomingWebhook): string | undefined => headers[name]
}

/** The same in a field of the body. */
export function inField(name: string) {
  return ({ body }: IncomingWebhook): string | undefined => readText(readPath(parseJson(body), name))
}

/** The next field of a flat JSON object, with its value as written. Sticky, so an unverified body is scanned only once. */
const FIELD = /\s*[{,]\s*"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)/y
const END = /\s*\}\s*$/y

/**
 * A field of the body holds the SHA-256 of all other values in the order in which they came, and the secret (SUITPAY,
 * Versell). Fields added later are covered too. A body that is not matched to its end is rejected, and
 * so is a body that names a field twice. The hash does not mark where a value ends, so set `bindsFields: false` with it.
 */
export function hashOfValues(name: string): Verify {
  return ({ body }, secret) => {
    const fields = flatFields(body)
    if (!fields) return false
    const values = fields.map(([field, value]) => {
      if (field === name || value === 'null') return ''
      return value.startsWith('"') ? String(JSON.parse(value)) : value
    })
    const expected = createHash('sha256')
      .update(values.join('') + secret)
      .digest('hex')
    return equal(readText(readPath(parseJson(body), name)) ?? '', expected)
  }
}

/** @returns undefined when the body is anything but one flat object. */
function flatFields(body: string): [name: string, value: string][] | undefined {
  const fields: [string, string][] = []
  let end = 0
  for (;;) {
    FIELD.lastIndex = end
    const [text, field = '', value = ''] = FIELD.exec(body) ?? []
    if (text === undefined) break
    fields.push([field, value])
    end += text.length
  }
  END.lastIndex = end
  const isEachOnce = new Set(fields.map(([name]) => JSON.parse(`"${name}"`))).size === fields.length
  return isEachOnce && END.test(body) ? fields : undefined
}

/** Basic authentication with the pair `user:password` that we registered with the provider. */
export const basicEquals: Verify = ({ headers }, pair) =>
  equal(headers.authorization ?? '', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`)
