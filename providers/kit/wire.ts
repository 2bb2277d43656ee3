/**
 * An adapter sends every request this way: `yield* wire.post(path, body, Schema, { risk })` yields one request and returns its
 * answer, checked against the schema (unknown fields are allowed, required fields must be present).
 *
 * A flow of several requests ends in one error kind, so the kind says what is true of the whole operation:
 * - before the money request is sent, a failure of an earlier request creates nothing: NotSent;
 * - after it is accepted, any later failure (even a 404 or a 429) may leave a transaction behind: OutcomeUnknown.
 * Errors that the driver throws into the generator (connection refused, timeout) are judged by the same rule.
 */
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { defined } from '../../domain/defined.ts'
import { OUR_MESSAGES, ourMessage } from '../../domain/our-messages.ts'
import { isUnknownOutcome, ProviderError, type ProviderErrorKind } from '../../domain/provider-error.ts'
import type { Publication, Risk, Steps, WireAnswer, WireBody, WireRequest } from '../contract.ts'
import { type Call, classify, type ErrorTable } from './errors.ts'
import { parseJson } from './json.ts'
import { Text } from './schemas.ts'

export interface ReadOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** False for requests that carry their own authentication. */
  readonly authenticated?: boolean
  /** One of the spec's further hosts; the provider's own when left out. */
  readonly host?: string
}

export interface SendOptions extends ReadOptions {
  readonly risk: Risk
  readonly query?: Readonly<Record<string, string>>
}

export interface Wire {
  get<S extends TSchema>(
    path: string,
    schema: S,
    query?: Readonly<Record<string, string>>,
    options?: ReadOptions,
  ): Steps<Static<S>>
  post<S extends TSchema>(path: string, body: unknown, schema: S, options: SendOptions): Steps<Static<S>>
  put<S extends TSchema>(path: string, body: unknown, schema: S, options: SendOptions): Steps<Static<S>>
  patch<S extends TSchema>(path: string, body: unknown, schema: S, options: SendOptions): Steps<Static<S>>
  /** Without a body when `body` is undefined. */
  delete<S extends TSchema>(path: string, body: unknown, schema: S, options: SendOptions): Steps<Static<S>>
  postForm<S extends TSchema>(
    path: string,
    fields: Readonly<Record<string, string>>,
    schema: S,
    options: SendOptions,
  ): Steps<Static<S>>
  /** Sends JSON that the adapter wrote itself, because the provider checks a signature over its very bytes. */
  postText<S extends TSchema>(path: string, json: string, schema: S, options: SendOptions): Steps<Static<S>>
  /**
   * Has the driver download a document (from a path or a full address) into our object storage.
   * @returns its public address.
   */
  publish(pathOrUrl: string, publication: Publication, options?: ReadOptions): Steps<string>
  /** The address that paths follow, without a slash at its end. */
  readonly baseUrl: string
  /** True once a money request has been accepted: from then on an error never means that nothing happened. */
  readonly committed: boolean
}

export interface WireSettings {
  readonly baseUrl: string
  /** Of the further hosts, by name. */
  readonly hosts?: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Added to money requests: the provider's idempotency key. */
  readonly moneyHeaders: Readonly<Record<string, string>>
  readonly errors: ErrorTable
  readonly operation: Call
  readonly now: string
  readonly redact: (text: string) => string
}

