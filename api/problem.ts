/** Errors as the API reports them: thrown anywhere, turned into RFC 9457 documents by plugins/app/problems.ts. */
import { defined } from '../domain/defined.ts'
import { MESSAGES } from '../domain/messages.ts'
import type { ProviderError, ProviderErrorKind } from '../domain/provider-error.ts'
import type { Problem, ProblemCode, ProblemField } from './schemas/problem.ts'

export const PROBLEMS = {
  malformed_request: { status: 400, title: 'Malformed request' },
  refund_not_approved: { status: 400, title: 'The provider did not approve the refund' },
  unauthenticated: { status: 401, title: 'Sign-in or API key needed' },
  invalid_signature: { status: 401, title: 'Signature missing or wrong' },
  wrong_credentials: { status: 401, title: 'Wrong e-mail or password' },
  wrong_code: { status: 401, title: 'Wrong code' },
  sign_in_expired: { status: 401, title: 'Sign in with the password again' },
  forbidden: { status: 403, title: 'Not allowed for your role' },
  second_factor_needed: { status: 403, title: 'Your platform asks for a second factor' },
  cross_site_request: { status: 403, title: 'Request from another site' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Not possible in the present state' },
  request_in_progress: { status: 409, title: 'The same request is still in progress' },
  request_too_slow: { status: 408, title: 'The request took too long to arrive' },
  payload_too_large: { status: 413, title: 'Request too large' },
  unsupported_media_type: { status: 415, title: 'Media type not supported' },
  rule_broken: { status: 422, title: 'A rule is broken' },
  idempotency_key_reused: { status: 422, title: 'Idempotency-Key was used for another request' },
  method_not_supported: { status: 422, title: 'Payment method not supported' },
  no_provider_account: { status: 422, title: 'No provider account can take this' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Something went wrong on our side' },
  provider_refused: { status: 502, title: 'The provider refused' },
  provider_failed: { status: 502, title: 'The provider failed' },
  unavailable: { status: 503, title: 'Not available at the moment' },
  outcome_unknown: { status: 503, title: 'It may have been done' },
} as const satisfies Record<ProblemCode, { status: number; title: string }>

export interface ProblemOptions {
  /** For the caller's eyes: no secret, no stack. A provider's or the specification's message stands here letter for letter. */
  detail?: string
  errors?: ProblemField[]
  /** Seconds. */
  retryAfter?: number
  chargeId?: string
  disbursementId?: string
  receiverId?: string
}

export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly problemCode: ProblemCode
  /** Read by Fastify. */
  readonly statusCode: number
  readonly options: ProblemOptions

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? PROBLEMS[code].title)
    this.problemCode = code
    this.statusCode = PROBLEMS[code].status
    this.options = options
  }
}

/** The error to throw. */
export function problem(code: ProblemCode, options: ProblemOptions = {}): ApiProblem {
  return new ApiProblem(code, options)
}

export const notFound = () => problem('not_found')

/** One rule that the request breaks. @param path a JSON pointer into it. */
export const broken = (path: string, rule: string, message: string) =>
  problem('rule_broken', { errors: [{ path, rule, message }] })

/** As `broken`, in words that `detail` has to hold letter for letter. */
export const brokenInWords = (path: string, rule: string, message: string) =>
  problem('rule_broken', { detail: message, errors: [{ path, rule, message }] })

/** What an adapter says before anything has been sent: the input cannot be used with this provider. */
export function refusedBy({ kind, message, path }: ProviderError): ApiProblem {
  const errors = path === undefined ? undefined : [{ path, rule: 'provider', message }]
  return problem(refusalCode(kind, message), { detail: message, ...defined({ errors }) })
}

function refusalCode(kind: ProviderErrorKind, message: string): ProblemCode {
  if (kind === 'NotSupported') return 'method_not_supported'
  return message === MESSAGES.incomeMissing ? 'malformed_request' : 'rule_broken'
}

/** Something we stand on is down: nothing was done, and it is safe to try again. */
export const unavailable = (what: string) =>
  problem('unavailable', { detail: `${what} is not available; nothing was done`, retryAfter: 2 })

/** It was requested, and it is unknown whether it was done. @param retryAfter seconds, where asking again is safe. */
export const outcomeUnknown = (detail: string, retryAfter?: number) =>
  problem('outcome_unknown', { detail, ...defined({ retryAfter }) })

export function problemDocument(code: ProblemCode, requestId: string, options: ProblemOptions = {}): Problem {
  const { detail, errors, chargeId, disbursementId, receiverId } = options
  return {
    type: `urn:trilho:problem:${code}`,
    title: PROBLEMS[code].title,
    status: PROBLEMS[code].status,
    code,
    detail: detail ?? sentenceOf(errors) ?? PROBLEMS[code].title,
    ...defined({ errors, chargeId, disbursementId, receiverId }),
    requestId,
  }
}

/** What is wrong with the input, for clients that do not read `errors`. */
const sentenceOf = (errors: readonly ProblemField[] = []): string | undefined =>
  errors.length === 0 ? undefined : errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
