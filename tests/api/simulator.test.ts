/** In test mode a developer is the buyer, the bank and the provider; for what is live there is no such thing. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CHARGE_SIMULATIONS, type ChargeSimulation, WITHDRAWAL_SIMULATIONS } from '../../domain/simulation.ts'
import { startTestMode, type TestMode } from './testing.ts'

let mode: TestMode
beforeAll(async () => {
  mode = await startTestMode()
})
afterAll(() => mode?.api.close())

const simulate = (path: string, action: string, key = mode.keys.seller) =>
  mode.post(key, `${path}/simulate`, { action })

async function becomes(path: string, expected: object): Promise<void> {
  await expect.poll(() => mode.get(mode.keys.seller, path), { timeout: 60_000 }).toMatchObject(expected)
}

const accountAt = async (provider: string) =>
  (await mode.get(mode.keys.seller, '/v1/provider-accounts')).data.find(
    (account: { provider: string }) => account.provider === provider,
  ).id

it.each([
  ['pay', { status: 'APPROVED' }],
  ['decline', { status: 'REJECTED' }],
  ['expire', { status: 'REJECTED' }],
] as const satisfies [ChargeSimulation, object][])('a Pix after %s', async (action, expected) => {
  const { id } = await mode.charged(mode.keys.seller, { providerAccountId: await accountAt('PAGUESAFE') })
  const answer = await simulate(`/v1/charges/${id}`, action)
  expect(answer.statusCode, answer.body).toBe(202)
  expect(answer.json()).toMatchObject({ id, livemode: false })
  await becomes(`/v1/charges/${id}`, expected)
})

it('a seller who hears no answer of the test provider is not told that nothing was done', async () => {
  const { id } = await mode.charged(mode.keys.seller, { providerAccountId: await accountAt('PAGUESAFE') })
  const real = globalThis.fetch
  const lossy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...args) => {
    const answer = await real(...args)
    if (String(args[0]).endsWith('/pay')) throw new TypeError('The answer was lost')
    return answer
  })
  const told = await simulate(`/v1/charges/${id}`, 'pay')
  lossy.mockRestore()
  expect(told.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  await becomes(`/v1/charges/${id}`, { status: 'APPROVED' })
})

it('a withdrawal is approved, and one that the bank does not carry out ends as its provider says', async () => {
  const withdrawn = async () => {
    const pix = { paymentMethod: 'PIX', pixKey: '529.982.247-25', pixType: 'CPF', amount: 100 }
    const body = { ...pix, providerAccountId: await accountAt('ZENDRY') }
    const answer = await mode.post(mode.keys.seller, '/v1/withdrawals', body)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    const path = `/v1/withdrawals/${answer.json().id}`
    await becomes(path, { withdrawId: expect.any(String) })
    return path
  }
  const rejected = await withdrawn()
  expect((await simulate(rejected, 'reject')).statusCode).toBe(202)
  await becomes(rejected, { status: 'CANCELED' })
  const approved = await withdrawn()
  expect((await simulate(approved, 'approve')).statusCode).toBe(202)
  await becomes(approved, { status: 'APPROVED' })
  expect((await simulate(approved, 'cancel')).statusCode).toBe(409)
})

it('a provider that was told to refuse refunds refuses them, and no others', async () => {
  const pagueSafe = { providerAccountId: await accountAt('PAGUESAFE') }
  const [refusing, other] = [await mode.paid(mode.keys.seller, pagueSafe), await mode.paid(mode.keys.seller, pagueSafe)]
  expect((await simulate(`/v1/charges/${refusing}`, 'refuseRefunds')).statusCode).toBe(202)
  const refund = (id: string) => mode.post(mode.keys.seller, `/v1/charges/${id}/refunds`, {})
  const refused = await refund(refusing)
  expect(refused.json()).toMatchObject({ status: 502, code: 'provider_refused' })
  const path = `/v1/refunds/${refused.json().disbursementId}`
  expect(await mode.get(mode.keys.seller, path)).toMatchObject({ state: 'REJECTED' })
  expect((await refund(other)).json()).toMatchObject({ state: 'APPROVED' })
})

it('what cannot happen now is refused in words, and changes nothing', async () => {
  const { id } = await mode.charged(mode.keys.seller)
  const refused = await simulate(`/v1/charges/${id}`, 'refund')
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toMatch(/pending/)
  expect((await simulate(`/v1/charges/${id}`, 'refuseRefunds')).statusCode).toBe(409)
  expect((await simulate(`/v1/charges/${id}`, 'steal')).statusCode).toBe(400)
  expect(await mode.get(mode.keys.seller, `/v1/charges/${id}`)).toMatchObject({ status: 'PENDING' })
})

it('of live charges and withdrawals, and of those of others, there is none', async () => {
  const { api, keys } = mode
  const live = await mode.charged(api.home.keys.seller)
  const other = await mode.newTestKey('admin', api.other.keys.admin)
  const test = await mode.charged(keys.seller)
  for (const action of CHARGE_SIMULATIONS) {
    for (const key of [api.home.keys.seller, api.home.keys.admin, keys.admin, other]) {
      expect((await simulate(`/v1/charges/${live.id}`, action, key)).statusCode, action).toBe(404)
    }
    expect((await simulate(`/v1/charges/${test.id}`, action, other)).statusCode, action).toBe(404)
    expect((await simulate(`/v1/charges/${test.id}`, action, api.home.keys.admin)).statusCode, action).toBe(404)
  }
  for (const action of WITHDRAWAL_SIMULATIONS) {
    const path = `/v1/withdrawals/${crypto.randomUUID()}`
    expect((await simulate(path, action, api.home.keys.admin)).statusCode, action).toBe(404)
  }
  expect(await mode.get(api.home.keys.seller, `/v1/charges/${live.id}`)).toMatchObject({ status: 'PENDING' })
  expect(await mode.get(keys.seller, `/v1/charges/${test.id}`)).toMatchObject({ status: 'PENDING' })
})

it('a buyer’s page says whether it is live', async () => {
  const page = async (key: string) => {
    const { url } = (await mode.post(key, '/v1/payment-links', { amount: 1000, title: 'Aula' })).json()
    return (await mode.api.app.inject(`/v1/checkout/pages/${url.split('/').pop()}`)).json()
  }
  expect(await page(mode.keys.seller)).toMatchObject({ livemode: false })
  expect(await page(mode.api.home.keys.seller)).toMatchObject({ livemode: true })
})
