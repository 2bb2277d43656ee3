/** Speaks to sellers' systems, signed as Standard Webhooks says: https://github.com/standard-webhooks/standard-webhooks */
import { Webhook } from 'standardwebhooks'
import { ProviderError } from '../domain/provider-error.ts'
import { KEPT_ADDRESS, PREVIOUS_SECRET_MS } from '../domain/seller-event.ts'
import type { HttpClient } from './http-client.ts'

export interface SellerMessage {
  url: string
  /** What the seller knows a repeat by. */
  id: string
  body: object
  /** Each signs, the newest first: the seller may still know only the one before. */
  secrets: readonly string[]
  /** When it says that it was sent; now, when left out. */
  at?: Date
}

export interface SellerAnswer {
  delivered: boolean
  status: number | null
  /** Why there was no answer. */
  error: string | null
  /** How its body begins. */
  text: string
}

const TEXT_LENGTH = 500

/** Those that sign for an endpoint now, still sealed: for a day after a rotation also the secret before it. */
export function sealedSecretsOf(
  endpoint: { sealedSecret: string; sealedPreviousSecret: string | null; rotatedAt: string | null },
  now = Date.now(),
): string[] {
  const { sealedSecret, sealedPreviousSecret, rotatedAt } = endpoint
  const isFresh = rotatedAt !== null && now - new Date(rotatedAt).getTime() < PREVIOUS_SECRET_MS
  return sealedPreviousSecret !== null && isFresh ? [sealedSecret, sealedPreviousSecret] : [sealedSecret]
}

/** Anything but a 2xx answer is not delivered; it never throws for what the seller's side does. */
export async function tellSeller(
  http: HttpClient,
  { url, id, body, secrets, at }: SellerMessage,
): Promise<SellerAnswer> {
  if (url === KEPT_ADDRESS) return { delivered: true, status: null, error: null, text: '' }
  const timestamp = at ?? new Date()
  const payload = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Trilho-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, timestamp, payload)).join(' '),
  }
  try {
    const answer = await http.send({
      risk: 'repeatable',
      method: 'POST',
      url,
      authenticated: false,
      headers,
      body: { type: 'json', value: body },
    })
    const { status, body: text } = answer
    return { delivered: status >= 200 && status < 300, status, error: null, text: text.slice(0, TEXT_LENGTH) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { delivered: false, status: null, error: error.message, text: '' }
  }
}
