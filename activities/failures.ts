/** The only mapping from what went wrong to what Temporal may do about it. */
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import { MESSAGES } from '../domain/messages.ts'
import { LONGEST_REST_SECONDS } from '../domain/pace.ts'
import { isNotProcessed, isRefusal, ProviderError, type ProviderErrorKind } from '../domain/provider-error.ts'

/** Failure types that workflows tell apart, besides the provider's error kinds. */
export const STILL_PENDING = 'StillPending'

/**
 * @param repeatable whether sending the same request again is safe whatever happened to the first one.
 */
export function toFailure(error: ProviderError, repeatable: boolean): ApplicationFailure {
  const kind: ProviderErrorKind = error.kind
  return ApplicationFailure.create({
    type: kind,
    message: error.message,
    nonRetryable: !(isNotProcessed(kind) || (repeatable && !isFinalRefusal(kind))),
    ...patience(error.retryAfter),
  })
}

/** A reading that failed may be tried again, whatever went wrong: when the provider says, where it does. */
export function askAgain({ kind, message, retryAfter }: ProviderError): ApplicationFailure {
  return ApplicationFailure.create({ type: kind, message, ...patience(retryAfter) })
}

const patience = (retryAfter: number | undefined) =>
  retryAfter === undefined ? {} : { nextRetryDelay: Math.min(retryAfter, LONGEST_REST_SECONDS) * 1000 }

function isFinalRefusal(kind: ProviderErrorKind): boolean {
  return kind === 'Declined' || kind === 'InvalidRequest' || kind === 'Unauthorized' || kind === 'NotSupported'
}

/** Not a failure but "ask again later": kept out of error metrics and logs. */
export function stillPending(message: string): ApplicationFailure {
  return ApplicationFailure.create({ type: STILL_PENDING, message, category: ApplicationFailureCategory.BENIGN })
}

/**
 * Nothing was done: the platform has as much under way in this worker as it may have. They do not all come back in one moment.
 * @param restMs they come back after this long, up to twice of it.
 */
export function shareTaken(restMs = 1_000): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'RateLimited',
    message: "The platform's share of this worker is taken",
    nextRetryDelay: restMs * (1 + Math.random()),
    category: ApplicationFailureCategory.BENIGN,
  })
}

/**
 * One search for an operator who decides. A 404 in the provider's own words proves nothing, because a wrong address gives one as
 * well, but it contradicts nobody who says that nothing is there.
 * @returns null when nothing is found.
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
 * A read may be repeated for ever: keys are rotated, firewalls err. With somebody waiting (`refusable`) a refusal ends it.
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
