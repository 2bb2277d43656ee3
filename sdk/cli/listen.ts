/** `trilho listen`: what the platform would tell an endpoint is told to a local address. */
import { setTimeout as rest } from 'node:timers/promises'
import type { Trilho } from '../client.ts'
import { TrilhoApiError, TrilhoConnectionError } from '../errors.ts'
import type { NewWebhookEndpoint, WebhookDelivery } from '../types.generated.ts'
import { noAnswer } from './no-answer.ts'
import { signedHeaders } from './sign.ts'

export interface Listening {
  forwardTo: string
  events: NewWebhookEndpoint['events']
  /** Signs instead of the endpoint's own. */
  secret: string | undefined
  signal: AbortSignal
  print(line: string): void
}

/** An endpoint that receives no requests: the platform only stores the events. */
const KEPT = 'trilho:kept'
const ROUND_MS = 1_000
const PAGE = 100
/** A change that began earlier may be committed later, so each round looks this far back. */
const OVERLAP_MS = 60_000
/** As long as the platform waits for an endpoint: what is too slow here would be sent again there. */
const ANSWER_MS = 10_000

/** Until `signal`. Its endpoint is made at the beginning and removed at the end, so that it hears of everything between. */
export async function listen(trilho: Trilho, { forwardTo, events, secret, signal, print }: Listening): Promise<void> {
  // Not given up by `signal`: an endpoint whose making is not waited for would stay.
  const endpoint = await trilho.webhookEndpoints.create({ url: KEPT, events })
  print(`Forwarding to ${forwardTo}. The secret of these messages is ${secret ?? endpoint.secret}`)
  try {
    const findNew = newDeliveries(trilho, endpoint.id, signal)
    let isAway = false
    while (!signal.aborted) {
      const found = await findNew().catch((error: unknown) => {
        if (!signal.aborted && !isPassing(error)) throw error
        return undefined
      })
      if (!signal.aborted && isAway !== (found === undefined)) {
        isAway = found === undefined
        print(
          isAway ? 'The API does not answer: nothing is lost, what happens meanwhile comes later' : 'The API is back',
        )
      }
      for (const delivery of found ?? []) {
        if (signal.aborted) break
        print(await forward(delivery, forwardTo, secret ?? endpoint.secret, signal))
      }
      await rest(ROUND_MS, undefined, { signal }).catch(() => {})
    }
  } finally {
    await trilho.webhookEndpoints.delete(endpoint.id).catch(() => print(`Remove the endpoint ${endpoint.id} by hand`))
  }
}

/** Asked again and again, it answers with what was not among the answers before; the oldest first. */
function newDeliveries(trilho: Trilho, endpointId: string, signal: AbortSignal) {
  const seen = new Map<string, number>()
  let newest = 0
  return async (): Promise<WebhookDelivery[]> => {
    const found: WebhookDelivery[] = []
    for await (const delivery of trilho.webhookDeliveries.list({ endpointId, limit: PAGE }, { signal })) {
      if (Date.parse(delivery.createdAt) < newest - OVERLAP_MS) break
      if (!seen.has(delivery.id)) found.push(delivery)
    }
    // Only now: of a round that broke off nothing was forwarded.
    for (const { id, createdAt } of found) seen.set(id, Date.parse(createdAt))
    newest = Math.max(newest, ...seen.values())
    for (const [id, at] of seen) if (at < newest - OVERLAP_MS) seen.delete(id)
    return found.reverse()
  }
}

/** @returns what is to be said of it. */
async function forward({ eventId, eventType, body }: WebhookDelivery, to: string, secret: string, signal: AbortSignal) {
  const text = JSON.stringify(body)
  const began = new Date().toISOString().slice(11, 19)
  const answer = await fetch(to, {
    method: 'POST',
    redirect: 'manual',
    headers: await signedHeaders(eventId, text, secret),
    body: text,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  }).then(async (response) => {
    await response.body?.cancel()
    return String(response.status)
  }, noAnswer)
  return `${began} ${eventType} ${eventId} -> ${answer}`
}

const isPassing = (error: unknown) =>
  error instanceof TrilhoConnectionError ||
  (error instanceof TrilhoApiError && (error.status >= 500 || error.status === 429))
