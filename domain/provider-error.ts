/** What went wrong at a provider, named by what the caller may do about it. */
import { maskCardNumbers } from './card-number.ts'

/** The provider, or we, refused: nothing happened. Never repeated; a decline is a result, not a failure. */
export const REFUSALS = ['Declined', 'InvalidRequest', 'Unauthorized', 'NotSupported', 'NotFound'] as const
/** Surely not processed: may be repeated with backoff. */
export const NOT_PROCESSED = ['NotSent', 'RateLimited'] as const
/** Bytes left and no trustworthy answer came back: look up before anything else, never repeat blindly. */
export const UNKNOWN_OUTCOMES = ['OutcomeUnknown', 'MalformedResponse', 'Mismatch'] as const

/** Of a transaction that somebody named: it is another charge's. Asking again changes nothing. */
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

/**
 * The one error that adapters, the kit and the driver throw. `message` is safe to show: no secret, no card, no stack. The kit
 * takes credentials out of it; a card number, which a provider may repeat in its refusal, never gets in.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: ProviderErrorKind
  /** Seconds the provider asked us to wait (Retry-After). */
  readonly retryAfter: number | undefined
  /** A limit of ours held it back: the provider was not asked, so that it says nothing of the provider. */
  readonly isHeldBack: boolean

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryAfter?: number; isHeldBack?: boolean; cause?: unknown } = {},
  ) {
    super(maskCardNumbers(message), options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.retryAfter = options.retryAfter
    this.isHeldBack = options.isHeldBack ?? false
  }
}
