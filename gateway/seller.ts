/** Sends messages to sellers' systems, signed by Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks */
import { Webhook } from 'standardwebhooks'
import { ProviderError } from '../domain/provider-error.ts'
import { KEPT_ADDRESS, PREVIOUS_SECRET_MS } from '../domain/seller-event.ts'
import type { HttpClient } from './http-client.ts'

export interface SellerMessage {
  url: string
  /** The id by which the seller recognises a repeat. */
  id: string
  body: object
  /** Each secret signs, the newest first, because the seller may still have only the previous one. */
  secrets: readonly string[]
  /** The timestamp of the message; now by default. */
  at?: Date
}

export interface SellerAnswer {
  delivered: boolean
  status: number | null
  /** Why there was no answer. */
  error: string | null
  /** The beginning of the answer's body. */
  text: string
  /** ISO 8601. */
  at: string
  durationMs: number
}

const TEXT_LENGTH = 500

/** The sealed secrets that sign for an endpoint, or for a platform, now. For a day after a rotation, the previous secret signs too. */
export function sealedSecretsOf(
  secrets: { sealedSecret: string; sealedPreviousSecret: string | null; rotatedAt: string | null },
  now = Date.now(),
): string[] {
  const { sealedSecret, sealedPreviousSecret, rotatedAt } = secrets
  const isFresh = rotatedAt !== null && now - new Date(rotatedAt).getTime() < PREVIOUS_SECRET_MS
  return sealedPreviousSecret !== null && isFresh ? [sealedSecret, sealedPreviousSecret] : [sealedSecret]
}

/** Only a 2xx answer counts as delivered. Never throws because of the seller's system. */
export async function tellSeller(
  http: HttpClient,
  { url, id, body, secrets, at }: SellerMessage,
): Promise<SellerAnswer> {
  const begun = performance.now()
  const sentAt = new Date().toISOString()
  const timed = () => ({ at: sentAt, durationMs: Math.round(performance.now() - begun) })
  if (url === KEPT_ADDRESS) return { delivered: true, status: null, error: null, text: '', ...timed() }
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
    const delivered = status >= 200 && status < 300
    return { delivered, status, error: null, text: text.slice(0, TEXT_LENGTH), ...timed() }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return { delivered: false, status: null, error: error.message, text: '', ...timed() }
  }
}
