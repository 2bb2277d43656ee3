/** Plays an adapter's flow against prepared answers: the network's part, without a network. */
import { ProviderError } from '../../../domain/provider-error.ts'
import type { TransactionReading, TransactionRequest, TransactionResult } from '../../../domain/transaction.ts'
import type { Context, IncomingWebhook, Provider, Steps, WireAnswer, WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import type { Fixture, GoldenCase, GoldenRequest, GoldenResponse, GoldenWebhook } from './fixtures.ts'

export interface Played {
  requests: WireRequest[]
  result?: unknown
  error?: ProviderError
}

/** What comes back for each request; a ProviderError is thrown into the flow, as the driver does with network failures. */
export type Network = (request: WireRequest, index: number) => WireAnswer | ProviderError

/** @throws whatever the flow throws that is not a ProviderError. */
export function play(steps: Steps<unknown>, network: Network): Played {
  const requests: WireRequest[] = []
  try {
    let next = steps.next()
    while (!next.done) {
      const answer = network(next.value, requests.length)
      requests.push(next.value)
      next = answer instanceof ProviderError ? steps.throw(answer) : steps.next(answer)
    }
    return { requests, result: next.value }
  } catch (error) {
    if (error instanceof ProviderError) return { requests, error }
    throw error
  }
}

export function contextOf(fixture: Fixture): Context {
  return { credentials: findProvider(fixture.provider).parseCredentials(fixture.account), now: fixture.now }
}

export function startCase(fixture: Fixture, { operation, input }: GoldenCase): Steps<unknown> {
  const provider = findProvider(fixture.provider)
  const context = contextOf(fixture)
  switch (operation) {
    case 'token':
      if (provider.auth.type !== 'token') throw new TypeError(`${provider.code} has no token`)
      return provider.auth.fetch(context)
    case 'createTransaction':
      return provider.createTransaction(input as TransactionRequest, context) as Steps<TransactionResult>
    case 'readTransaction':
      return provider.readTransaction(input as Parameters<Provider['readTransaction']>[0], context)
    case 'findTransaction':
      return provider.findTransaction(
        input as Parameters<Provider['findTransaction']>[0],
        context,
      ) as Steps<TransactionReading | null>
  }
}

export function responsesOf({ response }: GoldenCase): readonly GoldenResponse[] {
  return Array.isArray(response) ? response : [response as GoldenResponse]
}

export function requestsOf({ request }: GoldenCase): readonly GoldenRequest[] {
  return Array.isArray(request) ? request : [request as GoldenRequest]
}

export function toAnswer({ status, headers = {}, body }: GoldenResponse): WireAnswer {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Answers a golden's requests in its order; `replace` puts something else in the place of one answer. */
export function networkOf(golden: GoldenCase, replace?: { at: number; by: WireAnswer | ProviderError }): Network {
  const responses = responsesOf(golden)
  return (_, index) => {
    if (replace?.at === index) return replace.by
    const response = responses[index]
    if (!response) throw new Error(`${golden.name}: nothing prepared for request ${index + 1}`)
    return toAnswer(response)
  }
}

/** A request as it leaves: authenticated by the driver, its body as JSON writes it. */
export function onTheWire(fixture: Fixture, request: WireRequest): GoldenRequest {
  const { auth } = findProvider(fixture.provider)
  const { credentials } = contextOf(fixture)
  const proof = auth.type === 'headers' ? auth.headers(credentials) : auth.headers(fixture.token ?? '', credentials)
  return JSON.parse(
    JSON.stringify({ ...request, headers: { ...request.headers, ...(request.authenticated ? proof : {}) } }),
  )
}

export function toWebhook({ headers, query = {}, body }: GoldenWebhook): IncomingWebhook {
  return { headers, query, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
