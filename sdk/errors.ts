/** What a call throws. None of them holds the API key. */
import type { Problem } from './types.generated.ts'

export type ProblemCode = Problem['code']

/** The base of both: `instanceof TrilhoError` catches everything that a call throws, but for wrong arguments. */
export class TrilhoError extends Error {
  override readonly name: string = 'TrilhoError'
  /**
   * Of a call that takes an Idempotency-Key: the same call with this key goes on with what it began, and makes nothing twice.
   * Undefined for the others.
   */
  readonly idempotencyKey: string | undefined

  constructor(message: string, { idempotencyKey, cause }: { idempotencyKey: string | undefined; cause?: unknown }) {
    super(message, cause === undefined ? {} : { cause })
    this.idempotencyKey = idempotencyKey
  }
}

/** The API answered with an error. */
export class TrilhoApiError extends TrilhoError {
  override readonly name = 'TrilhoApiError'
  readonly status: number
  /** Stable: branch on it. Undefined when something in between answered, as a proxy does. */
  readonly code: ProblemCode | undefined
  /** Quote it to support. */
  readonly requestId: string | undefined
  /** Everything that the API says, with `errors` of single fields and the `chargeId` that was left behind. */
  readonly problem: Problem | undefined

  constructor(status: number, problem: Problem | undefined, idempotencyKey: string | undefined, requestId?: string) {
    super(problem?.detail ?? problem?.title ?? `The answer was ${status}`, { idempotencyKey })
    this.status = status
    this.code = problem?.code
    this.requestId = problem?.requestId ?? requestId
    this.problem = problem
  }
}

/** No answer came, or an unreadable one: it is unknown what the API did. */
export class TrilhoConnectionError extends TrilhoError {
  override readonly name = 'TrilhoConnectionError'
  readonly reason: 'network' | 'timeout' | 'aborted' | 'unreadable'

  constructor(reason: TrilhoConnectionError['reason'], idempotencyKey: string | undefined, cause: unknown) {
    super(REASONS[reason], { idempotencyKey, cause })
    this.reason = reason
  }
}

const REASONS = {
  network: 'The API could not be reached, or the connection broke',
  timeout: 'The API did not answer in time',
  aborted: 'The call was given up by its signal',
  unreadable: 'What came is no answer of the API',
} as const satisfies Record<TrilhoConnectionError['reason'], string>
