/** One call of an operation, and when it may be made again. */
import { TrilhoApiError, TrilhoConnectionError, type TrilhoError } from './errors.ts'
import type { Problem } from './types.generated.ts'

export interface CallOptions {
  /** Gives the call up. What it has begun may still be done. */
  signal?: AbortSignal | undefined
  /** For each try, instead of the client's. Milliseconds. */
  timeout?: number | undefined
}

export interface KeyedCallOptions extends CallOptions {
  /** Made for you when left out. Say it where your own process may die between asking and knowing: your order's id. */
  idempotencyKey?: string | undefined
}

export interface OperationPlan {
  method: string
  /** With `{id}` for what is filled in. */
  path: string
  query?: boolean
  body?: boolean
  pages?: boolean
  /** Takes an Idempotency-Key. */
  keyed?: boolean
}

export interface Connection {
  baseUrl: string
  apiKey: string
  /** For each try. Milliseconds. */
  timeout: number
  /** How often a call is made again, at most. */
  retries: number
}

export interface Call {
  method: string
  /** With its query. */
  address: string
  body: string | undefined
  /** Undefined: the operation takes none. */
  idempotencyKey: string | undefined
  options: CallOptions
}

type Outcome = { answer: unknown } | { error: TrilhoError; again: boolean; retryAfterMs: number | undefined }

const FIRST_REST_MS = 500
const LONGEST_REST_MS = 8_000
/** Somebody who has to wait longer is told at once. */
const LONGEST_RETRY_AFTER_MS = 60_000
/** A provider's answer, which would only be told once more. */
const FINAL_CODES: readonly (string | undefined)[] = ['provider_refused', 'provider_failed']

/** @throws TrilhoError */
export async function makeCall(connection: Connection, call: Call): Promise<unknown> {
  // Whatever changes something is made again only under its key: then the API does it once.
  const mayRepeat = call.method === 'GET' || call.idempotencyKey !== undefined
  for (let repeated = 0; ; repeated += 1) {
    const outcome = await tryOnce(connection, call)
    if ('answer' in outcome) return outcome.answer
    const { error, again, retryAfterMs = restOf(repeated) } = outcome
    if (!mayRepeat || !again || repeated >= connection.retries || retryAfterMs > LONGEST_RETRY_AFTER_MS) throw error
    await rest(retryAfterMs, call)
  }
}

async function tryOnce(connection: Connection, call: Call): Promise<Outcome> {
  const { method, address, body, idempotencyKey, options } = call
  const { signal, timeout = connection.timeout } = options
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(connection.baseUrl + address, {
      method,
      // The key goes to nobody else.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${connection.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return judge(response, await response.text(), idempotencyKey)
  } catch (cause) {
    const reason = signal?.aborted ? 'aborted' : late.aborted ? 'timeout' : 'network'
    const error = new TrilhoConnectionError(reason, idempotencyKey, cause)
    return { error, again: true, retryAfterMs: undefined }
  }
}

function judge({ ok, status, headers }: Response, text: string, key: string | undefined): Outcome {
  const said = parse(text)
  if (ok && (said !== undefined || text === '')) return { answer: said }
  if (ok) {
    const error = new TrilhoConnectionError('unreadable', key, new Error(`${status} without JSON`))
    return { error, again: false, retryAfterMs: undefined }
  }
  const problem = isProblem(said) ? said : undefined
  return {
    error: new TrilhoApiError(status, problem, key, headers.get('x-request-id') ?? undefined),
    again: isPassing(status, problem?.code),
    retryAfterMs: retryAfter(headers.get('retry-after')),
  }
}

/** Whether the same request can be answered otherwise in a moment: also while an earlier try of it is still at work. */
function isPassing(status: number, code: string | undefined): boolean {
  if (status === 409) return code === 'request_in_progress'
  return [429, 502, 503, 504].includes(status) && !FINAL_CODES.includes(code)
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const isProblem = (said: unknown): said is Problem =>
  typeof said === 'object' && said !== null && 'code' in said && typeof said.code === 'string'

/** In seconds or as a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Half of it by chance: many clients do not come back at the same moment. */
function restOf(repeated: number): number {
  const ms = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** repeated)
  return ms / 2 + (Math.random() * ms) / 2
}

function rest(ms: number, { idempotencyKey, options: { signal } }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(new TrilhoConnectionError('aborted', idempotencyKey, signal?.reason))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
  })
}
