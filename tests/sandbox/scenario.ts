/** What the tests know of a provider's wire, and how they speak it. */
import { type Answered, type Api, type Received, type Sent, send } from './support.ts'

export type Code = 'ASAAS' | 'MERCADOPAGO' | 'PAGUESAFE' | 'TREEAL' | 'ZENDRY'

export const AMOUNT = 1234
export const REFERENCE = '0192f0c1a2b37c4d8e5f60718293a4b5'
export const CPF = '12345678909'

export interface Creation {
  path: string
  headers?: Record<string, string>
  body: Record<string, unknown>
}

export interface Scenario {
  provider: Code
  /** A valid creation of AMOUNT under REFERENCE. */
  creation(api: Api, webhookUrl: string): Promise<Creation>
  /** Headers of a client whose credentials are right; also whatever a token request gives. */
  login(api: Api): Promise<Record<string, string>>
  wrongLogins: Record<string, string>[]
  createdStatus: number
  id: string
  status: string
  code: string
  /** How the amount reads in an answer; undefined where the answer has none. */
  amount?: [path: string, value: unknown]
  readPath(id: string): string
  /** Where the creation's fields are in an answer to a read. */
  read: { id: string; status: string }
  find?: { path(api: Api): string; ids: string }
  required: string[]
  wrong: [field: string, value: unknown][]
  unknownId: { path: string; status: number }
  /** The error's text in the provider's own shape. */
  error: string
  words: { pending: string; paid: string; refused: string; expired: string; refunded?: string; chargeback: string }
  webhook: {
    /** True where the address comes in the request. */
    addressInRequest: boolean
    id(received: Received): string
    paid(received: Received): unknown
    paidValue: unknown
    isSigned(received: Received, secret: string): boolean
  }
}

export function account(api: Api, provider: Code | 'IUGU') {
  const found = api.accounts.find((candidate) => candidate.provider === provider)
  if (!found) throw new Error(`No ${provider} account`)
  return found
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Sends to the provider, with the client certificate where it asks for one. */
export async function call(
  api: Api,
  provider: Code | 'IUGU',
  sent: Omit<Sent, 'url'> & { path: string },
): Promise<Answered> {
  const [baseUrl = ''] = account(api, provider).baseUrl.split('|')
  const tls = provider === 'TREEAL' ? { tls: await clientIdentity(api) } : {}
  return send({ ...tls, ...sent, url: baseUrl + sent.path })
}

export async function clientIdentity(api: Api) {
  const { text } = await api.control('GET', '/treeal/client.pem')
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  const key = /-----BEGIN (?:EC )?PRIVATE KEY-----[\s\S]+?-----END (?:EC )?PRIVATE KEY-----/.exec(text)?.[0] ?? ''
  return { cert: certificates[0] ?? '', ca: certificates[1] ?? '', key }
}

export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value)
}

/** A copy with one field replaced, or removed when `value` is undefined. */
export function replaced(body: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body)
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce((inner, name) => inner[name] as Record<string, unknown>, copy)
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

/** Creates one transaction and gives its id. */
export async function create(
  api: Api,
  scenario: Scenario,
  webhookUrl = 'http://127.0.0.1:9/none',
  changes: object = {},
) {
  const { path, headers, body } = await scenario.creation(api, webhookUrl)
  const answer = await call(api, scenario.provider, {
    method: 'POST',
    path,
    headers: { ...(await scenario.login(api)), ...headers },
    body: { ...body, ...changes },
  })
  return { answer, id: String(at(answer.body, scenario.id)) }
}
