/**
 * A provider that only opens receivers: in two requests, with a token, to be read until they are approved. It is put into the
 * registry of the tests that need one.
 */
import { createRequire } from 'node:module'
import { Type } from 'typebox'
import type { Provider } from '../../providers/contract.ts'
import { providers } from '../../providers/index.ts'
import { inCents } from '../../providers/kit/amounts.ts'
import { basic } from '../../providers/kit/auth.ts'
import { secret } from '../../providers/kit/credentials.ts'
import { defineProvider } from '../../providers/kit/define-provider.ts'
import { path } from '../../providers/kit/wire.ts'

const Account = Type.Object({
  id: Type.String(),
  live_api_token: Type.Optional(Type.String()),
  status: Type.String(),
})
const shelter = defineProvider({
  code: 'ABRIGO',
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
  receiverStatuses: { known: { open: 'ACTIVE', closed: 'REJECTED' }, unknown: 'PENDING' },
  errors: { messages: ['message'] },
  *createReceiver(request, { wire }) {
    const body = { ref: request.reference, document: request.document, income: request.providerData?.incomeValue }
    const account = yield* wire.post('/accounts', body, Account, { risk: 'money' })
    const papers = { files: request.documents }
    yield* wire.post(path`/accounts/${account.id}/papers`, papers, Type.Object({}), { risk: 'repeatable' })
    return { receiverId: account.id, receiverToken: account.live_api_token, rawStatus: account.status }
  },
  *readReceiver({ receiverId, receiverToken }, { wire }) {
    const query = { token: receiverToken ?? '' }
    const account = yield* wire.get(path`/accounts/${receiverId}`, Account, query)
    return { receiverId: account.id, rawStatus: account.status, balance: 1234 as never }
  },
})

/** Both for what the test runner has loaded (the worker) and for what Node has (the routes, which are found by their files). */
export function registerShelter(): void {
  const native = createRequire(import.meta.url)('../../providers/index.ts') as { providers: Record<string, Provider> }
  for (const registry of [providers as Record<string, Provider>, native.providers]) registry.ABRIGO = shelter
}
