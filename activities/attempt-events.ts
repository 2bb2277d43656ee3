/** What a charge's history says of one try. */
import type { NewAttempt } from '../db/queries/charge/attempts.ts'
import type { EventDraft } from '../db/queries/charge/events.ts'
import type { ProviderError } from '../domain/provider-error.ts'

export const sentEvent = ({ number, provider, createdAt: at }: NewAttempt): EventDraft => {
  return { key: `sent/${number}`, type: 'sent', cause: 'api', provider, at }
}

/** However often the attempt is tried again, it is told once that the provider did not take it, and once that we held it back. */
export function notYetEvent(
  { number, provider }: NewAttempt,
  { message, isHeldBack }: Pick<ProviderError, 'message' | 'isHeldBack'>,
): EventDraft {
  const detail = { message }
  if (isHeldBack) return { key: `heldBack/${number}`, type: 'heldBack', cause: 'policy', provider, detail }
  return { key: `turnedAway/${number}`, type: 'turnedAway', cause: 'provider', provider, detail }
}

export function unknownEvents(attempt: NewAttempt, { message }: ProviderError): EventDraft[] {
  const { number, provider } = attempt
  const key = `unknownOutcome/${number}`
  return [sentEvent(attempt), { key, type: 'unknownOutcome', cause: 'provider', provider, detail: { message } }]
}
