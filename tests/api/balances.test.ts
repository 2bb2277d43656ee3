/** What accounts hold, as their providers' own ledgers have it. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountBalances } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const ask = async (key = api.home.keys.seller) => {
  const answer = await api.call(key, 'GET', '/v1/balances')
  expect(answer.statusCode).toBe(200)
  return answer.json().data as { providerAccountId: string; available: number | null; at: string | null }[]
}
const balanceOf = async (accountId: string) =>
  (await ask()).find(({ providerAccountId }) => providerAccountId === accountId)
/** As if half a minute had passed. */
const age = (accountId: string) =>
  api.database.writer
    .update(accountBalances)
    .set({ askedAt: sql`now() - interval '1 minute'` })
    .where(eq(accountBalances.providerAccountId, accountId))
const post = (path: string, payload: object) =>
  api.call(api.home.keys.seller, 'POST', path, { payload, headers: { 'idempotency-key': crypto.randomUUID() } })

const DISBURSEMENT = { paymentMethod: 'PIX', pixKey: 'maria@example.com', pixType: 'EMAIL', amount: 1234 }

test.each(['ASAAS', 'TRANSFEERA', 'NOXPAY'])('%s: what was paid in, less what went out', async (provider) => {
  const { id } = await api.connect(provider)
  const charge = await post('/v1/charges', { ...NEW_CHARGE, providerAccountId: id })
  expect(charge.statusCode).toBe(201)
  await vi.waitFor(async () => expect(await balanceOf(id)).toMatchObject({ available: 0, provider }), 60_000)
  await api.control('POST', `/transactions/${provider}/${charge.json().transactionId}/pay`)
  const person = { name: 'Maria Silva', document: '529.982.247-25' }
  const disbursement = { ...DISBURSEMENT, ...person, withdrawReference: crypto.randomUUID(), providerAccountId: id }
  expect((await post('/v1/withdrawals', disbursement)).statusCode).toBe(201)

  expect(await balanceOf(id), 'asked half a minute ago').toMatchObject({ available: 0 })
  await age(id)
  await vi.waitFor(async () => expect(await balanceOf(id)).toMatchObject({ available: 5000 - 1234 }), 60_000)
})

test('an account that owes is below zero', async () => {
  const { id } = await api.connect('ASAAS', { priority: 1 })
  const person = { name: 'Maria Silva', document: '529.982.247-25' }
  const disbursement = {
    ...DISBURSEMENT,
    ...person,
    amount: 90_000,
    withdrawReference: crypto.randomUUID(),
    providerAccountId: id,
  }
  expect((await post('/v1/withdrawals', disbursement)).statusCode).toBe(201)
  await vi.waitFor(async () => expect((await balanceOf(id))?.available).toBeLessThan(0), 60_000)
})

test('a provider that does not answer leaves what it said, and says why; another platform sees nothing of it', async () => {
  const { id } = await api.connect('NOXPAY')
  await vi.waitFor(async () => expect((await balanceOf(id))?.at).toEqual(expect.any(String)), 60_000)
  const before = await balanceOf(id)
  await api.control('PUT', '/faults/NOXPAY/readBalance', { fault: 'serverError', times: 0 })
  await age(id)
  await vi.waitFor(
    async () => expect(await balanceOf(id)).toEqual({ ...before, problem: expect.stringContaining('500') }),
    60_000,
  )
  expect(await ask(api.other.keys.admin)).toEqual([])
})

test('what was said to other keys is not shown', async () => {
  const { id } = await api.connect('NOXPAY')
  await vi.waitFor(async () => expect((await balanceOf(id))?.at).toEqual(expect.any(String)), 60_000)
  const change = { payload: { secretKey: 'another-key' } }
  expect((await api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${id}`, change)).statusCode).toBe(200)
  await vi.waitFor(async () => {
    expect(await balanceOf(id)).toMatchObject({ available: null, at: null, problem: expect.any(String) })
  }, 60_000)
})

test('all accounts are shown, whole or in pages, and those that were not asked are asked next', async () => {
  const { platformId, keys } = api.other
  await api.database.sql`
    INSERT INTO provider_accounts (id, platform_id, provider, name, sealed_secrets, webhook_token_hash)
    SELECT gen_random_uuid(), ${platformId}, 'NOXPAY', 'x', 'x', gen_random_uuid()::text FROM generate_series(1, 150)`
  const asked = async () => {
    const [row] = await api.database.sql<{ count: number }[]>`
      SELECT count(*)::int AS count FROM account_balances
      JOIN provider_accounts ON id = provider_account_id AND platform_id = ${platformId}`
    return row?.count
  }
  const shown = await ask(keys.seller)
  expect(shown).toHaveLength(150)
  const page = async (query: string) => (await api.call(keys.seller, 'GET', `/v1/balances?limit=100${query}`)).json()
  expect(await asked()).toBe(100)
  await api.database.sql`UPDATE account_balances SET asked_at = now() - interval '1 minute'`
  const first = await page('')
  expect(await asked()).toBe(150)
  const second = await page(`&cursor=${first.nextCursor}`)
  expect([...first.data, ...second.data]).toEqual(shown)
})
