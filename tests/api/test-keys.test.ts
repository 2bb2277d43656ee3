/** Test keys, the people around them, and the accounts that they reach. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testTwinOf } from '../../domain/mode.ts'
import { startSellerSystem } from '../support/seller-system.ts'
import { NEW_CHARGE } from './charging.ts'
import { ROUTES } from './routes.ts'
import { browserOf } from './signing-in.ts'
import { startTestApi } from './support.ts'
import { startTestMode, type TestMode } from './testing.ts'

let mode: TestMode
beforeAll(async () => {
  mode = await startTestMode()
})
afterAll(async () => {
  await mode?.api.close()
})

describe('a test key', () => {
  it('shows what it is, and stands among the platform’s keys', async () => {
    expect(mode.keys.seller).toMatch(/^trk_test_[\w-]{43}$/)
    const { data } = await mode.get(mode.api.home.keys.admin, '/v1/api-keys?limit=100')
    const ours = data.filter(({ mode }: { mode: string }) => mode === 'test')
    expect(ours).toHaveLength(3)
    expect(ours.some(({ hint }: { hint: string }) => mode.keys.admin.startsWith(hint))).toBe(true)
    expect(await mode.get(mode.keys.seller, '/v1/me')).toMatchObject({
      livemode: false,
      platform: { id: testTwinOf(mode.api.home.platformId), name: 'home' },
    })
    expect(await mode.get(mode.api.home.keys.seller, '/v1/me')).toMatchObject({ livemode: true, testMode: true })
  })

  it('is dead from the moment it is revoked with a live one', async () => {
    const key = await mode.newTestKey('seller')
    const { data } = await mode.get(mode.api.home.keys.admin, '/v1/api-keys?limit=1')
    expect((await mode.api.call(mode.api.home.keys.admin, 'DELETE', `/v1/api-keys/${data[0].id}`)).statusCode).toBe(204)
    expect((await mode.api.call(key, 'GET', '/v1/me')).statusCode).toBe(401)
  })

  it('is no way to people, keys or platforms', async () => {
    const shared = ROUTES.filter(
      ({ method, path }) =>
        /^\/v1\/(api-keys|users|invitations|me\/(?!saved-filters))/.test(path) ||
        (method === 'POST' && path === '/v1/platforms'),
    )
    expect(shared.length).toBeGreaterThan(20)
    for (const { method, path } of shared) {
      const url = path.replace('{id}', uuidv7()).replace('{name}', 'photoDocument')
      const answer = await mode.api.call(mode.keys.admin, method, url, method === 'GET' ? {} : { payload: {} })
      expect(answer.statusCode, `${method} ${path}`).toBe(403)
    }
  })

  it('belongs to one platform: another one’s test data are not there', async () => {
    const theirs = await mode.newTestKey('admin', mode.api.other.keys.admin)
    const { id } = await mode.charged(theirs)
    expect((await mode.api.call(mode.keys.admin, 'GET', `/v1/charges/${id}`)).statusCode).toBe(404)
    expect(await mode.idsAt(mode.keys.admin, '/v1/charges')).not.toContain(id)
  })
})

describe('an account of test mode', () => {
  it('is made by the provider’s code alone: real keys and addresses are refused', async () => {
    const refused = [{ secretKey: 'sk_live_x' }, { baseUrl: 'https://api.asaas.com' }, { publicKey: 'x' }]
    for (const more of refused) {
      const answer = await mode.post(mode.keys.admin, '/v1/provider-accounts', { provider: 'IUGU', ...more })
      expect([answer.statusCode, answer.json().errors?.[0].rule]).toEqual([422, 'testMode'])
    }
    const made = await mode.post(mode.keys.admin, '/v1/provider-accounts', { provider: 'IUGU', name: 'Outra' })
    expect(made.json()).toMatchObject({ name: 'Outra', baseUrl: expect.stringContaining(mode.api.sandbox.url) })
    for (const payload of refused) {
      const answer = await mode.api.call(mode.keys.admin, 'PATCH', `/v1/provider-accounts/${made.json().id}`, {
        payload,
      })
      expect([answer.statusCode, answer.json().errors?.[0].rule]).toEqual([422, 'testMode'])
    }
  })

  it('reaches nothing but the fake providers, whatever address stands in its row', async () => {
    const real = await startSellerSystem()
    const made = (await mode.post(mode.keys.admin, '/v1/provider-accounts', { provider: 'PAGSTAR' })).json()
    expect(made.baseUrl).toContain(mode.api.sandbox.url)
    await mode.api.database.sql`UPDATE provider_accounts SET base_url = ${real.url} WHERE id = ${made.id}`
    const answer = await mode.post(mode.keys.seller, '/v1/charges', { ...NEW_CHARGE, providerAccountId: made.id })
    expect(answer.statusCode).toBe(502)
    expect(answer.json().detail).toContain('other mode')
    expect(real.arrived).toEqual([])
    await real.close()
  })
})

describe('a person', () => {
  it('sees test data below /test/v1, live data elsewhere, and the same people in both', async () => {
    const cookie = await mode.api.signIn(mode.api.home.emails.admin)
    const ask = async (url: string) => (await mode.api.app.inject({ method: 'GET', url, headers: { cookie } })).json()
    const { id } = await mode.charged(mode.keys.seller)
    const idsOf = async (url: string) => (await ask(url)).data.map((row: { id: string }) => row.id)
    expect(await idsOf('/test/v1/charges')).toContain(id)
    expect(await idsOf('/v1/charges?limit=100')).not.toContain(id)
    expect(await ask('/test/v1/me')).toMatchObject({ livemode: false, email: mode.api.home.emails.admin })
    expect(await ask('/v1/me')).toMatchObject({ livemode: true })
    for (const url of ['/v1/users', '/v1/api-keys']) expect(await idsOf(`/test${url}`)).toEqual(await idsOf(url))
  })

  it('has the filters that they saved in each mode there alone', async () => {
    const ask = browserOf(mode.api, await mode.api.signIn(mode.api.home.emails.seller))
    for (const place of ['', '/test']) {
      const filter = { list: 'charges', name: 'x', search: `q=${place.length}` }
      expect((await ask('POST', `${place}/v1/me/saved-filters`, filter)).statusCode).toBe(201)
      expect((await ask('GET', `${place}/v1/me/saved-filters`)).json().data).toMatchObject([filter])
    }
  })

  it('opens test mode by looking, on a platform that has made no key', async () => {
    const cookie = await mode.api.signIn(mode.api.other.emails.seller)
    const answer = await mode.api.app.inject({ method: 'GET', url: '/test/v1/charges', headers: { cookie } })
    expect(answer.statusCode).toBe(200)
  })

  it('is not taken for one where a live key asks below /test', async () => {
    for (const [method, url] of [
      ['GET', '/test/v1/charges'],
      ['POST', '/test/v1/charges'],
    ] as const) {
      const answer = await mode.api.call(
        mode.api.home.keys.admin,
        method,
        url,
        method === 'POST' ? { payload: NEW_CHARGE } : {},
      )
      expect(answer.statusCode).toBe(403)
    }
    expect((await mode.api.call(mode.keys.seller, 'GET', '/test/v1/me')).json().livemode).toBe(false)
  })
})

it('is refused where the installation has no fake providers', async () => {
  const without = await startTestApi()
  try {
    const payload = { name: 'x', role: 'seller', mode: 'test' }
    const made = await without.call(without.home.keys.admin, 'POST', '/v1/api-keys', { payload })
    expect([made.statusCode, made.json().detail]).toEqual([422, expect.stringContaining('no test mode')])
    const cookie = await without.signIn(without.home.emails.admin)
    const seen = await without.app.inject({ method: 'GET', url: '/test/v1/charges', headers: { cookie } })
    expect(seen.statusCode).toBe(422)
    expect((await without.call(without.home.keys.admin, 'GET', '/v1/me')).json().testMode).toBe(false)
  } finally {
    await without.close()
  }
})
