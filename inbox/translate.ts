/** What a stored webhook says, in our words. */
import type { WebhookEventRow } from '../db/queries/webhook/events.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WebhookEvent } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'

/** Translates a webhook with its provider's adapter, and adds our reference if a reading has found it. */
export function translate(stored: WebhookEventRow): WebhookEvent | ProviderError {
  try {
    const { headers, query, body, reference } = stored
    const event = findProvider(stored.provider).translateWebhook({ headers, query, body })
    if (reference === null || event.type === 'IGNORED') return event
    if (event.type === 'WITHDRAW' || !event.orWithdrawal) return { reference, ...event }
    return { reference, ...event, orWithdrawal: { reference, ...event.orWithdrawal } }
  } catch (error) {
    if (error instanceof ProviderError) return error
    throw error
  }
}
