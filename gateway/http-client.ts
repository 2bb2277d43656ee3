/** The only HTTP client: sends the requests that adapters yield, and reports whether a failed request may have been processed. */
import { Agent as HttpAgent } from 'node:http'
import { type AgentOptions, Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { getCACertificates } from 'node:tls'
import axios, { type AxiosError, type AxiosRequestConfig, isAxiosError } from 'axios'
import { LRUCache } from 'lru-cache'
import { PrivateAddressError, publicHost, publicOnlyLookup } from '../config/public-url.ts'
import { defined } from '../domain/defined.ts'
import { OUR_MESSAGES, ourMessage } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { WireAnswer, WireRequest } from '../providers/contract.ts'

const TIMEOUT_MS = 10_000
/** Users name the hosts, and each host keeps a connection of its own: an unused one ends soon, and there are only so many of all hosts. */
const IDLE_MS = 15_000
const MOST_IDLE = 256
/** Beyond this number, the least recently used identity is evicted and its connections are opened again when needed. */
const MOST_IDENTITIES = 500
/** The longest answers are lists and boletos in Base64, with some hundreds of KiB. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024
const MAX_DOCUMENT_BYTES = 5 * 1024 * 1024

/** A client certificate and its key as PEM. */
export interface ClientIdentity {
  /** Followed by those that issued it, as far as they are known, without the root. */
  certificate: string
  key: string
  /** Trusted beside the usual ones. */
  authorities: readonly string[]
}

export interface HttpClient {
  /**
   * The body is text. For a document to publish it has one character per byte.
   * @throws ProviderError NotSent if nothing can have been processed, OutcomeUnknown if something may have been, MalformedResponse if
   * the answer is too long; it is not read to its end.
   */
  send(request: WireRequest, identity?: ClientIdentity): Promise<WireAnswer>
  close(): void
}

export interface HttpClientOptions {
  timeoutMs?: number
  /** For a request that moves money: giving up an answer leaves a doubt, which costs more than waiting. Default `timeoutMs`. */
  moneyTimeoutMs?: number
  /** How long an unused connection is kept. */
  idleMs?: number
  /** Refuse to connect to addresses that are not on the public internet: in production, users name the hosts. */
  publicOnly?: boolean
  /** The only host allowed; null refuses all hosts. For accounts in test mode, the URL of the fake providers. */
  only?: string | null
  /** Refuse this host. */
  never?: string | undefined
}

/** Failures before a request's first byte is written, so the provider cannot have processed anything: unless AFTER_OPENING. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ERR_INVALID_URL',
])
/** The system names the same failures where an open connection is found broken: the request may have arrived. */
const AFTER_OPENING: ReadonlySet<string | undefined> = new Set(['read', 'write', 'writev', 'shutdown'])

export function createHttpClient({
  timeoutMs = TIMEOUT_MS,
  moneyTimeoutMs = timeoutMs,
  idleMs = IDLE_MS,
  publicOnly = false,
  only,
  never,
}: HttpClientOptions = {}): HttpClient {
  const isRefused = (url: string) =>
    (only !== undefined && (only === null || !isSameOrigin(url, only))) ||
    (never !== undefined && isSameOrigin(url, never))
  const agentOptions: AgentOptions = {
    keepAlive: true,
    // Of an unused connection: each request sets its own.
    timeout: idleMs,
    // The budget limits the number of requests. A request that waited here would count as possibly sent.
    maxSockets: Number.POSITIVE_INFINITY,
    ...defined({ lookup: publicOnly ? publicOnlyLookup : undefined }),
  }
  const httpAgent = withFewIdle(new HttpAgent(agentOptions))
  const httpsAgent = withFewIdle(new HttpsAgent(agentOptions))
  const identityAgents = new LRUCache<string, HttpsAgent>({
    max: MOST_IDENTITIES,
    // Running requests finish; idle connections are closed now.
    dispose: (agent) => {
      Object.assign(agent, { keepAlive: false })
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
    },
  })

  const agentFor = (identity: ClientIdentity): HttpsAgent => {
    // Includes the private key: a certificate is public, and a copy of it must not reuse its owner's connection.
    const name = JSON.stringify(identity)
    const known = identityAgents.get(name)
    if (known) return known
    const agent = new HttpsAgent({
      ...agentOptions,
      cert: identity.certificate,
      key: identity.key,
      ...defined({
        ca: identity.authorities.length > 0 ? [...getCACertificates('default'), ...identity.authorities] : undefined,
      }),
    })
    identityAgents.set(name, agent)
    return agent
  }

  return {
    send: async (request, identity) => {
      // Test money and real money never meet at one provider.
      if (isRefused(request.url)) throw new ProviderError('InvalidRequest', OUR_MESSAGES.otherMode)
      const patienceMs = request.risk === 'money' ? moneyTimeoutMs : timeoutMs
      const config: AxiosRequestConfig = {
        method: request.method,
        url: request.url,
        headers: { ...contentType(request), ...request.headers },
        httpAgent,
        httpsAgent: identity ? agentFor(identity) : httpsAgent,
        timeout: patienceMs,
        // `timeout` ends with the headers. Without this signal, a body that arrives byte by byte would hold its place for ever.
        signal: AbortSignal.timeout(timeoutMs + patienceMs),
        maxRedirects: 0,
        maxContentLength: request.publishAs ? MAX_DOCUMENT_BYTES : MAX_ANSWER_BYTES,
        responseType: request.publishAs ? 'arraybuffer' : 'text',
        transformResponse: (body: unknown) => body,
        validateStatus: () => true,
        proxy: false,
        ...bodyOf(request),
      }
      try {
        if (publicOnly) publicHost(request.url)
        const response = await axios.request<string | Buffer | undefined>(config)
        const { status, headers, data = '' } = response
        return {
          status,
          headers: plainHeaders(headers),
          body: typeof data === 'string' ? data : data.toString('latin1'),
        }
      } catch (error) {
        throw toProviderError(error)
      }
    },
    close: () => {
      for (const agent of [httpAgent, httpsAgent, ...identityAgents.values()]) agent.destroy()
    },
  }
}

function withFewIdle<A extends HttpAgent>(agent: A): A {
  const keep = agent.keepSocketAlive.bind(agent)
  const idle = () => Object.values(agent.freeSockets).reduce((sum, sockets = []) => sum + sockets.length, 0)
  return Object.assign(agent, { keepSocketAlive: (socket: Duplex) => idle() < MOST_IDLE && keep(socket) })
}

const isSameOrigin = (url: string, other: string) => URL.parse(url)?.origin === new URL(other).origin

function bodyOf({ body }: WireRequest): { data?: string } {
  switch (body?.type) {
    case undefined:
      return {}
    case 'json':
      return { data: JSON.stringify(body.value) }
    case 'form':
      return { data: new URLSearchParams(body.value).toString() }
    case 'text':
      return { data: body.value }
  }
}

function contentType({ body }: WireRequest): Record<string, string> {
  switch (body?.type) {
    case undefined:
      return {}
    case 'json':
      return { 'content-type': 'application/json' }
    case 'form':
      return { 'content-type': 'application/x-www-form-urlencoded' }
    case 'text':
      return { 'content-type': body.contentType }
  }
}

function plainHeaders(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value == null ? [] : [[name.toLowerCase(), String(value)]])),
  )
}

