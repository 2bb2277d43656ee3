/**
 * The only way in which an adapter talks: `yield* wire.post(path, body, Schema, { risk })` yields one request and returns its
 * answer, checked against the schema (unknown fields are welcome, what the adapter needs must be there).
 *
 * A flow of several requests ends in one error kind, so the kind says what is true of the whole operation:
 * - before the money request has been sent, what went wrong with an earlier one leaves nothing behind: NotSent;
 * - after it has been accepted, whatever goes wrong later (even a 404 or a 429) leaves something behind: OutcomeUnknown.
 * Errors that the driver throws into the generator (connection refused, timeout) are judged by the same rule.
 */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isUnknownOutcome, ProviderError, type ProviderErrorKind } from '../../domain/provider-error.ts'
import type { Risk, Steps, WireAnswer, WireBody, WireRequest } from '../contract.ts'
import { classify, type ErrorTable } from './errors.ts'
import { parseJson } from './json.ts'

export interface SendOptions {
  readonly risk: Risk
  readonly headers?: Readonly<Record<string, string>>
  /** False for requests that carry their own authentication. */
  readonly authenticated?: boolean
}

export interface Wire {
  get<S extends TSchema>(path: string, schema: S, query?: Readonly<Record<string, string>>): Steps<Static<S>>
  post<S extends TSchema>(path: string, body: unknown, schema: S, options: SendOptions): Steps<Static<S>>
  postForm<S extends TSchema>(
    path: string,
    fields: Readonly<Record<string, string>>,
    schema: S,
    options: SendOptions,
  ): Steps<Static<S>>
  /** True once a money request has been accepted: from then on an error never means that nothing happened. */
  readonly committed: boolean
}

export interface WireSettings {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Added to money requests: the provider's idempotency key. */
  readonly moneyHeaders: Readonly<Record<string, string>>
  readonly errors: ErrorTable
  readonly fallback: string
  readonly now: string
  readonly redact: (text: string) => string
}

/** One per flow: it remembers whether the flow's money request has been accepted. */
export function createWire(settings: WireSettings): Wire {
  let committed = false

  function* exchange<S extends TSchema>(request: WireRequest, path: string, schema: S): Steps<Static<S>> {
    const call = `${request.method} ${path.split('?')[0]}`
    try {
      const answer = yield request
      const value = readAnswer(answer, schema, { ...settings, call, risk: request.risk })
      if (request.risk === 'money') committed = true
      return value
    } catch (error) {
      throw error instanceof ProviderError ? judge(error, request.risk, committed) : error
    }
  }

  function send(
    method: WireRequest['method'],
    path: string,
    body: WireBody | undefined,
    { risk, headers = {}, authenticated = true }: SendOptions,
  ): WireRequest {
    return {
      risk,
      method,
      url: settings.baseUrl.replace(/\/+$/, '') + path,
      headers: { ...settings.headers, ...(risk === 'money' ? settings.moneyHeaders : {}), ...headers },
      ...(body ? { body } : {}),
      authenticated,
    }
  }

  return {
    get: (path, schema, query) => {
      const full = query ? `${path}?${new URLSearchParams(query)}` : path
      return exchange(send('GET', full, undefined, { risk: 'read' }), full, schema)
    },
    post: (path, value, schema, options) =>
      exchange(send('POST', path, { type: 'json', value }, options), path, schema),
    postForm: (path, value, schema, options) =>
      exchange(send('POST', path, { type: 'form', value }, options), path, schema),
    get committed() {
      return committed
    },
  }
}

/** A path with every value percent-encoded: ids come from outside. */
export function path(strings: TemplateStringsArray, ...values: readonly string[]): string {
  return strings.map((text, index) => text + encodeURIComponent(values[index] ?? '')).join('')
}

type Reading = WireSettings & { call: string; risk: Risk }

function readAnswer<S extends TSchema>(answer: WireAnswer, schema: S, reading: Reading): Static<S> {
  if (answer.status < 200 || answer.status > 299) throw classify(answer, reading)
  const value = parseJson(answer.body)
  if (Value.Check(schema, value)) return value
  const [problem] = Value.Errors(schema, value)
  const where = problem ? `${problem.instancePath || '/'} ${problem.message}` : 'unreadable'
  throw new ProviderError(
    'MalformedResponse',
    `${reading.call} was answered with ${answer.status} but not with what it should hold: ${where}`,
  )
}

function judge(error: ProviderError, risk: Risk, committed: boolean): ProviderError {
  const kind = judgedKind(error.kind, risk, committed)
  if (kind === error.kind) return error
  const { message, retryAfter } = error
  return new ProviderError(kind, message, { cause: error, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

function judgedKind(kind: ProviderErrorKind, risk: Risk, committed: boolean): ProviderErrorKind {
  if (committed) return isUnknownOutcome(kind) ? kind : 'OutcomeUnknown'
  if (risk === 'money') return kind
  if (kind === 'OutcomeUnknown') return 'NotSent'
  return risk === 'repeatable' && isUnknownOutcome(kind) ? 'NotSent' : kind
}
