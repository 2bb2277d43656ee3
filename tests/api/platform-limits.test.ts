/** However many keys a platform has, it leaves room for the others, and one key leaves room for the rest of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_LIVING_KEYS } from '../../db/queries/access/keys.ts'
import { apiKeys } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const ALLOWED = 20
const TOGETHER = 30
const NOTICES = 60

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({
    limits: { requestsPerMinute: ALLOWED, platformRequestsPerMinute: TOGETHER, webhooksPerMinute: NOTICES },
    startWorker: false,
  })
})
afterAll(() => api?.close())

const statusOf = async (key: string) => (await api.call(key, 'GET', '/v1/me')).statusCode

it('what several keys ask for is counted together; another platform, tests, people and the end of a key are not held up', async () => {
  const { seller, operator, admin } = api.home.keys
  const made = async (mode: string) => {
    const payload = { name: mode, role: 'seller', mode }
    return (await api.call(admin, 'POST', '/v1/api-keys', { payload })).json()
  }
  const [live, test] = [await made('live'), await made('test')]
  const cookie = await api.signIn(api.home.emails.seller)
  const together = await Promise.all(
    [seller, operator].flatMap((key) => Array.from({ length: TOGETHER / 2 }, () => statusOf(key))),
  )
  expect(new Set(together)).toEqual(new Set([200]))
  const refused = await api.call(admin, 'GET', '/v1/me')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await statusOf(live.key)).toBe(429)
  expect(await statusOf(test.key)).toBe(200)
  expect((await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).statusCode).toBe(200)
  expect((await api.call(admin, 'DELETE', `/v1/api-keys/${live.id}`)).statusCode).toBe(204)
  expect(await statusOf(api.other.keys.seller)).toBe(200)
})

it('a key that runs wild is refused alone', async () => {
  const { seller, operator } = api.other.keys
  const wild = await Promise.all(Array.from({ length: 2 * TOGETHER }, () => statusOf(seller)))
  expect(wild).toContain(429)
  expect(await statusOf(operator)).toBe(200)
})

const makeKey = () =>
  api.call(api.home.keys.admin, 'POST', '/v1/api-keys', { payload: { name: 'one more', role: 'seller' } })

it('a platform has no more living keys than it may, and a revoked one makes room', async () => {
  const { writer, sql } = api.database
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM api_keys WHERE platform_id = ${api.home.platformId}`
  const row = { platformId: api.home.platformId, name: 'x', role: 'seller' as const, hint: 'x' }
  const more = Array.from({ length: MOST_LIVING_KEYS - count }, (_, number) => ({ ...row, hash: `hash ${number}` }))
  const added = await writer.insert(apiKeys).values(more).returning({ id: apiKeys.id })
  expect((await makeKey()).json()).toMatchObject({ status: 422, errors: [{ rule: 'maxApiKeys' }] })
  const revoked = await api.call(api.home.keys.admin, 'DELETE', `/v1/api-keys/${added[0]?.id}`)
  expect(revoked.statusCode).toBe(204)
  expect((await makeKey()).statusCode).toBe(201)
})

it('a platform has no more accounts than it may, also at the same moment; a removed one makes room, until there were too many', async () => {
  const { home, other, database } = api
  const fill = (most: number, isRemoved: boolean) => database.sql`
    INSERT INTO provider_accounts (id, platform_id, provider, name, sealed_secrets, webhook_token_hash, deleted_at)
    SELECT gen_random_uuid(), ${home.platformId}, 'ASAAS', 'x', 'x', gen_random_uuid()::text, CASE WHEN ${isRemoved} THEN now() END
    FROM generate_series(1, ${most}::int - (SELECT count(*)::int FROM provider_accounts WHERE platform_id = ${home.platformId}))`
  const adminOf = async ({ emails }: typeof home) => {
    const headers = { cookie: await api.signIn(emails.admin) }
    const call = (method: 'POST' | 'DELETE', id = '', payload?: object) =>
      api.call(null, method, `/v1/provider-accounts${id}`, { headers, ...defined({ payload }) })
    return { call, connect: () => call('POST', '', { provider: 'ASAAS', secretKey: 'x' }) }
  }
  const { call, connect } = await adminOf(home)
  await fill(199, false)
  const atOnce = await Promise.all([connect(), connect(), connect()])
  expect(atOnce.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422])
  expect((await connect()).json()).toMatchObject({ errors: [{ path: '', rule: 'maxAccounts' }] })
  expect((await (await adminOf(other)).connect()).statusCode).toBe(201)
  const remove = (id: string) => call('DELETE', `/${id}`)
  const made = atOnce.find(({ statusCode }) => statusCode === 201)?.json()
  expect((await remove(made.id)).statusCode).toBe(204)
  const another = await connect()
  expect(another.statusCode).toBe(201)
  await fill(1_000, true)
  expect((await remove(another.json().id)).statusCode).toBe(204)
  expect((await connect()).json()).toMatchObject({ status: 422, errors: [{ rule: 'maxAccounts' }] })
})

it("an account's notices have a limit of their own; neither another account's nor a flood without proof takes from it", async () => {
  const secrets = { secretKey: 'test-key', webhookSecret: 'told-by-the-dashboard' }
  const [busy, quiet, foreign] = [
    await api.addAccount(api.home, 'ASAAS', { secrets }),
    await api.addAccount(api.home, 'ASAAS', { secrets }),
    await api.addAccount(api.other, 'ASAAS', { secrets }),
  ]
  const tell = async ({ token }: { token: string }, id: number, secret = secrets.webhookSecret) => {
    const headers = { 'asaas-access-token': secret }
    const payload = { id: `evt_${id}`, event: 'OTHER' }
    return (await api.call(null, 'POST', `/webhooks/asaas/${token}`, { headers, payload })).statusCode
  }
  const flood = await Promise.all(Array.from({ length: 2 * NOTICES }, (_, number) => tell(busy, number, 'guessed')))
  expect(new Set(flood)).toEqual(new Set([401, 429]))
  for (let told = 0; told < NOTICES; told += 1) expect(await tell(busy, told)).toBe(200)
  expect(await tell(busy, NOTICES)).toBe(429)
  expect(await tell(quiet, 0)).toBe(200)
  expect(await tell(foreign, 0)).toBe(200)
})

it.each([
  ['a long notice', { pix: [{ txid: 'x'.repeat(NOTICES * 2048) }] }, ''],
  ['a long notice of what looks like card numbers', { pix: [{ txid: '4 '.repeat(NOTICES * 1024) }] }, ''],
  ['movements that are each stored with long headers', { pix: numbered(NOTICES / 3) }, 'x'.repeat(5_000)],
])('%s: counted by what came', async (_, payload, padding) => {
  const { token } = await api.connect('TREEAL')
  const secret = api.sandbox.accounts.find(({ provider }) => provider === 'TREEAL')?.webhookSecret ?? ''
  const headers = { 'x-webhook-secret': secret, 'x-padding': padding }
  const tell = async () => (await api.call(null, 'POST', `/webhooks/treeal/${token}`, { headers, payload })).statusCode
  expect([await tell(), await tell()]).toEqual([200, 429])
})

function numbered(count: number) {
  return Array.from({ length: count }, (_, number) => ({ txid: `${number}` }))
}