/** One per flow: it records whether the flow's money request was accepted. */
export function createWire(settings: WireSettings): Wire {
  let committed = false
  const baseUrl = settings.baseUrl.replace(/\/+$/, '')

  function* exchange<S extends TSchema>(request: WireRequest, path: string, schema: S): Steps<Static<S>> {
    const call = `${request.method} ${path.split('?')[0]}`
    try {
      const answer = yield request
      const value = readAnswer(answer, schema, { ...settings, call, risk: request.risk })
      if (request.risk === 'money') committed = true
      return value
    } catch (error) {
      throw error instanceof ProviderError ? inItsWords(judge(error, request.risk, committed), settings.errors) : error
    }
  }

  function request(
    method: WireRequest['method'],
    path: string,
    body: WireBody | undefined,
    { risk, headers = {}, authenticated = true, host, query }: SendOptions,
  ): WireRequest {
    return {
      risk,
      operation: settings.operation,
      method,
      url: addressOf(path, host) + (query ? `?${new URLSearchParams(query)}` : ''),
      headers: { ...settings.headers, ...(risk === 'money' ? settings.moneyHeaders : {}), ...headers },
      ...defined({ body }),
      authenticated,
      ...defined({ host }),
    }
  }

  function addressOf(path: string, host: string | undefined): string {
    if (/^https?:\/\//.test(path)) return path
    const further = host === undefined ? undefined : settings.hosts?.[host]
    return (further?.replace(/\/+$/, '') ?? baseUrl) + path
  }

  const sending =
    (method: WireRequest['method']) =>
    <S extends TSchema>(path: string, value: unknown, schema: S, options: SendOptions) =>
      exchange(request(method, path, value === undefined ? undefined : { type: 'json', value }, options), path, schema)

  return {
    get: (path, schema, query, options) =>
      exchange(request('GET', path, undefined, { ...options, risk: 'read', ...defined({ query }) }), path, schema),
    post: sending('POST'),
    put: sending('PUT'),
    patch: sending('PATCH'),
    delete: sending('DELETE'),
    postForm: (path, value, schema, options) =>
      exchange(request('POST', path, { type: 'form', value }, options), path, schema),
    postText: (path, value, schema, options) =>
      exchange(request('POST', path, { type: 'text', value, contentType: 'application/json' }, options), path, schema),
    *publish(pathOrUrl, publishAs, options) {
      const download = request('GET', pathOrUrl, undefined, { ...options, risk: 'read' })
      return (yield* exchange({ ...download, publishAs }, 'a document', Published)).url
    },
    baseUrl,
    get committed() {
      return committed
    },
  }
}

/**
 * A path with every value percent-encoded: ids come from outside.
 * @throws ProviderError InvalidRequest for the two values that lead to another address however they are encoded.
 */
export function path(strings: TemplateStringsArray, ...values: readonly string[]): string {
  if (values.some((value) => value === '.' || value === '..')) {
    throw new ProviderError('InvalidRequest', OUR_MESSAGES.dotId)
  }
  return strings.map((text, index) => text + encodeURIComponent(values[index] ?? '')).join('')
}

const Published = Type.Object({ url: Text })

type Reading = WireSettings & { call: string; risk: Risk }

function readAnswer<S extends TSchema>(answer: WireAnswer, schema: S, reading: Reading): Static<S> {
  if (answer.status < 200 || answer.status > 299) throw classify(answer, reading)
  const value = parseJson(answer.body)
  if (Value.Check(schema, value)) return value
  const [problem] = Value.Errors(schema, value)
  const where = problem ? `${problem.instancePath || '/'} ${problem.message}` : 'unreadable'
  throw new ProviderError(
    'MalformedResponse',
    ourMessage('answeredOtherwise', { call: reading.call, status: answer.status, where }),
  )
}

function judge(error: ProviderError, risk: Risk, committed: boolean): ProviderError {
  const kind = judgedKind(error.kind, risk, committed)
  if (kind === error.kind) return error
  const { message, retryAfter } = error
  return new ProviderError(kind, message, { cause: error, ...defined({ retryAfter }) })
}

/** Where the specification has one message for every failure. What we held back ourselves did not fail there. */
function inItsWords(error: ProviderError, { always }: ErrorTable): ProviderError {
  if (always === undefined || error.isHeldBack) return error
  return new ProviderError(error.kind, always, { cause: error, ...defined({ retryAfter: error.retryAfter }) })
}

function judgedKind(kind: ProviderErrorKind, risk: Risk, committed: boolean): ProviderErrorKind {
  if (committed) return isUnknownOutcome(kind) ? kind : 'OutcomeUnknown'
  if (risk === 'money') return kind
  if (kind === 'OutcomeUnknown') return 'NotSent'
  return risk === 'repeatable' && isUnknownOutcome(kind) ? 'NotSent' : kind
}
