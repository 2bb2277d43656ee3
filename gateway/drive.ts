/** Runs an adapter's generator: sends each request that it yields, with authentication, and passes the answer back. */
import { defined } from '../domain/defined.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { Access, Auth, Context, Provider, Steps, WireAnswer, WireRequest } from '../providers/contract.ts'
import { readRetryAfter } from '../providers/kit/errors.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import { inSpan } from '../telemetry/span.ts'
import type { Budget, Urgency } from './budget.ts'
import type { ClientIdentity, HttpClient } from './http-client.ts'
import type { ProviderMetrics } from './metrics.ts'
import type { LearnPatience } from './patience.ts'
import { publish } from './publish.ts'
import { createRedactor, type Redactor } from './redactor.ts'
import type { TokenCache } from './tokens.ts'

export interface Connection {
  http: HttpClient
  provider: Provider
  context: Context
  accountId: string
  platformId: string
  tokens: TokenCache
  metrics: ProviderMetrics
  budget: Budget
  storage: ObjectStorage
  learnPatience: LearnPatience
  /** The account's secrets. They are masked in errors and in everything that is stored. */
  secrets: readonly string[]
  /** The client certificate for one of the provider's hosts; undefined if the host needs none. */
  identityFor(host: string | undefined): Promise<ClientIdentity | undefined>
}

/** Lets the caller keep a journal. Requests whose answers it already has are not sent again. What it shows is redacted. */
export interface Journal {
  recall(step: number): WireAnswer | undefined
  beforeSend(step: number, request: WireRequest): Promise<void>
  answered(step: number, request: WireRequest, answer: WireAnswer, redactor: Redactor): void
  failed(step: number, request: WireRequest, error: ProviderError, redactor: Redactor): void
}

const NO_JOURNAL: Journal = {
  recall: () => undefined,
  beforeSend: async () => {},
  answered: () => {},
  failed: () => {},
}

/**
 * Secrets of the account and of the requests are masked in the result's texts and in errors, even if the provider repeats them.
 * @throws ProviderError from the adapter, or from the network (after the adapter has had the chance to handle it).
 */
export async function drive<T>(connection: Connection, steps: Steps<T>, journal: Journal = NO_JOURNAL): Promise<T> {
  const redactor = createRedactor(connection.secrets)
  // A flow with a journal creates something. Without one, every request is a reading, except for saving a card.
  const urgencyOf = ({ risk }: WireRequest) => (journal !== NO_JOURNAL || risk !== 'read' ? 'creation' : 'reading')
  return talk({ connection, redactor, urgencyOf }, steps, journal)
}

/** As `drive`, for a change that can wait: it queues behind creations, like a reading. */
export async function driveLater<T>(connection: Connection, steps: Steps<T>): Promise<T> {
  const redactor = createRedactor(connection.secrets)
  return talk({ connection, redactor, urgencyOf: () => 'reading' }, steps, NO_JOURNAL)
}

/** As `drive`, within an existing conversation. */
async function talk<T>(conversation: Conversation, steps: Steps<T>, journal: Journal): Promise<T> {
  const { redactor } = conversation
  try {
    return withoutSecretWords(await converse(conversation, steps, journal), redactor)
  } catch (error) {
    throw error instanceof ProviderError ? withoutSecrets(error, redactor) : error
  }
}

/** One flow: its connection and its redactor. */
interface Conversation {
  connection: Connection
  redactor: Redactor
  /** Undefined for a request within another one that already has its place, so that it does not wait for a second place. */
  urgencyOf(request: WireRequest): Urgency | undefined
}

async function converse<T>(conversation: Conversation, steps: Steps<T>, journal: Journal): Promise<T> {
  const { redactor } = conversation
  let step = 0
  let next = steps.next()
  while (!next.done) {
    const request = next.value
    redactor.learn(request)
    const recalled = journal.recall(step)
    if (recalled) {
      next = steps.next(recalled)
    } else {
      const current = step
      const answer = await attempt(conversation, request, () => journal.beforeSend(current, request))
      if (answer instanceof ProviderError) {
        journal.failed(step, request, answer, redactor)
        next = steps.throw(answer)
      } else {
        journal.answered(step, request, answer, redactor)
        next = steps.next(answer)
      }
    }
    step += 1
  }
  return next.value
}

/** The fields of a result that hold a provider's text. */
const WORDS = ['refusal', 'rawStatus', 'unknownWord'] as const

function withoutSecretWords<T>(result: T, redactor: Redactor): T {
  if (typeof result !== 'object' || result === null) return result
  const spoken = WORDS.flatMap((name) => {
    const said = (result as Partial<Record<string, unknown>>)[name]
    return typeof said === 'string' ? [[name, redactor.hideBeginning(said, MAX_MESSAGE)]] : []
  })
  return spoken.length === 0 ? result : { ...result, ...Object.fromEntries(spoken) }
}

const MAX_MESSAGE = 2_000

