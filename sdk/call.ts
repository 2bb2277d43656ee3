/** One call of an operation, and when it may be made again. */
import { TrilhoApiError, TrilhoConnectionError, type TrilhoError } from './errors.ts'
import type { Problem } from './types.generated.ts'

export interface CallOptions {
  /** Aborts the call. The API may still complete it. */
  signal?: AbortSignal | undefined
  /** For each attempt, instead of the client's. Milliseconds. */
  timeout?: number | undefined
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Generated when left out. Pass one, such as your order's id, if your process may die before it gets the answer: 1 to 255 characters of
   * ASCII, without spaces.
   */
  idempotencyKey?: string | undefined
}

export interface OperationPlan {
  method: string
  /** With placeholders such as `{id}`. */
  path: string
  query?: boolean
  body?: boolean
  pages?: boolean
  /** Takes an Idempotency-Key. */
  keyed?: boolean
  /** Its body is a multipart form, in which this part is the file. */
  form?: string
  /** Fetches the file at the address that is answered: the only one, or the one with the name that is given. */
  download?: 'one' | 'named'
  /** A stream: it answers until the reader stops. */
  stream?: boolean
  /** Sends the file of its body to the address that is answered. */
  upload?: boolean
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
  body: string | FormData | undefined
  /** Undefined: the operation takes none. */
  idempotencyKey: string | undefined
  /** A POST that changes nothing. */
  isHarmless?: boolean
  options: CallOptions
}

export type Outcome<T> = { answer: T } | Failure

export interface Failure {
  error: TrilhoError
  /** Whether a retry may succeed. */
  again: boolean
  retryAfterMs: number | undefined
}

const FIRST_REST_MS = 500
const LONGEST_REST_MS = 8_000
/** A longer Retry-After fails the call at once. */
const LONGEST_RETRY_AFTER_MS = 60_000
/** The provider's final answers: a retry would return the same. */
const FINAL_CODES: readonly (string | undefined)[] = ['provider_refused', 'provider_failed']

/** @throws TrilhoError */
export function makeCall(connection: Connection, call: Call): Promise<unknown> {
  // A call that changes something is retried only with its key: then the API does it once.
  const mayRepeat = call.method === 'GET' || call.idempotencyKey !== undefined || call.isHarmless === true
  return repeat({ ...call, retries: mayRepeat ? connection.retries : 0 }, () => tryOnce(connection, call))
}

export type Repeats = Pick<Call, 'idempotencyKey' | 'options'> & Pick<Connection, 'retries'>

/** @throws TrilhoError the last error, when the attempts are used up. */
export async function repeat<T>(repeats: Repeats, attempt: () => Promise<Outcome<T>>): Promise<T> {
  for (let repeated = 0; ; repeated += 1) {
    const outcome = await attempt()
    if ('answer' in outcome) return outcome.answer
    const { error, again, retryAfterMs = restOf(repeated) } = outcome
    if (!again || repeated >= repeats.retries || retryAfterMs > LONGEST_RETRY_AFTER_MS) throw error
    await rest(retryAfterMs, repeats)
  }
}

async function tryOnce(connection: Connection, call: Call): Promise<Outcome<unknown>> {
  const { method, address, body, idempotencyKey, options } = call
  const { signal, timeout = connection.timeout } = options
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(connection.baseUrl + address, {
      method,
      // The API key is sent to no other server.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${connection.apiKey}`,
        // A form's type names its boundary, which only fetch knows.
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return judge(response, await response.text(), idempotencyKey)
  } catch (cause) {
    const reason = signal?.aborted ? 'aborted' : late.aborted ? 'timeout' : 'network'
    return noAnswer(new TrilhoConnectionError(reason, idempotencyKey, cause))
  }
}

export const noAnswer = (error: TrilhoConnectionError): Failure => ({ error, again: true, retryAfterMs: undefined })

function judge(response: Response, text: string, key: string | undefined): Outcome<unknown> {
  if (!response.ok) return refusal(response, text, key)
  const said = parse(text)
  if (said !== undefined || text === '') return { answer: said }
  const error = new TrilhoConnectionError('unreadable', key, new Error(`${response.status} without JSON`))
  return { error, again: false, retryAfterMs: undefined }
}

export function refusal({ status, headers }: Response, text: string, key?: string): Failure {
  const said = parse(text)
  const problem = isProblem(said) ? said : undefined
  return {
    error: new TrilhoApiError(status, problem, key, headers.get('x-request-id') ?? undefined),
    again: isPassing(status, problem?.code),
    retryAfterMs: retryAfter(headers.get('retry-after')),
  }
}

/** Whether a retry may succeed, also while an earlier attempt is still running. */
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

/** Half of the delay is random, so that many clients do not retry at the same moment. */
function restOf(repeated: number): number {
  const ms = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** repeated)
  return ms / 2 + (Math.random() * ms) / 2
}

/** @throws TrilhoConnectionError when it is given up meanwhile. */
export function rest(ms: number, { idempotencyKey, options: { signal } }: Omit<Repeats, 'retries'>): Promise<void> {
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
