/** The one way to the API: JSON in (or a form, where a file goes along) and out, the session's cookie, and errors as problem details. */
import { defined } from '../../../domain/defined.ts'
import type { Problem } from './contract.ts'
import { inMode } from './mode.ts'
import { readClock } from './server-clock.ts'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 when no answer came. */
  readonly status: number
  /** What the API says. Undefined where something on the way to it answered instead: then it is not known what the API did. */
  readonly problem: Problem | undefined
  /** After how many seconds to ask again, where the answer says so. */
  readonly retryAfter: number | undefined
  /** What it answers went under a key: sent again from here, it is done once. */
  hasKey = false
  /** It answers a repeat, and says nothing of the first try, which is still unanswered. */
  isOfRepeat = false

  constructor(status: number, problem: Problem | undefined, retryAfter?: number) {
    super(problem?.detail ?? problem?.title ?? `HTTP ${status}`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** Whether it is unknown if what was asked for was done. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'outcome_unknown'

/** Whether it was refused because what it is about stands otherwise. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'conflict'

/** Whether a provider's no is what it failed of. A 502 of anything else on the way says nothing of what was done. */
export const isProvidersRefusal = ({ problem }: ApiError): boolean =>
  problem?.code === 'provider_refused' || problem?.code === 'provider_failed'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface Options {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The answer to what was already sent. */
  sent?: Promise<Response> | undefined
}

export function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  if (entries.length === 0) return path
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

async function request<T>(
  method: string,
  path: string,
  { query, body, headers, signal, sent }: Options = {},
): Promise<T> {
  const isForm = body instanceof FormData
  const asked =
    sent ??
    fetch(withQuery(inMode(path), query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...defined({ 'content-type': body === undefined || isForm ? undefined : 'application/json' }),
        ...headers,
      },
      ...defined({ body: body === undefined ? undefined : isForm ? body : JSON.stringify(body), signal }),
    })
  const response = await asked.catch(unlessAborted)
  if (!response) throw new ApiError(0, undefined)
  readClock(response)
  const { status } = response
  const answer = await answerIn(response)
  if (response.ok && (answer !== undefined || status === 204)) {
    const isReplayed = response.headers.get('idempotency-replayed') === 'true'
    if (isReplayed && typeof answer === 'object' && answer !== null) replays.add(answer)
    return answer as T
  }
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  throw new ApiError(status, response.ok || !isProblem(answer) ? undefined : answer, retryAfter)
}

const replays = new WeakSet<object>()

/** Whether what the API answered had been made before, and was not made again. */
export const isReplay = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && replays.has(answer)

/** Undefined for what the API does not say: a page that something on the way shows instead, or a part of an answer. */
async function answerIn(response: Response): Promise<unknown> {
  if (!response.headers.get('content-type')?.includes('json')) return undefined
  return response.json().catch(unlessAborted)
}

function unlessAborted(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'title' in value && 'status' in value && 'code' in value
}

/** Each throws ApiError; `T` is what the contract says the call answers. */
export const api = {
  get: <T>(path: string, options?: Options) => request<T>('GET', path, options),
  post: <T>(path: string, body?: unknown, options?: Options) =>
    request<T>('POST', path, { ...options, body: body ?? {} }),
  put: <T>(path: string, body: unknown) => request<T>('PUT', path, { body }),
  patch: <T>(path: string, body: unknown) => request<T>('PATCH', path, { body }),
  delete: <T>(path: string) => request<T>('DELETE', path),
}

/** For one submission and all its repeats. Not `crypto.randomUUID`: that is missing where the page is not served by TLS. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
