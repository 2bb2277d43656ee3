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

const nameOf = (slug: string) => `trilho.try.${slug}`

export function rememberTry(slug: string, key: string): UnansweredTry {
  const sent = { key, at: Date.now() }
  const attempt = JSON.stringify(sent)
  onDevice.set(nameOf(slug), attempt)
  if (inAddress.order() !== undefined || !outlivesPage(slug)) inAddress.begin(attempt)
  return sent
}

/** It is answered: what another tab has begun since stays. In the address it stays until the order that it made stands there. */
export function endTry(slug: string, key: string): void {
  if (unansweredTry(slug)?.key === key) onDevice.remove(nameOf(slug))
}

/** It made nothing: what stood before it stands again. */
export function forgetTry(slug: string, key: string): void {
  endTry(slug, key)
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
  // Its own tab may have sent it again.
  const latest = unansweredTry(slug)
  const sentAt = latest?.key === key ? Math.max(at, latest.at) : at
  // What still arrives after that finds its key used up.
  const isFinal = Date.now() - sentAt >= ARRIVES_WITHIN_MS
  try {
    const query = { final: isFinal || undefined }
    return await api.get<Checkout>(pathOfTries(slug), { query, headers: { 'idempotency-key': key } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem?.code !== 'not_found') throw error
    if (!isFinal) throw new ApiError(409, error.problem)
    return undefined
  }
}

/** Nothing was sent. `nothing`: what was waited for made nothing. `busy`: another tab has begun or ended something meanwhile. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
  readonly why: 'nothing' | 'busy'

  constructor(why: NotSent['why']) {
    super(why)
    this.why = why
  }
}

export const ASK_AGAIN_MS = 2_000
/** A process that died with a try is given up after a minute. */
const MOST_WAITING_MS = 120_000

/**
 * As `findTry`, asked until it is known, also after the connection was lost on the way. Undefined only where that was known at once and
 * nothing has changed: after a wait nothing may be sent that the buyer does not ask for by then.
 * @throws NotSent after a wait, or when it takes too long; ApiError when it cannot be asked, at first or for too long, or is refused.
 */
export async function awaitTry(slug: string, before: UnansweredTry, onWait: () => void): Promise<Checkout | undefined> {
  const until = Date.now() + MOST_WAITING_MS
  for (let hasWaited = false; ; hasWaited = true) {
    const found = await findTry(slug, before).catch((error: unknown) => {
      if (Date.now() > until) throw isUnderWay(error) ? new NotSent('busy') : error
      if (isUnderWay(error) || (hasWaited && !isAnswer(error))) return 'underWay' as const
      throw error
    })
    if (found === 'underWay') {
      onWait()
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
      continue
    }
    if (found) {
      endTry(slug, before.key)
      return found
    }
    if (unansweredTry(slug)?.key !== before.key) throw new NotSent('busy')
    if (!hasWaited) return undefined
    forgetTry(slug, before.key)
    throw new NotSent('nothing')
  }
}

const isUnderWay = (error: unknown): boolean =>
  error instanceof ApiError && error.problem !== undefined && error.status === 409

export const isInProgress = (error: unknown): boolean =>
  error instanceof ApiError && error.problem?.code === 'request_in_progress'

/** Whether the attempt was answered by the API, so that nothing is pending any more. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ApiError) || !error.problem || isInProgress(error)) return false
  return error.status < 500 || isProvidersRefusal(error)
}
