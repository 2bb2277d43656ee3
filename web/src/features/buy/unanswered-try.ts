/**
 * A payment attempt without an answer. The browser keeps its key until the answer arrives, so that a buyer who leaves the
 * page or loses the connection sees the outcome and pays once. No data of the buyer or the card is stored.
 */
import { ApiError, api, isProvidersRefusal } from '../../api/client.ts'
import type { Checkout } from '../../api/contract.ts'
import { onDevice } from '../../ui/storage.ts'
import { inAddress } from './in-address.ts'

export interface UnansweredTry {
  key: string
  /** When it was sent, in milliseconds. */
  at: number
}

const A_DAY_MS = 86_400_000
/** A request that was just sent may still arrive. */
const ARRIVES_WITHIN_MS = 15_000
const ASK_AGAIN_SECONDS = 2

const nameOf = (slug: string) => `trilho.try.${slug}`

export function rememberTry(slug: string, key: string): void {
  const attempt = JSON.stringify({ key, at: Date.now() } satisfies UnansweredTry)
  onDevice.set(nameOf(slug), attempt)
  if (inAddress.order() !== undefined || !outlivesPage(slug)) inAddress.begin(attempt)
}

/** It is answered. In the address it stays until the order that it made stands there. */
export function endTry(slug: string): void {
  onDevice.remove(nameOf(slug))
}

/** It made nothing: what stood before it stands again. */
export function forgetTry(slug: string): void {
  endTry(slug)
  inAddress.end(inAddress.order())
}

/** Whether a buyer who closes the page and comes back is told of the attempt. */
export const outlivesPage = (slug: string): boolean => onDevice.outlivesPage(nameOf(slug))

export const unansweredTry = (slug: string): UnansweredTry | undefined => read(onDevice.get(nameOf(slug)))

/** The attempt that the page was left with, as it is opened. */
export const leftTry = (slug: string): UnansweredTry | undefined => unansweredTry(slug) ?? read(inAddress.attempt())

function read(attempt: string | undefined): UnansweredTry | undefined {
  try {
    const known = JSON.parse(attempt ?? 'null') as UnansweredTry | null
    return known && Date.now() - known.at < A_DAY_MS ? known : undefined
  } catch {
    return undefined
  }
}

export const pathOfTries = (slug: string) => `/v1/checkout/pages/${encodeURIComponent(slug)}/charges`

/**
 * The attempt's outcome; undefined when it certainly created nothing.
 * @throws ApiError while the outcome is unknown.
 */
export async function findTry(slug: string, { key, at }: UnansweredTry): Promise<Checkout | undefined> {
  try {
    return await api.get<Checkout>(pathOfTries(slug), { headers: { 'idempotency-key': key } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'not_found') throw error
    if (Date.now() - at < ARRIVES_WITHIN_MS) throw new ApiError(409, error.problem, ASK_AGAIN_SECONDS)
    return undefined
  }
}

/** Whether an attempt before is not over, which will be known soon. */
export const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfter !== undefined

/** Whether the attempt was answered by the API, so that nothing is pending any more. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem || error.problem.code === 'request_in_progress') return false
  return error.status < 500 || isProvidersRefusal(error)
}
