/** However many keys a platform has, it leaves room for the others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_LIVING_KEYS } from '../../db/queries/access/keys.ts'
import { apiKeys } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

const ALLOWED = 20

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ limits: { requestsPerMinute: ALLOWED, platformRequestsPerMinute: ALLOWED } })
})
afterAll(() => api?.close())

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

it('what several keys ask for is counted together, and another platform is not held up', async () => {
  const { seller, operator } = api.home.keys
  const statusOf = async (key: string) => (await api.call(key, 'GET', '/v1/me')).statusCode
  for (let asked = 0; asked < ALLOWED; asked += 1) await statusOf(asked % 2 === 0 ? seller : operator)
  const refused = await api.call(operator, 'GET', '/v1/me')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await statusOf(seller)).toBe(429)
  expect(await statusOf(api.other.keys.seller)).toBe(200)
})

it("an account's webhooks are counted by account: another's from the same address are taken", async () => {
  const [busy, quiet] = [await api.addAccount(api.home, 'ASAAS'), await api.addAccount(api.other, 'ASAAS')]
  const tell = async ({ token }: { token: string }, id: number) =>
    (await api.call(null, 'POST', `/webhooks/asaas/${token}`, { payload: { id: `evt_${id}`, event: 'OTHER' } }))
      .statusCode
  for (let told = 0; told < ALLOWED; told += 1) expect(await tell(busy, told)).toBe(200)
  expect(await tell(busy, ALLOWED)).toBe(429)
  expect(await tell(quiet, 0)).toBe(200)
})
