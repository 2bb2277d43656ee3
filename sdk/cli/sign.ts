/** Messages as the platform sends them: https://www.standardwebhooks.com */

export type MessageHeaders = Record<
  'content-type' | 'user-agent' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
  string
>

/** Whether messages can be signed with it: Base64, with or without `whsec_`. */
export function isSecret(text: string): boolean {
  try {
    return bytesOf(text).length > 0
  } catch {
    return false
  }
}

/** @throws DOMException for what is no Base64. */
function bytesOf(secret: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0))
}

/**
 * @param secret with or without `whsec_`.
 * @param at the message's time in milliseconds.
 */
export async function signedHeaders(
  id: string,
  body: string,
  secret: string,
  at: number = Date.now(),
): Promise<MessageHeaders> {
  const timestamp = String(Math.floor(at / 1000))
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${id}.${timestamp}.${body}`))
  return {
    'content-type': 'application/json',
    'user-agent': 'Trilho-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signed)))}`,
  }
}
