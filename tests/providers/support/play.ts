/** Plays an adapter's flow against prepared answers: the network's part, without a network. */
import { defined } from '../../../domain/defined.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Context, IncomingWebhook, Provider, Steps, WireAnswer, WireRequest } from '../../../providers/contract.ts'
import { findProvider } from '../../../providers/index.ts'
import { sealCard } from '../../../providers/kit/card-vault.ts'
import { deriveFrom } from '../../../providers/kit/derived.ts'
import { parseJson } from '../../../providers/kit/json.ts'
import type { Fixture, GoldenCase, GoldenRequest, GoldenResponse, GoldenWebhook } from './fixtures.ts'
import { CARD, resolveInput, SEALED_CARD } from './inputs.ts'

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

const CARD_KEY = Buffer.alloc(32, 7).toString('base64')
const ENTROPY = 'entropy of the goldens'

export function contextOf(fixture: Fixture): Context {
  const { provider, account, now, platform } = fixture
  const credentials = findProvider(provider).parseCredentials(account)
  return { credentials, now, entropy: ENTROPY, cardKey: CARD_KEY, ...(platform ? { platform } : {}) }
}

/** Most inputs name a payment method; those of the other operations have none. */
export function inputOf({ input }: Pick<GoldenCase, 'input'>): {
  paymentMethod?: string
  cardId?: string
  cvv?: string
} {
  const resolved: { paymentMethod?: string; cardId?: string } = resolveInput(input)
  return resolved.cardId === SEALED_CARD ? { ...resolved, cardId: sealedCard(), cvv: CARD.cvv } : resolved
}

function sealedCard(): string {
  return sealCard(CARD, CARD_KEY, deriveFrom(ENTROPY))
}

/** `baseUrl` stands for the account's own address, where it has one. */
export function startCase(fixture: Fixture, golden: GoldenCase, baseUrl?: string): Steps<unknown> {
  const provider = findProvider(fixture.provider)
  const context = { ...contextOf(fixture), ...defined({ baseUrl }) }
  if (golden.operation === 'token') return startToken(provider, context, golden)
  // A golden's input has the shape that its operation takes.
  const start = provider[golden.operation] as (input: object, context: Context) => Steps<unknown>
  return start(inputOf(golden), context)
}

function startToken(provider: Provider, context: Context, { input }: GoldenCase): Steps<unknown> {
  const host = 'host' in resolveInput(input) ? (input as { host: string }).host : undefined
  const { auth } = host === undefined ? provider : (provider.hosts[host] ?? provider)
  if (auth.type !== 'token') throw new TypeError(`${provider.code} has no token`)
  return auth.fetch(context)
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
  const provider = findProvider(fixture.provider)
  const { auth } = request.host === undefined ? provider : (provider.hosts[request.host] ?? provider)
  const { credentials } = contextOf(fixture)
  const proof = auth.type === 'headers' ? auth.headers(credentials) : auth.headers(fixture.token ?? '', credentials)
  const query = auth.type === 'headers' && request.authenticated ? auth.query?.(credentials) : undefined
  const url = query ? `${request.url}?${new URLSearchParams(query)}` : request.url
  const { operation: _, ...sent } = request
  return JSON.parse(
    JSON.stringify({ ...sent, url, headers: { ...sent.headers, ...(sent.authenticated ? proof : {}) } }),
  )
}

/** The body of a request as its receiver reads it. */
export function bodyOf({ body }: WireRequest): unknown {
  return body?.type === 'text' ? parseJson(body.value) : JSON.parse(JSON.stringify(body?.value ?? null))
}

export function toWebhook({ headers, query = {}, body, receivedAt }: GoldenWebhook): IncomingWebhook {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { headers, query, body: text, ...defined({ receivedAt }) }
}
