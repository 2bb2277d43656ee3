/** For sellers' systems: is a message ours? One file that needs nothing but Web Crypto (Node 20, Deno, Bun, Workers). */

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** How many seconds the message's time may be away from now; 300 when left out. */
  tolerance?: number
}

const TOLERANCE_SECONDS = 300

/** Why a message is not shown to be ours. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** `argument`: the call is wrong, whatever the message is. The others are about the message. */
  readonly reason: 'argument' | 'header' | 'timestamp' | 'signature'

  constructor(reason: WebhookError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * What a message says, once it is shown to be ours. A repeat within the tolerance is shown to be ours, too: keep the `id`s handled.
 * @param rawBody as it came, before any parsing.
 * @param secret with or without `whsec_`. While a secret is rotated both sign, so the old and the new one are good.
 * @throws WebhookError when an argument is not what it must be, a header is missing, the time is too far away or no signature is the secret's.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string,
  options?: WebhookOptions,
): Promise<unknown> {
  const body = bytesOf(rawBody)
  const bytes = keyOf(secret)
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('timestamp', 'webhook-timestamp is no time')
  const tolerance = options?.tolerance ?? TOLERANCE_SECONDS
  // Written so that a tolerance that is not a number lets nothing in.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance))
    throw new WebhookError('timestamp', 'webhook-timestamp is too far away')

  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)

  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  // Once, however many entries a stranger sends.
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  for (const entry of signatures.split(' ')) {
    const signature = entry.startsWith('v1,') ? fromBase64(entry.slice('v1,'.length)) : null
    if (signature && isSame(signature, expected)) return JSON.parse(new TextDecoder().decode(body))
  }
  throw new WebhookError('signature', 'no entry of webhook-signature is the secret’s')
}

/** From JavaScript anything may come. Not by `instanceof`: a test runner's bytes may be of another realm. */
function bytesOf(rawBody: unknown): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (ArrayBuffer.isView(rawBody)) return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)
  throw new WebhookError(
    'argument',
    `the body must be the text or the bytes as they came, before any parsing: it is ${kindOf(rawBody)}`,
  )
}

function keyOf(secret: unknown): Uint8Array<ArrayBuffer> {
  if (typeof secret !== 'string')
    throw new WebhookError('argument', `the secret must be the endpoint's, as whsec_…: it is ${kindOf(secret)}`)
  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0)
    throw new WebhookError('argument', 'the secret is not one of an endpoint: it must be as whsec_…')
  return bytes
}

const kindOf = (value: unknown): string => {
  if (value === undefined || value === null) return String(value)
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`
}

/** In constant time for signatures of the right length. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0
}

function headerOf(headers: unknown, name: string): string {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    throw new WebhookError('argument', `the headers must be an object by name, or Headers: they are ${kindOf(headers)}`)
  const found: unknown = hasGet(headers) ? headers.get(name) : inRecord(headers, name)
  const value: unknown = Array.isArray(found) && found.length === 1 ? found[0] : found
  if (Array.isArray(value)) throw new WebhookError('header', `${name} came more than once`)
  if (typeof value !== 'string' || value === '') throw new WebhookError('header', `${name} is missing`)
  return value
}

const hasGet = (headers: object): headers is Pick<Headers, 'get'> =>
  'get' in headers && typeof headers.get === 'function'

const inRecord = (headers: object, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
