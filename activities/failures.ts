/** The only mapping from an error to what Temporal may do about it. */
import { Context } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { MESSAGES } from '../domain/messages.ts'
import { LONGEST_REST_SECONDS } from '../domain/pace.ts'
import { isNotProcessed, isRefusal, ProviderError, type ProviderErrorKind } from '../domain/provider-error.ts'

/** A failure type that workflows recognise in addition to the provider's error kinds. */
export const STILL_PENDING = 'StillPending'

/**
 * @param repeatable whether repeating the request is safe even if the first one was processed.
 * @param pauseSeconds before the retry, unless the provider has asked for another pause; Temporal's own, without it.
 */
export function toFailure(error: ProviderError, repeatable: boolean, pauseSeconds?: number): ApplicationFailure {
  const kind: ProviderErrorKind = error.kind
  return ApplicationFailure.create({
    type: kind,
    message: error.message,
    nonRetryable: !(isNotProcessed(kind) || (repeatable && !isFinalRefusal(kind))),
    ...patience(error.retryAfter ?? pauseSeconds),
  })
}

/** Certainly not processed, and not worth a retry before an operator says so. */
export const notSentForNow = (message: string) =>
  ApplicationFailure.create({ type: 'NotSent' satisfies ProviderErrorKind, message, nonRetryable: true })

/** A failed reading may always be retried, after the pause that the provider asked for, if any. */
export function askAgain({ kind, message, retryAfter }: ProviderError): ApplicationFailure {
  return ApplicationFailure.create({ type: kind, message, ...patience(retryAfter) })
}

const patience = (retryAfter: number | undefined) =>
  retryAfter === undefined ? {} : { nextRetryDelay: Math.min(retryAfter, LONGEST_REST_SECONDS) * 1000 }

function isFinalRefusal(kind: ProviderErrorKind): boolean {
  return kind === 'Declined' || kind === 'InvalidRequest' || kind === 'Unauthorized' || kind === 'NotSupported'
}

/** Not a failure but "retry later", so it is kept out of error metrics and logs. */
export function stillPending(message: string): ApplicationFailure {
  return ApplicationFailure.create({ type: STILL_PENDING, message, category: ApplicationFailureCategory.BENIGN })
}

/**
 * Nothing was done, because the platform already uses its share of this worker. The retries are spread over time.
 * @param pauseMs the retry follows after one to two times this pause.
 */
export function shareTaken(pauseMs = 1_000): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'RateLimited',
    message: "The platform's share of this worker is taken",
    nextRetryDelay: pauseMs * (1 + Math.random()),
    category: ApplicationFailureCategory.BENIGN,
  })
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * The pause of an activity that found no place, or no account to send to. The first one is short, because a burst is soon over. Later ones are
 * longer, because thousands may wait behind one server that hangs; what they wait for is noticed within a minute.
 */
export const growingPauseMs = (): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (Context.current().info.attempt - 1), LONGEST_PAUSE_MS)

/**
 * One search on behalf of an operator who decides. A 404 with the provider's own message proves nothing, because a wrong URL gives
 * one too, but it does not contradict an operator who says that nothing was created.
 * @returns null if nothing is found.
 */
export async function searchOnce<T>(ask: () => Promise<T | null>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    const cause = error instanceof ProviderError ? error.cause : undefined
    const isAnswered = cause instanceof ProviderError && cause.kind === 'NotFound'
    if (isAnswered && cause.message !== MESSAGES.transactionNotFound) return null
    throw error
  }
}

/**
 * A read may be retried for ever, because credentials get rotated and firewalls get fixed. If an operator waits (`refusable`), a
 * refusal ends it.
 * @throws ApplicationFailure with the provider error's kind.
 */
export async function reading<T>(ask: () => Promise<T>, refusable = false): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { message, kind, retryAfter } = error
    const nonRetryable = refusable && isRefusal(kind)
    throw ApplicationFailure.create({ type: kind, message, nonRetryable, ...patience(retryAfter) })
  }
}

/** Of a movement without an id, a refused reading says only that it could not be read: there is no id that the provider may not know. */
export function unread(error: unknown): unknown {
  const isRefused = error instanceof ApplicationFailure && isRefusal(error.type as ProviderErrorKind)
  return isRefused ? ApplicationFailure.nonRetryable(error.message, 'OutcomeUnknown') : error
}
