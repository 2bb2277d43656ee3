/** Posts webhooks at least once: tried again, ever more slowly, until the receiver answers 2xx; waiting ones survive a restart. */
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { WebhookMessage } from './provider.ts'

/** With the default first wait of half a second it gives up after about five minutes. */
const MAX_ATTEMPTS = 22
const SLOWEST_FACTOR = 32
const TIMEOUT_MS = 10_000

export interface Delivery {
  readonly id: number
  readonly provider: string
  readonly transactionId: string
  readonly url: string
  readonly body: string
  readonly state: 'waiting' | 'delivered' | 'abandoned'
  readonly attempts: number
  /** The receiver's status code, or what went wrong on the way there; null before the first attempt. */
  readonly lastAnswer: string | null
  /** When that came. */
  readonly attemptedAt: number | null
  readonly createdAt: number
}

export interface Posted {
  /** After the first attempt, successful or not. */
  readonly attempted: Promise<void>
  /** After the receiver took it, or the last attempt failed. */
  readonly settled: Promise<void>
}

export interface DeliveriesOptions {
  readonly database: DatabaseSync
  /** Wait before the second attempt; doubles up to 32 times this. */
  readonly backoffMs: number
  readonly now: () => number
  /** The signed address for one attempt. */
  readonly address: (delivery: Delivery) => WebhookMessage
}

export type Deliveries = ReturnType<typeof createDeliveries>

export function createDeliveries({ database, backoffMs, now, address }: DeliveriesOptions) {
  const insert = database.prepare(
    `insert into deliveries (provider, transaction_id, url, body, state, attempts, created_at)
       values (?, ?, ?, ?, 'waiting', 0, ?) returning *`,
  )
  const record = database.prepare(
    'update deliveries set state = ?, attempts = ?, last_answer = ?, attempted_at = ? where id = ?',
  )
  const waiting = database.prepare("select * from deliveries where state = 'waiting' order by id")
  const listed = database.prepare(
    `select * from deliveries where (?1 is null or provider = ?1) and (?2 is null or transaction_id = ?2) order by id desc`,
  )
  const sender = createSender()
  const timers = new Set<NodeJS.Timeout>()
  const firstAttempts = new Set<() => void>()
  let closed = false

  const attempt = async (delivery: Delivery, onSettled: () => void): Promise<void> => {
    const answer = await sender.post(address(delivery), delivery.body).catch((error: Error) => error.message)
    if (closed) return
    const attempts = delivery.attempts + 1
    const delivered = typeof answer === 'number' && answer >= 200 && answer < 300
    const state = delivered ? 'delivered' : attempts >= MAX_ATTEMPTS ? 'abandoned' : 'waiting'
    record.run(state, attempts, String(answer), now(), delivery.id)
    if (state !== 'waiting') return onSettled()
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        void attempt({ ...delivery, attempts }, onSettled)
      },
      backoffMs * Math.min(2 ** (attempts - 1), SLOWEST_FACTOR),
    )
    timers.add(timer)
  }

  return {
    post: (provider: string, transactionId: string, url: string, body: string): Posted => {
      const delivery = toDelivery(insert.get(provider, transactionId, url, body, now()) ?? {})
      const first = Promise.withResolvers<void>()
      const settled = Promise.withResolvers<void>()
      firstAttempts.add(first.resolve)
      void attempt(delivery, settled.resolve).finally(() => {
        firstAttempts.delete(first.resolve)
        first.resolve()
      })
      return { attempted: first.promise, settled: settled.promise }
    },
    /** Takes up what a former run left waiting. */
    resume: (): void => {
      for (const row of waiting.all()) void attempt(toDelivery(row), () => undefined)
    },
    /** Newest first. */
    list: (filter: { provider?: string | undefined; transactionId?: string | undefined } = {}): Delivery[] =>
      listed.all(filter.provider ?? null, filter.transactionId ?? null).map(toDelivery),
    close: (): void => {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      for (const release of firstAttempts) release()
      sender.close()
    },
  }
}

function createSender() {
  const httpAgent = new HttpAgent({ keepAlive: true, maxSockets: 64 })
  const httpsAgent = new HttpsAgent({ keepAlive: true, maxSockets: 64 })

  /** The receiver's status code. @throws Error when it cannot be reached or does not answer in time. */
  const post = ({ url, headers }: WebhookMessage, body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const secure = url.startsWith('https:')
      const request = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: secure ? httpsAgent : httpAgent,
        timeout: TIMEOUT_MS,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      })
      request.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      })
      request.on('timeout', () => request.destroy(new Error('No answer in time')))
      request.on('error', reject)
      request.end(body)
    })

  return {
    post,
    close: () => {
      httpAgent.destroy()
      httpsAgent.destroy()
    },
  }
}

function toDelivery(row: Record<string, SQLOutputValue>): Delivery {
  return {
    id: Number(row.id),
    provider: String(row.provider),
    transactionId: String(row.transaction_id),
    url: String(row.url),
    body: String(row.body),
    state: row.state as Delivery['state'],
    attempts: Number(row.attempts),
    lastAnswer: row.last_answer == null ? null : String(row.last_answer),
    attemptedAt: row.attempted_at == null ? null : Number(row.attempted_at),
    createdAt: Number(row.created_at),
  }
}
