/** A seller's server: asks for something under an Idempotency-Key until it gets an answer that it can rely on. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProduct } from '../support/product.ts'
import type { Chaos } from './chaos.ts'
import type { Crowding } from './crowding.ts'

/** How it ended for the seller. */
export type Told =
  /** 200, 201 or 202: it is there. `askedAt` and `toldAt`: of the request that was answered so. */
  | { outcome: 'made'; id: string; status: number; askedAt: number; toldAt: number }
  /** The provider, or we, said no for good; the id of what was refused, where it is kept. */
  | { outcome: 'refused'; status: number; code: string; id: string | null }
  /** The seller went away after a 503. */
  | { outcome: 'leftAfter503' }
  | { outcome: 'neverAnswered'; last: string }

export interface Wish {
  key: string
  path: string
  body: object
  servers: number
  again: boolean
  givesUp: boolean
}

export interface Asking extends Wish {
  /** One for each of the seller's servers. */
  told: Told[]
  /** Every answer on the way: statuses, and what went wrong with the connection. */
  answers: string[]
  done: Promise<void>
}

/** Whether all of the product is alive, and has room. */
interface Conditions {
  chaos: Pick<Chaos, 'upSince'>
  crowding: Pick<Crowding, 'roomAfter'>
}

/** The product that is asked. */
interface Counterpart extends Conditions {
  product: TestProduct
}

/** Of a product of which nothing is dead, and which has room: how long it takes to start, or to get a processor, is the machine's affair. */
const PATIENCE_MS = 180_000
/** However crowded it is, a campaign ends. */
const LONGEST_PATIENCE_MS = 480_000
const ANSWER_TIMEOUT_MS = 30_000
const SLOWEST_RETRY_MS = 4_000

interface Answer {
  id?: string
  disbursementId?: string
  chargeId?: string
  code?: string
  detail?: string
}

export function ask(world: Counterpart, wish: Wish): Asking {
  const asking: Asking = { ...wish, told: [], answers: [], done: Promise.resolve() }
  asking.done = Promise.all(Array.from({ length: wish.servers }, () => askAlone(world, asking))).then((told) => {
    asking.told = told
  })
  return asking
}

/** A caller who was told asks once more, under the same key. One who gave up has gone. */
export async function askOnceMore(world: Counterpart, asking: Asking): Promise<void> {
  await asking.done
  if (!asking.again || asking.told.some(({ outcome }) => outcome === 'leftAfter503')) return
  const told = await askAlone(world, asking)
  asking.told = [...asking.told, told]
}

/** What was made, once a caller has been told of it. */
export function madeBy({ told }: Asking): string | undefined {
  return told.flatMap((end) => (end.outcome === 'made' ? [end.id] : []))[0]
}

/** Until when a caller asks who has asked since a moment, as far as is known by now. */
export function patientUntil({ chaos, crowding }: Conditions, since: number): number {
  const upSince = Math.max(since, chaos.upSince())
  return Math.min(crowding.roomAfter(upSince, PATIENCE_MS), upSince + LONGEST_PATIENCE_MS)
}

async function askAlone(world: Counterpart, { key, path, body, givesUp, answers }: Asking): Promise<Told> {
  const { product } = world
  const since = Date.now()
  for (let tries = 0; Date.now() < patientUntil(world, since); tries += 1) {
    const askedAt = Date.now()
    const answer = await product
      .call<Answer>('POST', path, body, { 'idempotency-key': key }, ANSWER_TIMEOUT_MS)
      .catch((error: Error) => error)
    answers.push(answer instanceof Error ? connectionError(answer) : inWords(answer.status, answer.body))
    const told = answer instanceof Error ? undefined : read(answer.status, answer.body, askedAt)
    if (told) return told
    if (givesUp && !(answer instanceof Error) && answer.status === 503) return { outcome: 'leftAfter503' }
    const asked = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0) * 1000
    await sleep(Math.max(Math.min(250 * 2 ** tries, SLOWEST_RETRY_MS), asked))
  }
  return { outcome: 'neverAnswered', last: answers.at(-1) ?? '' }
}

/** Undefined: to be asked again. A refusal is final, the rest of 4xx and 5xx may pass. */
function read(status: number, body: Answer, askedAt: number): Told | undefined {
  if (status === 200 || status === 201 || status === 202)
    return { outcome: 'made', id: body.id ?? '', status, askedAt, toldAt: Date.now() }
  const { code = '' } = body
  const refused: Told = { outcome: 'refused', status, code, id: body.disbursementId ?? body.chargeId ?? null }
  if (code === 'provider_refused') return refused
  const passing = status >= 500 || status === 429 || code === 'request_in_progress'
  return passing ? undefined : refused
}

function inWords(status: number, { detail }: Answer): string {
  return status >= 400 && detail !== undefined ? `${status} ${detail}` : `${status}`
}

function connectionError(error: Error): string {
  return ((error.cause as { code?: string } | undefined)?.code ?? error.name) || 'no connection'
}
