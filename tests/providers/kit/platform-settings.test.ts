/** What a provider declares to need of a platform is what its adapter is handed, and no more. */
import { expect, test } from 'vitest'
import type { PlatformContext } from '../../../providers/contract.ts'
import { inCents } from '../../../providers/kit/amounts.ts'
import { bearer } from '../../../providers/kit/auth.ts'
import { secret } from '../../../providers/kit/credentials.ts'
import { defineProvider } from '../../../providers/kit/define-provider.ts'
import { play } from '../support/play.ts'

const PLATFORM = { privateKey: 'chave', defaultReceiverId: 're1' }

function handed(platformRequires: readonly (keyof PlatformContext)[] | undefined, platform?: PlatformContext) {
  let seen: PlatformContext | undefined
  const provider = defineProvider({
    code: 'EXAMPLE',
    name: 'Example',
    evidence: 'specification',
    host: 'https://example.com',
    credentials: [secret('token', 'secretKey')],
    auth: bearer('{token}'),
    idempotency: { type: 'none' },
    lookup: null,
    amounts: inCents,
    ...(platformRequires ? { platformRequires } : {}),
    expirySeconds: {},
    statuses: { known: {}, unknown: null },
    errors: { messages: ['message'] },
    // biome-ignore lint/correctness/useYield: it sends nothing.
    *readBalance(_question, { platform }) {
      seen = platform
      return { available: 0 }
    },
  })
  const context = { credentials: { token: 't' }, now: '2026-01-15T15:00:00.000Z', entropy: 'e' }
  play(provider.readBalance({}, platform ? { ...context, platform } : context), () => {
    throw new Error('It sends nothing')
  })
  return { seen, declared: provider.platformRequires }
}

test.each([
  [undefined, PLATFORM, {}],
  [['privateKey'], PLATFORM, { privateKey: 'chave' }],
  [['defaultReceiverId', 'privateKey'], PLATFORM, PLATFORM],
  [['defaultReceiverId'], {}, {}],
  [['defaultReceiverId'], undefined, {}],
] as const)('of one that declares %j and a platform with %j it sees %j', (required, platform, seen) => {
  expect(handed(required, platform).seen).toEqual(seen)
})

test('what it declares stands in the order of the settings', () => {
  expect(handed(['defaultReceiverId', 'privateKey']).declared).toEqual(['privateKey', 'defaultReceiverId'])
  expect(handed(undefined).declared).toEqual([])
})
