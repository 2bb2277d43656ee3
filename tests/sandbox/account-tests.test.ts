/** Whether an account's keys are right is found out by a question that moves nothing, at every fake provider. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Connection } from '../../gateway/drive.ts'
import { testAccount } from '../../gateway/test-account.ts'
import { providers } from '../../providers/index.ts'
import { openConnection } from './live-connection.ts'
import { type Api, launchSandbox } from './support.ts'

const STRANGE = 'c0ffee00'.repeat(4)
/** Their keys are found right or wrong by no question that moves nothing. */
const UNKNOWABLE: Readonly<Record<string, string>> = { FIREBANK: 'impossible', NOXPAY: 'unclear' }
/** The specification lists it as empty. */
const codes = Object.keys(providers).filter((code) => code !== 'ULTRAGATE')

let api: Api
beforeAll(async () => {
  api = await launchSandbox()
})
afterAll(() => api.close())

const outcomeOf = async (code: string, change: (connection: Connection) => Connection) =>
  (await testAccount(async () => change(await openConnection(api, code)), STRANGE)).outcome

const withContext = (connection: Connection, change: Partial<Connection['context']>): Connection => ({
  ...connection,
  context: { ...connection.context, ...change },
})

function withKey(connection: Connection, key: string): Connection {
  const names = Object.entries(connection.context.credentials)
  const credentials = Object.fromEntries(
    names.map(([name, value]) => [name, name.startsWith('certificate') ? value : key]),
  )
  return withContext(connection, { credentials })
}

const moneyRequests = async (code: string) => [
  ...(await api.transactions(code)),
  ...(await api.requests(code)).filter(({ committed }: { committed: number }) => committed > 0),
]

describe.each(codes)('%s', (code) => {
  it('takes its own keys, refuses others, and moves nothing', async () => {
    expect(await outcomeOf(code, (connection) => connection)).toBe(UNKNOWABLE[code] ?? 'accepted')
    const refused = UNKNOWABLE[code] === 'impossible' ? 'impossible' : 'refused'
    expect(await outcomeOf(code, (connection) => withKey(connection, 'bogus-key'))).toBe(refused)
    expect(await moneyRequests(code)).toEqual([])
  })

  it.each([
    [200, '{}'],
    [200, '[]'],
    [200, '<html></html>'],
    [404, '{}'],
    [500, ''],
  ])('an address that answers %d %s to everybody proves nothing', async (status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const elsewhere = (connection: Connection) => withContext(connection, { baseUrl })
    expect(await outcomeOf(code, elsewhere)).not.toBe('accepted')
  })
})