/** Masks the cause too, because logs print it. */
function withoutSecrets(error: ProviderError, redactor: Redactor): ProviderError {
  const { kind, message, retryAfter, isHeldBack } = error
  const { cause } = error
  return new ProviderError(kind, redactor.hideBeginning(message, MAX_MESSAGE), {
    isHeldBack,
    ...defined({ retryAfter, cause: cause instanceof ProviderError ? withoutSecrets(cause, redactor) : undefined }),
    ...defined({
      cause:
        cause instanceof Error && !(cause instanceof ProviderError)
          ? new Error(`${cause.name}: ${redactor.hideBeginning(cause.message, MAX_MESSAGE)}`)
          : undefined,
    }),
  })
}

async function attempt(
  conversation: Conversation,
  request: WireRequest,
  beforeSend: () => Promise<void>,
): Promise<WireAnswer | ProviderError> {
  const { connection } = conversation
  const { code } = connection.provider
  const { method, operation = 'request' } = request
  // Neither the URL nor the host, because they contain ids and, at some providers, a key.
  const attributes = { 'trilho.provider': code, 'trilho.operation': operation, 'http.request.method': method }
  return inSpan({ name: `${code} ${operation}`, kind: 'CLIENT', attributes }, async (span) => {
    const count = (outcome: string) => {
      connection.metrics.providerCall(code, outcome)
      span.setAttribute('trilho.outcome', outcome)
    }
    try {
      const send = () => carryOut(conversation, request, beforeSend)
      const urgency = conversation.urgencyOf(request)
      const answer = await (urgency ? connection.budget.run(connection, urgency, send) : send())
      count(`${String(answer.status).slice(0, 1)}xx`)
      span.setAttribute('http.response.status_code', answer.status)
      if (answer.status === TOO_MANY) await connection.learnPatience(connection.accountId, patienceIn(answer))
      return answer
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      count(error.kind)
      return error
    }
  })
}

const TOO_MANY = 429
const patienceIn = ({ headers }: WireAnswer) =>
  readRetryAfter(headers['retry-after'], headers.date ?? new Date().toISOString())

async function carryOut(
  conversation: Conversation,
  request: WireRequest,
  beforeSend: () => Promise<void>,
): Promise<WireAnswer> {
  const { publishAs } = request
  if (!publishAs) return sendAuthenticated(conversation, request, beforeSend)
  const download = (part: WireRequest) => sendAuthenticated(conversation, part, beforeSend)
  const { storage, context } = conversation.connection
  return publish({ storage, entropy: context.entropy, download }, { ...request, publishAs })
}

/**
 * Gets the token first, then commits that the request is about to be sent, then sends it, with as little as possible between the last
 * two. A 401 to a token is a refusal, so nothing was processed, and the request is sent once more with a new token.
 */
async function sendAuthenticated(
  conversation: Conversation,
  request: WireRequest,
  beforeSend: () => Promise<void>,
): Promise<WireAnswer> {
  const { connection } = conversation
  const { http, tokens } = connection
  const { auth } = accessTo(connection, request)
  const authenticated = await authenticate(conversation, request)
  const identity = await connection.identityFor(request.host)
  await beforeSend()
  const answer = await http.send(authenticated, identity)
  if (answer.status !== 401 || !request.authenticated || auth.type !== 'token') return answer
  tokens.forget(tokenKey(connection, request.host))
  return http.send(await authenticate(conversation, request), identity)
}

async function authenticate(conversation: Conversation, request: WireRequest): Promise<WireRequest> {
  if (!request.authenticated) return request
  const { headers, query } = await proofs(conversation, request)
  const authenticated = withQuery(withHeaders(request, headers), query)
  conversation.redactor.learn(authenticated, headers)
  return authenticated
}

async function proofs({ connection }: Conversation, request: WireRequest) {
  const { context, tokens } = connection
  const { auth } = accessTo(connection, request)
  const { credentials } = context
  if (auth.type === 'headers') return { headers: auth.headers(credentials), query: auth.query?.(credentials) }
  const key = tokenKey(connection, request.host)
  const token = await tokens.get(key, credentials, () => fetchToken(connection, auth), auth.earlySeconds)
  return { headers: auth.headers(token, credentials), query: undefined }
}

function accessTo({ provider }: Connection, { host }: WireRequest): Access {
  return host === undefined ? provider : (provider.hosts[host] ?? provider)
}

/** Each host with its own tokens has its own cache key. An account with a new base URL gets a new one. */
function tokenKey({ accountId, provider, context }: Connection, host: string | undefined): string {
  const own = host === undefined || provider.hosts[host]?.auth === provider.auth
  return JSON.stringify([accountId, context.baseUrl ?? null, own ? null : host])
}

/** Fetching a token has no effect at the provider, so its failures never leave a money request in doubt. */
async function fetchToken(
  connection: Connection,
  auth: Extract<Auth, { type: 'token' }>,
): Promise<{ token: string; expiresInSeconds: number }> {
  try {
    const redactor = createRedactor(connection.secrets)
    const urgencyOf = () => undefined
    return await talk({ connection, redactor, urgencyOf }, auth.fetch(connection.context), NO_JOURNAL)
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
