/** Runs an adapter's generator: sends each request it yields, with authentication, and hands it the answer. */
import { ProviderError } from '../domain/provider-error.ts'
import type { Access, Auth, Context, Provider, Steps, WireAnswer, WireRequest } from '../providers/contract.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import type { Bulkhead } from './bulkhead.ts'
import type { ClientIdentity, HttpClient } from './http-client.ts'
import type { ProviderMetrics } from './metrics.ts'
import { publish } from './publish.ts'
import type { TokenCache } from './tokens.ts'

export interface Connection {
  http: HttpClient
  provider: Provider
  context: Context
  accountId: string
  tokens: TokenCache
  metrics: ProviderMetrics
  bulkhead: Bulkhead
  storage: ObjectStorage
  /** The client certificate for one of the provider's hosts; undefined where it wants none. */
  identityFor(host: string | undefined): Promise<ClientIdentity | undefined>
}

/** Lets the caller keep a journal: answers it already has are not asked for again. */
export interface Journal {
  recall(step: number): WireAnswer | undefined
  beforeSend(step: number, request: WireRequest): Promise<void>
  answered(step: number, request: WireRequest, answer: WireAnswer): void
  failed(step: number, request: WireRequest, error: ProviderError): void
}

const NO_JOURNAL: Journal = {
  recall: () => undefined,
  beforeSend: async () => {},
  answered: () => {},
  failed: () => {},
}

/**
 * @throws ProviderError from the adapter, or from the network (after the adapter has had the chance to handle it).
 */
export async function drive<T>(connection: Connection, steps: Steps<T>, journal: Journal = NO_JOURNAL): Promise<T> {
  let step = 0
  let next = steps.next()
  while (!next.done) {
    const request = next.value
    const recalled = journal.recall(step)
    if (recalled) {
      next = steps.next(recalled)
    } else {
      const current = step
      const answer = await attempt(connection, request, () => journal.beforeSend(current, request))
      if (answer instanceof ProviderError) {
        journal.failed(step, request, answer)
        next = steps.throw(answer)
      } else {
        journal.answered(step, request, answer)
        next = steps.next(answer)
      }
    }
    step += 1
  }
  return next.value
}

async function attempt(
  connection: Connection,
  request: WireRequest,
  beforeSend: () => Promise<void>,
): Promise<WireAnswer | ProviderError> {
  const count = (outcome: string) => connection.metrics.providerCall(connection.provider.code, outcome)
  try {
    const answer = await connection.bulkhead.run(connection.provider.code, () =>
      carryOut(connection, request, beforeSend),
    )
    count(`${String(answer.status).slice(0, 1)}xx`)
    return answer
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    count(error.kind)
    return error
  }
}

async function carryOut(
  connection: Connection,
  request: WireRequest,
  beforeSend: () => Promise<void>,
): Promise<WireAnswer> {
  const { publishAs } = request
  if (!publishAs) return sendAuthenticated(connection, request, beforeSend)
  const download = (part: WireRequest) => sendAuthenticated(connection, part, beforeSend)
  return publish(
    { storage: connection.storage, entropy: connection.context.entropy, download },
    { ...request, publishAs },
  )
}

/**
 * The token first, then the word that bytes are about to leave, then the bytes: as little as possible lies between the last
 * two. A 401 to a token is a refusal, so nothing was processed: once more, with a new one.
 */
async function sendAuthenticated(
  connection: Connection,
  request: WireRequest,
  beforeSend: () => Promise<void>,
): Promise<WireAnswer> {
  const { http, tokens } = connection
  const { auth } = accessTo(connection, request)
  const authenticated = await authenticate(connection, request)
  const identity = await connection.identityFor(request.host)
  await beforeSend()
  const answer = await http.send(authenticated, identity)
  if (answer.status !== 401 || !request.authenticated || auth.type !== 'token') return answer
  tokens.forget(tokenKey(connection, request.host))
  return http.send(await authenticate(connection, request), identity)
}

async function authenticate(connection: Connection, request: WireRequest): Promise<WireRequest> {
  const { context, tokens } = connection
  const { auth } = accessTo(connection, request)
  if (!request.authenticated) return request
  if (auth.type === 'headers') {
    const { credentials } = context
    return withQuery(withHeaders(request, auth.headers(credentials)), auth.query?.(credentials))
  }
  const key = tokenKey(connection, request.host)
  const token = await tokens.get(key, context.credentials, () => fetchToken(connection, auth), auth.earlySeconds)
  return withHeaders(request, auth.headers(token, context.credentials))
}

function accessTo({ provider }: Connection, { host }: WireRequest): Access {
  return host === undefined ? provider : (provider.hosts[host] ?? provider)
}

/** Each host with tokens of its own has its own place in the cache. */
function tokenKey({ accountId, provider }: Connection, host: string | undefined): string {
  const own = host === undefined || provider.hosts[host]?.auth === provider.auth
  return own ? accountId : `${accountId}/${host}`
}

/** Fetching a token has no effect at the provider, so its failures never leave a money request in doubt. */
async function fetchToken(
  connection: Connection,
  auth: Extract<Auth, { type: 'token' }>,
): Promise<{ token: string; expiresInSeconds: number }> {
  try {
    return await drive(connection, auth.fetch(connection.context))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const refused = error.kind === 'Unauthorized' || error.kind === 'InvalidRequest' || error.kind === 'Declined'
    throw new ProviderError(refused ? 'Unauthorized' : 'NotSent', error.message, { cause: error })
  }
}

function withQuery(request: WireRequest, query: Readonly<Record<string, string>> = {}): WireRequest {
  const added = new URLSearchParams(query).toString()
  return added === '' ? request : { ...request, url: request.url + (request.url.includes('?') ? '&' : '?') + added }
}

function withHeaders(request: WireRequest, headers: Readonly<Record<string, string>>): WireRequest {
  return { ...request, headers: { ...request.headers, ...headers } }
}
