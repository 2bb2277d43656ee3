/** What the driver does by itself between an adapter's requests and the network. */
import { describe, expect, test } from 'vitest'
import { createBudget } from '../../gateway/budget.ts'
import { type Connection, drive } from '../../gateway/drive.ts'
import { createTokenCache } from '../../gateway/tokens.ts'
import type { Auth, Provider, Steps, WireRequest } from '../../providers/contract.ts'

const TOKEN_URL = 'https://any.example/token'

/** A provider that takes no token but the newest, and a connection on which its first one is known already. */
function lineTo(accepted: string) {
  const sent: (string | undefined)[] = []
  let fetched = 0
  const auth: Auth = {
    type: 'token',
    headers: (token) => ({ authorization: token }),
    earlySeconds: 60,
    *fetch() {
      fetched += 1
      yield { risk: 'repeatable', method: 'POST', url: TOKEN_URL, headers: {}, authenticated: false }
      return { token: `token-${fetched}`, expiresInSeconds: 600 }
    },
  }
  const connection = {
    http: {
      send: async ({ url, headers }: WireRequest) => {
        if (url === TOKEN_URL) return { status: 200, headers: {}, body: '' }
        sent.push(headers.authorization)
        return { status: headers.authorization === accepted ? 200 : 401, headers: {}, body: '' }
      },
      close: () => {},
    },
    provider: { code: 'ANY', auth, hosts: {} } as Partial<Provider> as Provider,
    context: { credentials: {} } as Connection['context'],
    accountId: 'account',
    platformId: 'platform',
    secrets: [],
    tokens: createTokenCache(),
    metrics: { providerCall: () => {}, unmappedStatus: () => {} } as Partial<
      Connection['metrics']
    > as Connection['metrics'],
    budget: createBudget({ perAccount: 1, waitingPerAccount: 10, total: 1 }),
    learnPatience: async () => {},
    identityFor: async () => undefined,
  } as Partial<Connection> as Connection
  return { connection, sent }
}

test('a token goes to no other address than the one for which it was fetched', async () => {
  const { connection, sent } = lineTo('token-1')
  await drive(connection, pay())
  const moved = { ...connection, context: { ...connection.context, baseUrl: 'https://other.example' } }
  await drive(moved, pay())
  await drive(connection, pay())
  // The other address refuses what it is shown, so it is asked twice: never with the first one's.
  expect(sent).toEqual(['token-1', 'token-2', 'token-3', 'token-1'])
})

function* pay(): Steps<number> {
  return (yield { risk: 'money', method: 'POST', url: 'https://any.example/', headers: {}, authenticated: true }).status
}

test('a token that is refused is fetched anew, and what was refused is sent once more', async () => {
  const { connection, sent } = lineTo('token-2')
  expect(await drive(connection, pay())).toBe(200)
  expect(sent).toEqual(['token-1', 'token-2'])
})

test('a new token that is refused too is the end of it', async () => {
  const { connection, sent } = lineTo('none')
  expect(await drive(connection, pay())).toBe(401)
  expect(sent).toEqual(['token-1', 'token-2'])
})

describe('what is learnt of a provider that refuses for being asked too often', () => {
  const answered = async (status: number, headers: Record<string, string> = {}) => {
    const learnt: unknown[] = []
    const { connection } = lineTo('token-1')
    const asked = drive(
      {
        ...connection,
        http: {
          send: async ({ url }) =>
            url === TOKEN_URL ? { status: 200, headers: {}, body: '' } : { status, headers, body: '' },
          close: () => {},
        },
        learnPatience: async (...told) => void learnt.push(told),
      },
      pay(),
    )
    expect(await asked).toBe(status)
    return learnt
  }

  test.each([
    ['for seconds', { 'retry-after': '7' }, 7],
    ['until a time', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT', date: 'Sun, 06 Nov 1994 08:49:07 GMT' }, 30],
    ['and names no time', {}, undefined],
  ] as const)('%s', async (_words, headers, seconds) => {
    expect(await answered(429, { ...headers })).toEqual([['account', seconds]])
  })

  test.each([200, 400, 403, 500, 503])('nothing of an answer %i', async (status) => {
    expect(await answered(status, { 'retry-after': '7' })).toEqual([])
  })
})
