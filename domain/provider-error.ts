/** Errors of a provider, named by what the caller may do about them. */
import { maskCardNumbers } from './card-number.ts'
import type { PlatformSetting } from './requirements.ts'

/** The provider or our own check refused: nothing happened. Never retried; a decline is a result, not a failure. */
export const REFUSALS = ['Declined', 'InvalidRequest', 'Unauthorized', 'NotSupported', 'NotFound'] as const
/** Certainly not processed: may be retried with backoff. */
export const NOT_PROCESSED = ['NotSent', 'RateLimited'] as const
/** The request was sent and no trustworthy answer came back: look it up first, never retry blindly. */
export const UNKNOWN_OUTCOMES = ['OutcomeUnknown', 'MalformedResponse', 'Mismatch'] as const

/** The transaction that was named belongs to another charge. A retry changes nothing. */
export const NOT_OURS = 'NotOurs'

export type Refusal = (typeof REFUSALS)[number]
export type NotProcessed = (typeof NOT_PROCESSED)[number]
export type UnknownOutcome = (typeof UNKNOWN_OUTCOMES)[number]
export type ProviderErrorKind = Refusal | NotProcessed | UnknownOutcome

export function isRefusal(kind: ProviderErrorKind): kind is Refusal {
  return (REFUSALS as readonly string[]).includes(kind)
}

export function isNotProcessed(kind: ProviderErrorKind): kind is NotProcessed {
  return (NOT_PROCESSED as readonly string[]).includes(kind)
}

export function isUnknownOutcome(kind: ProviderErrorKind): kind is UnknownOutcome {
  return (UNKNOWN_OUTCOMES as readonly string[]).includes(kind)
}

/** Request timeout, conflict, too early: the same request, or an earlier copy of it, may still have been processed. */
const AMBIGUOUS: readonly number[] = [408, 409, 425]

/** Whether an answer of this HTTP status surely refuses the request. */
export const isRefusing = (status: number): boolean => status >= 400 && status < 500 && !AMBIGUOUS.includes(status)

/** A setting of the platform for whose sake no request was sent. `why`: what is wrong with it, in our own words. */
export interface UnmetSetting {
  setting: PlatformSetting
  why: string
}

/**
 * The one error that adapters, the kit and the driver throw. `message` is safe to show: no secret, no card number, no stack. The kit
 * masks credentials in it. The constructor masks card numbers, which a provider may repeat in its refusal.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  /** Seconds the provider asked us to wait (Retry-After). */
  readonly retryAfter: number | undefined
  /** A limit of ours held the request back. The provider was not asked, so this is no failure of the provider. */
  readonly isHeldBack: boolean
  /** A JSON Pointer to the part of the request that our own check found wrong. */
  readonly path: string | undefined
  readonly unmet: UnmetSetting | undefined

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfter?: number; isHeldBack?: boolean; path?: string; unmet?: UnmetSetting; cause?: unknown } = {},
  ) {
    super(maskCardNumbers(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.retryAfter = options.retryAfter
    this.isHeldBack = options.isHeldBack ?? false
    this.path = options.path
    this.unmet = options.unmet
  }
}
