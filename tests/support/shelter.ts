/**
 * A provider that only opens receivers: in two requests, with a token, to be read until they are approved. Its adapter is put
 * into the registry of the tests that need one, and its server answers as they say.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Type } from 'typebox'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { providerAccounts } from '../../db/schema/index.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import type { Provider, Risk } from '../../providers/contract.ts'
import { providers } from '../../providers/index.ts'
import { inCents } from '../../providers/kit/amounts.ts'
import { basic } from '../../providers/kit/auth.ts'
import { secret } from '../../providers/kit/credentials.ts'
import { defineProvider } from '../../providers/kit/define-provider.ts'
import { path } from '../../providers/kit/wire.ts'
import type { ChargeStack } from './charge-stack.ts'

const Account = Type.Object({
  id: Type.String(),
  live_api_token: Type.Optional(Type.String()),
  status: Type.String(),
})
/** It answers no questions about what it has opened. */
export const MUTE = 'ABRIGOMUDO'
/** What it opens costs nothing there, so that its later refusals are refusals. */
export const FREE = 'ABRIGOLIVRE'

const shelterCalled = (code: string, { isMute = false, risk = 'money' }: { isMute?: boolean; risk?: Risk } = {}) =>
  defineProvider({
    code,
    name: 'Abrigo',
    evidence: 'specification',
    host: 'https://abrigo.invalid',
    credentials: [secret('key', 'secretKey')],
    auth: basic('{key}:'),
    idempotency: { type: 'none' },
    lookup: null,
    amounts: inCents,
    expirySeconds: {},
    statuses: { known: {}, unknown: 'PENDING' },
    receiverStatuses: { known: { waiting: 'PENDING', open: 'ACTIVE', closed: 'REJECTED' }, unknown: 'PENDING' },
    errors: { messages: ['message'] },
    *createReceiver(request, { wire }) {
      const body = { ref: request.reference, document: request.document, income: request.providerData?.incomeValue }
      const account = yield* wire.post('/accounts', body, Account, { risk })
      const papers = { files: request.documents }
      yield* wire.post(path`/accounts/${account.id}/papers`, papers, Type.Object({}), { risk: 'repeatable' })
      return { receiverId: account.id, receiverToken: account.live_api_token, rawStatus: account.status }
    },
    *readReceiver({ receiverId, receiverToken }, { wire }) {
      if (isMute) throw new ProviderError('NotSupported', 'It cannot be asked')
      const query = { token: receiverToken ?? '' }
      const account = yield* wire.get(path`/accounts/${receiverId}`, Account, query)
      return { receiverId: account.id, rawStatus: account.status, balance: 1234 as never }
    },
  })

/** Both what the test runner has loaded (for the worker) and what Node has (for the routes, which are found by their files). */
const native = createRequire(import.meta.url)('../../providers/index.ts') as { providers: Record<string, Provider> }
const registries = [providers as Record<string, Provider>, native.providers]
const shelters = {
  ABRIGO: shelterCalled('ABRIGO'),
  [MUTE]: shelterCalled(MUTE, { isMute: true }),
  [FREE]: shelterCalled(FREE, { risk: 'repeatable' }),
}

export type Reply = (response: ServerResponse) => void
export const reply =
  (status: number, body: object): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
export const hangUp: Reply = (response) => response.destroy()

export const SHELTER_TOKEN = 'lat-very-secret'
/** No sub-account has this id. */
export const UNKNOWN_ACCOUNT = 'acc_0'

export interface Shelter {
  baseUrl: string
  /** What it answers next; then it is content. `status` is every sub-account's: one that is `gone` is not there, `silent` hangs up. */
  script: {
    accounts: Reply[]
    papers: Reply[]
    status: 'waiting' | 'open' | 'closed' | 'quarantined' | 'gone' | 'silent'
  }
  calls: { route: string; body: Record<string, unknown> }[]
  /** How many sub-accounts it was asked for. */
  asked(): number
  reset(): void
  close(): void
}

/** A platform's account there. @returns its id. */
export async function addShelterAccount(
  { database, settings, platformId }: ChargeStack,
  { baseUrl }: Pick<Shelter, 'baseUrl'>,
  provider = 'ABRIGO',
): Promise<string> {
  const secrets = JSON.stringify({ secretKey: 'key', webhookToken: 'token' })
  const [account] = await database.writer
    .insert(providerAccounts)
    .values({
      platformId,
      provider,
      name: provider,
      baseUrl,
      sealedSecrets: seal(secrets, deriveKey(settings.masterKey, 'seal')),
      webhookTokenHash: randomBytes(32).toString('hex'),
    })
    .returning()
  return account?.id ?? ''
}

export async function startShelter(): Promise<Shelter> {
  for (const registry of registries) Object.assign(registry, shelters)
  const script: Shelter['script'] = { accounts: [], papers: [], status: 'waiting' }
  const calls: Shelter['calls'] = []
  let opened = 0
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    const route = `${request.method} ${pathname.replace(/acc_\d+/, ':id')}`
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {}
    calls.push({ route, body })
    const id = /acc_\d+/.exec(pathname)?.[0] ?? `acc_${++opened}`
    const account = reply(200, { id, live_api_token: SHELTER_TOKEN, status: script.status })
    if (route === 'POST /accounts') return (script.accounts.shift() ?? account)(response)
    if (route === 'POST /accounts/:id/papers') return (script.papers.shift() ?? reply(200, {}))(response)
    if (script.status === 'silent') return hangUp(response)
    return (id === UNKNOWN_ACCOUNT || script.status === 'gone' ? reply(404, { message: 'unknown' }) : account)(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script,
    calls,
    asked: () => calls.filter(({ route }) => route === 'POST /accounts').length,
    reset: () => {
      Object.assign(script, { accounts: [], papers: [], status: 'waiting' })
      calls.length = 0
    },
    close: () => {
      for (const registry of registries) for (const code of Object.keys(shelters)) delete registry[code]
      server.close().closeAllConnections()
    },
  }
}