function toProviderError(error: unknown): ProviderError {
  if (error instanceof PrivateAddressError) return new ProviderError('InvalidRequest', error.message)
  if (isAxiosError(error) && error.cause instanceof PrivateAddressError) return toProviderError(error.cause)
  if (!isAxiosError(error)) return new ProviderError('NotSent', OUR_MESSAGES.notBuilt, { cause: error })
  const code = error.code ?? 'unknown'
  if ((NOT_SENT_CODES.has(code) && !AFTER_OPENING.has(syscallOf(error))) || neverOpened(error)) {
    return new ProviderError('NotSent', ourMessage('notReached', { code }))
  }
  if (code === 'ERR_BAD_RESPONSE' && error.message.startsWith('maxContentLength')) {
    return new ProviderError('MalformedResponse', OUR_MESSAGES.answerTooLong)
  }
  return new ProviderError('OutcomeUnknown', ourMessage('notAnswered', { code }))
}

/** What a socket says of its opening; of TLS, also whether its handshake has ended, and why the server's certificate was not accepted. */
interface OpeningSocket {
  connecting?: boolean
  secureConnecting?: boolean
  authorizationError?: unknown
}

/**
 * The connection failed, or was given up, while it was being opened: no byte of the request was sent. An error of TLS after the handshake
 * is none of these: a server may refuse a client's certificate when the request is already on its way.
 */
function neverOpened(error: AxiosError): boolean {
  const { socket } = (error.request ?? {}) as { socket?: OpeningSocket }
  if (socket?.connecting || socket?.secureConnecting || socket?.authorizationError) return true
  return syscallOf(error) === 'connect'
}

const syscallOf = ({ cause }: AxiosError) => (cause as NodeJS.ErrnoException | undefined)?.syscall
