/** The events of one attempt in a movement's history. */
import type { ProviderError } from '../domain/provider-error.ts'
import { runId } from './sending.ts'

interface Tried {
  number: number
  provider: string
  createdAt: string
}

export type SentEvent = ReturnType<typeof sentEvent>
export type UnknownEvent = ReturnType<typeof unknownEvents>[number]

export const sentEvent = ({ number, provider, createdAt: at }: Tried) =>
  ({ key: `sent/${number}`, type: 'sent', cause: 'api', provider, at }) as const

export function refusedEvents(attempt: Tried, message: string) {
  const { number, provider } = attempt
  const refused = {
    key: `refused/${number}`,
    type: 'refused',
    cause: 'provider',
    provider,
    detail: { message },
  } as const
  return [sentEvent(attempt), refused]
}

export function unknownEvents(attempt: Tried, { message }: ProviderError) {
  const { number, provider } = attempt
  const key = `unknownOutcome/${number}`
  return [
    sentEvent(attempt),
    { key, type: 'unknownOutcome', cause: 'provider', provider, detail: { message } } as const,
  ]
}

/** The provider was searched by our reference. */
export const lookedUpEvent = <Cause extends string>(
  { number, provider }: Pick<Tried, 'number' | 'provider'>,
  cause: Cause,
  detail: { found: boolean; transactionId?: string },
) => ({ key: `lookedUp/${number}`, type: 'lookedUp', cause, provider, detail }) as const

/** However often the attempt is retried, the history has one event that the provider turned it away and one that we held it back. */
export function notYetEvent(
  { number, provider }: Tried,
  { message, isHeldBack }: Pick<ProviderError, 'message' | 'isHeldBack'>,
) {
  const detail = { message }
  if (isHeldBack) return { key: `heldBack/${number}`, type: 'heldBack', cause: 'policy', provider, detail } as const
  return { key: `turnedAway/${number}`, type: 'turnedAway', cause: 'provider', provider, detail } as const
}

/** The ending of an attempt that the provider does not have. @param claimedBy the run whose request was looked up. */
export const absentEnding = (attempt: Tried, claimedBy: string | null, errorMessage: string) =>
  ({
    outcome: 'absent',
    claimedBy,
    errorKind: 'NotFound',
    errorMessage,
    workflowRunId: runId(),
    events: [lookedUpEvent(attempt, 'poll', { found: false })],
  }) as const
