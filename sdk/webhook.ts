/** For sellers' systems: is a message ours? One file that needs nothing but Web Crypto (Node 20, Deno, Bun, Workers). */

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookOptions {
  /** How many seconds the message's time may be away from now; 300 when left out. */
  tolerance?: number
}

const TOLERANCE_SECONDS = 300

/**
 * What a message says, once it is shown to be ours. A repeat within the tolerance is shown to be ours, too: keep the `id`s handled.
 * @param rawBody as it came, before any parsing.
 * @param secret with or without `whsec_`. While a secret is rotated both sign, so the old and the new one are good.
 * @throws Error when a header is missing, the time is too far away or no signature is the secret's.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  rawBody: string | Uint8Array,
  secret: string,
  { tolerance = TOLERANCE_SECONDS }: WebhookOptions = {},
): Promise<unknown> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(timestamp)) throw new Error('webhook-timestamp is no time')
  // Written so that a tolerance that is not a number lets nothing in.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance))
    throw new Error('webhook-timestamp is too far away')

  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)

  const bytes = fromBase64(secret.replace(/^whsec_/, ''))
  if (bytes === null || bytes.length === 0) throw new Error('the secret is not one of an endpoint')
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  // Once, however many entries a stranger sends.
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  for (const entry of signatures.split(' ')) {
    const signature = entry.startsWith('v1,') ? fromBase64(entry.slice('v1,'.length)) : null
    if (signature && isSame(signature, expected)) return JSON.parse(new TextDecoder().decode(body))
  }
  throw new Error('no entry of webhook-signature is the secret’s')
}

/** In constant time for signatures of the right length. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  return one.reduce((difference, byte, at) => difference | (byte ^ (other[at] ?? 0)), 0) === 0
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : inRecord(headers, name)
  if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing`)
  return value
}

const inRecord = (headers: Exclude<WebhookHeaders, Headers>, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}
