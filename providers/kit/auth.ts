/** How requests prove who sends them. The driver adds these headers; adapters only name the scheme. */
import { type Static, Type } from 'typebox'
import { defined } from '../../domain/defined.ts'
import type { Steps } from '../contract.ts'
import type { SendOptions, Wire } from './wire.ts'

type Headers = Readonly<Record<string, string>>

export interface TokenFlow<C> {
  readonly credentials: C
  readonly wire: Wire
  /** ISO 8601 UTC, for tokens whose end is told as a time. */
  readonly now: string
}

export type AuthSpec<C> =
  | {
      readonly type: 'headers'
      readonly headers: (credentials: C) => Headers
      readonly query?: (credentials: C) => Readonly<Record<string, string>>
    }
  | {
      readonly type: 'token'
      readonly fetch: (flow: TokenFlow<C>) => Steps<{ token: string; expiresInSeconds: number }>
      readonly headers: (token: string, credentials: C) => Headers
      readonly earlySeconds: number
    }

/** The parts that a template names: `Names<'{publicKey}:{secretKey}'>` is `'publicKey' | 'secretKey'`. */
type Names<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type PartsOf<Template extends string> = Readonly<Record<Names<Template>, string>>

function fill<Template extends string>(template: Template, parts: PartsOf<Template>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: Names<Template>) => parts[name])
}

/** Headers of the provider's own naming, e.g. `headers({ access_token: '{accessToken}' })`. */
export function headers<const Template extends string>(
  templates: Readonly<Record<string, Template>>,
): AuthSpec<PartsOf<Template>> {
  return {
    type: 'headers',
    headers: (parts) =>
      Object.fromEntries(Object.entries(templates).map(([name, template]) => [name, fill(template, parts)])),
  }
}

/** E.g. `bearer('{accessToken}')`. */
export function bearer<const Template extends string>(token: Template): AuthSpec<PartsOf<Template>> {
  return {
    type: 'headers',
    headers: (parts) => ({ authorization: `Bearer ${fill(token, parts)}` }),
  }
}

/** `pair` is the text before encoding, e.g. `{secretKey}:x`, `{publicKey}:{secretKey}`, `{secretKey}:`. */
export function basic<const Template extends string>(pair: Template): AuthSpec<PartsOf<Template>> {
  return { type: 'headers', headers: (parts) => ({ authorization: basicHeader(fill(pair, parts)) }) }
}

/** A key that travels in the address, e.g. `queryToken({ api_token: '{secretKey}' })`. */
export function queryToken<const Template extends string>(
  templates: Readonly<Record<string, Template>>,
): AuthSpec<PartsOf<Template>> {
  const query = headers(templates)
  return {
    type: 'headers',
    headers: () => ({}),
    ...defined({ query: query.type === 'headers' ? query.headers : undefined }),
  }
}

/** What most token requests are answered with. */
export const TokenAnswer = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Number({ exclusiveMinimum: 0 }),
})

/** The standard's names, or as ONZ's systems write them, some with the time at which it ends. */
export const EitherTokenAnswer = Type.Union([
  TokenAnswer,
  Type.Object({ accessToken: Type.String({ minLength: 1 }), expiresIn: Type.Number({ exclusiveMinimum: 0 }) }),
  Type.Object({ accessToken: Type.String({ minLength: 1 }), expiresAt: Type.Number() }),
])

/** @param now ISO 8601 UTC, against which a time in epoch seconds becomes a duration. */
export function toToken(
  answer: Static<typeof EitherTokenAnswer>,
  now: string,
): { token: string; expiresInSeconds: number } {
  if ('access_token' in answer) return { token: answer.access_token, expiresInSeconds: answer.expires_in }
  if ('expiresIn' in answer) return { token: answer.accessToken, expiresInSeconds: answer.expiresIn }
  return { token: answer.accessToken, expiresInSeconds: answer.expiresAt - Math.floor(Date.parse(now) / 1000) }
}

/**
 * OAuth 2 client credentials (RFC 6749, 4.4) with the parts `clientId` and `clientSecret`; the token travels as Bearer.
 * `client` says where the pair goes: a Basic header beside a JSON body (ZENDRY) or a form (EZZEBANK), fields of a form
 * (BACEN banks), or alone in a JSON body (SYNCPAY), which takes no scope. `scope` is sent where the provider gives a token only for what is named.
 * A token is given up `earlySeconds` before it expires, so that none runs out on its way.
 */
export function clientCredentials(options: {
  path: string
  client: 'basic' | 'basicForm' | 'form' | 'json'
  earlySeconds: number
  /** The host that gives tokens, where it is another one. */
  host?: string
  scope?: string
}): AuthSpec<PartsOf<'{clientId}{clientSecret}'>> {
  const { path, client, earlySeconds, host, scope } = options
  const grant = { grant_type: 'client_credentials', ...defined({ scope }) }
  const sending = { risk: 'repeatable', authenticated: false, ...defined({ host }) } as const
  return {
    type: 'token',
    earlySeconds,
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    *fetch({ credentials: { clientId, clientSecret }, wire, now }) {
      const answer = yield* TOKEN_REQUESTS[client]({ wire, path, clientId, clientSecret, grant, sending })
      return toToken(answer, now)
    },
  }
}

interface TokenRequest {
  readonly wire: Wire
  readonly path: string
  readonly clientId: string
  readonly clientSecret: string
  readonly grant: Readonly<Record<string, string>>
  readonly sending: SendOptions
}

const TOKEN_REQUESTS = {
  basic: ({ wire, path, clientId, clientSecret, grant, sending }: TokenRequest) =>
    wire.post(path, grant, EitherTokenAnswer, {
      ...sending,
      headers: { authorization: basicHeader(`${clientId}:${clientSecret}`) },
    }),
  basicForm: ({ wire, path, clientId, clientSecret, grant, sending }: TokenRequest) =>
    wire.postForm(path, grant, EitherTokenAnswer, {
      ...sending,
      headers: { authorization: basicHeader(`${clientId}:${clientSecret}`) },
    }),
  form: ({ wire, path, clientId, clientSecret, grant, sending }: TokenRequest) =>
    wire.postForm(path, { ...grant, client_id: clientId, client_secret: clientSecret }, EitherTokenAnswer, sending),
  json: ({ wire, path, clientId, clientSecret, sending }: TokenRequest) =>
    wire.post(path, { client_id: clientId, client_secret: clientSecret }, EitherTokenAnswer, sending),
} as const

/** `Basic` of a pair, for token requests that build their own header. */
export function basicHeader(pair: string): string {
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}
