/** A webhook as it is kept: without the card numbers that some providers send along, and still saying the same. */
import { isCardNumber, maskCardNumbers } from '../../domain/card-number.ts'
import type { IncomingWebhook, Provider, WebhookEvent } from '../../providers/contract.ts'

/** A text, or a number that is as long as a card's; of a body that is known to be JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\d{13,19}(?![\d.eE])/g
const HIDDEN = '"•••"'

/**
 * An id can look like a card number. So what the adapter reads as an id stays, and a body that would mean something else
 * without its numbers is kept whole: an event that is lost is worse.
 */
export function withoutCardNumbers(adapter: Provider, webhook: IncomingWebhook): string {
  const meaning = meaningOf(adapter, webhook)
  const body = masked(webhook.body, idsOf(meaning))
  const isSame = JSON.stringify(meaningOf(adapter, { ...webhook, body })) === JSON.stringify(meaning)
  return isSame ? body : webhook.body
}

function meaningOf(adapter: Provider, webhook: IncomingWebhook): WebhookEvent | string {
  try {
    return adapter.translateWebhook(webhook)
  } catch (error) {
    return String(error)
  }
}

function idsOf(meaning: WebhookEvent | string): ReadonlySet<string> {
  if (typeof meaning === 'string' || meaning.type !== 'TRANSACTION') return new Set()
  return new Set([meaning.transactionId, ...(meaning.reference === undefined ? [] : [meaning.reference])])
}

function masked(body: string, ids: ReadonlySet<string>): string {
  if (!isJson(body)) return maskCardNumbers(body)
  return body.replace(TOKEN, (token) => {
    if (!token.startsWith('"')) return isCardNumber(token) && !ids.has(token) ? HIDDEN : token
    return ids.has(token.slice(1, -1)) ? token : maskCardNumbers(token)
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
