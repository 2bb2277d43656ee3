/**
 * The try to pay that nobody has heard of again. The browser remembers its key until there is an answer, so that whoever leaves the
 * page, or loses the connection, finds out what became of it and pays once. Of the buyer and the card nothing is kept.
 */
import { ApiError, api } from '../../api/client.ts'
import type { Checkout } from '../../api/contract.ts'

export interface UnansweredTry {
  key: string
  /** When it was sent, in milliseconds. */
  at: number
}

const A_DAY_MS = 86_400_000
/** What was sent a moment ago may still arrive. */
const ARRIVES_WITHIN_MS = 15_000

const nameOf = (slug: string) => `trilho.try.${slug}`

export function rememberTry(slug: string, key: string): void {
  try {
    localStorage.setItem(nameOf(slug), JSON.stringify({ key, at: Date.now() } satisfies UnansweredTry))
  } catch {
    // Storage may be forbidden: then the page remembers it as long as it is open.
  }
}

export function forgetTry(slug: string): void {
  try {
    localStorage.removeItem(nameOf(slug))
  } catch {
    // Then nothing was remembered.
  }
}

export function unansweredTry(slug: string): UnansweredTry | undefined {
  try {
    const known = JSON.parse(localStorage.getItem(nameOf(slug)) ?? 'null') as UnansweredTry | null
    return known && Date.now() - known.at < A_DAY_MS ? known : undefined
  } catch {
    return undefined
  }
}

export const pathOfTries = (slug: string) => `/v1/checkout/pages/${encodeURIComponent(slug)}/charges`

/**
 * What became of it; undefined when it surely made nothing.
 * @throws ApiError while that is not known.
 */
export async function findTry(slug: string, { key, at }: UnansweredTry): Promise<Checkout | undefined> {
  try {
    return await api.get<Checkout>(pathOfTries(slug), { headers: { 'idempotency-key': key } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    if (Date.now() - at < ARRIVES_WITHIN_MS) throw new ApiError(409, undefined)
    return undefined
  }
}

/** Whether it was answered: with that, nothing is under way any more. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === 0) return false
  if (error.problem?.code === 'request_in_progress') return false
  return error.status < 500 || error.status === 502
}
