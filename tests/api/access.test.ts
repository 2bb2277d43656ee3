import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateApiKey } from '../../api/access/api-keys.ts'
import { defined } from '../../domain/defined.ts'
import { nameOf, ROUTES, type Route } from './routes.ts'
import { PASSWORD, ROLES, startTestApi, statementsOf, type TestApi } from './support.ts'

const ADMIN_KEY = 'the key of the installation, long enough'
const NOBODYS = '00000000-0000-7000-8000-000000000000'
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ settings: { adminApiKey: ADMIN_KEY }, limits: { failuresPerMinute: 10_000 } })
})
afterAll(() => api?.close())

const url = ({ path }: Route) =>
  path
    .replace('{workflowId}', `charge%2F${NOBODYS}`)
    .replace('{id}', NOBODYS)
    .replace('{name}', 'photoDocument')
    .replace('{token}', 'x'.repeat(43))
    .replace('{provider}', 'asaas')

/** Streams never end by themselves: only their headers are waited for. */
async function statusOf(route: Route, headers: Record<string, string>): Promise<number> {
  const { method, payload } = route
  const answer = await api.app.inject({
    method,
    url: url(route),
    headers,
    payloadAsStream: true,
    ...defined({ payload }),
  })
  answer.stream().destroy()
  return answer.statusCode
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const guarded = ROUTES.filter(({ access }) => access !== 'public')

describe('every route', () => {
  it('is in the table, and the other way round', () => {
    const documented = Object.entries(api.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.sort()).toEqual(ROUTES.map(nameOf).sort())
  })

  it.each(guarded.map((route) => [nameOf(route), route] as const))('%s needs a caller', async (_, route) => {
    expect(await statusOf(route, {})).toBe(401)
    expect(await statusOf(route, bearer('trk_nobody'))).toBe(401)
    expect(await statusOf(route, { authorization: 'Basic abc' })).toBe(401)
    expect(await statusOf(route, { cookie: 'trilho.session_token=forged.signature' })).toBe(401)
  })

  it.each(guarded.flatMap((route) => ROLES.map((role) => [nameOf(route), role, route] as const)))(
    '%s as %s',
    async (_, role, route) => {
      const mayCall = ROLES.indexOf(role) >= ROLES.indexOf(route.access as (typeof ROLES)[number])
      const status = await statusOf(route, bearer(api.home.keys[role]))
      if (mayCall) expect([401, 403]).not.toContain(status)
      else expect(status).toBe(403)
    },
  )

  it.each(ROUTES.filter(({ access }) => access === 'public').map((route) => [nameOf(route), route] as const))(
    '%s needs none',
    async (_, route) => {
      const status = await statusOf(route, {})
      if (['/v1/auth/sign-in', '/v1/auth/second-factor'].includes(route.path)) expect(status).toBe(401)
      else expect([401, 403]).not.toContain(status)
    },
  )
})

describe('an API key', () => {
  it('is shown once, stored as a hash, and dead from the moment it is revoked', async () => {
    const created = await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', {
      payload: { name: 'shop', role: 'seller' },
    })
    const { id, key, hint } = created.json()
    expect(key).toMatch(/^trk_live_[\w-]{43}$/)
    expect(key.startsWith(hint)).toBe(true)
    expect((await api.call(key, 'GET', '/v1/me')).json()).toMatchObject({ name: 'shop', role: 'seller' })

    const listed = await api.call(api.home.keys.admin, 'GET', '/v1/api-keys?limit=100')
    expect(listed.body).not.toContain(key)
    const stored = await api.database.sql`SELECT * FROM api_keys WHERE id = ${id}`
    expect(JSON.stringify(stored)).not.toContain(key)

    expect((await api.call(api.home.keys.admin, 'DELETE', `/v1/api-keys/${id}`)).statusCode).toBe(204)
    expect((await api.call(key, 'GET', '/v1/me')).statusCode).toBe(401)
  })

  it('costs one statement a request', async () => {
    // What the API still does for an earlier request is counted, too: the least is this one's.
    const ask = () => api.call(api.home.keys.seller, 'GET', '/v1/me')
    await expect.poll(() => statementsOf(api, ask)).toHaveLength(1)
  })

  it('of another form is looked for nowhere', async () => {
    const forms = ['trk_nobody', `trk_live_${'x'.repeat(42)}`, `trk_live_${'x'.repeat(44)}`, `trk_${'x'.repeat(42)}.`]
    for (const key of forms) {
      await expect.poll(() => statementsOf(api, () => api.call(key, 'GET', '/v1/me'))).toEqual([])
    }
  })

  it('that is wrong is looked for with the others of its moment, and keeps no right one of its address out', async () => {
    const payload = { name: 'never used', role: 'seller' }
    const { key: unused } = (await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', { payload })).json()
    const ask = async (key: string) => (await api.call(key, 'GET', '/v1/me')).statusCode
    const wrong = Array.from({ length: 200 }, () => generateApiKey('live').key)
    const right = [unused, api.home.keys.seller]
    const statuses: number[] = []
    const statements = await statementsOf(api, async () => {
      statuses.push(...(await Promise.all([...wrong, ...right].map(ask))))
    })
    expect(statuses).toEqual([...wrong.map(() => 401), 200, 200])
    expect(statements.length).toBeLessThan(wrong.length / 2)
  })

  it('of the installation administers its first platform', async () => {
    const me = await api.call(ADMIN_KEY, 'GET', '/v1/me')
    expect(me.json()).toMatchObject({ role: 'admin', platform: { id: api.home.platformId } })
  })
})

describe('a session', () => {
  it('begins with the right password alone, and ends with signing out', async () => {
    const { emails } = api.home
    for (const payload of [
      { email: emails.seller, password: 'wrong' },
      { email: 'stranger@home.example', password: PASSWORD },
    ]) {
      const refused = await api.call(null, 'POST', '/v1/auth/sign-in', { payload })
      expect(refused.json()).toMatchObject({ status: 401, code: 'wrong_credentials' })
      expect(refused.headers['set-cookie']).toBeUndefined()
    }
    const cookie = await api.signIn(emails.operator)
    const me = await api.call(null, 'GET', '/v1/me', { headers: { cookie } })
    expect(me.json()).toMatchObject({ type: 'user', email: emails.operator, role: 'operator' })

    const out = await api.call(null, 'POST', '/v1/auth/sign-out', { headers: { cookie } })
    expect(out.statusCode).toBe(204)
    expect((await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).statusCode).toBe(401)
  })

  it('is a cookie that scripts cannot read and other sites do not get', async () => {
    const payload = { email: api.home.emails.seller, password: PASSWORD }
    const answer = await api.call(null, 'POST', '/v1/auth/sign-in', { payload })
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: 'trilho.session_token', httpOnly: true, sameSite: 'Lax', path: '/' }),
      expect.objectContaining({ name: 'trilho.known', httpOnly: true, sameSite: 'Lax', path: '/v1/auth' }),
    ])
  })

  it('that is used lives on', async () => {
    const cookie = await api.signIn(api.home.emails.seller)
    const look = () => api.call(null, 'GET', '/v1/me', { headers: { cookie } })
    expect((await look()).cookies).toEqual([])
    await api.database.sql`UPDATE sessions SET expires_at = now() + interval '5 days'`
    expect((await look()).cookies).toMatchObject([{ name: 'trilho.session_token', maxAge: 7 * 24 * 60 * 60 }])
  })

  it('has no other way in', async () => {
    const payload = { email: 'new@home.example', password: PASSWORD, name: 'New', role: 'admin' }
    for (const path of ['/v1/auth/sign-up', '/v1/auth/sign-up/email', '/api/auth/sign-up/email']) {
      expect((await api.call(null, 'POST', path, { payload })).statusCode).toBe(404)
    }
  })

  it('does not outlive a change of password or role', async () => {
    const { admin } = api.home.keys
    const payload = { name: 'Zoe', email: 'Zoe@Home.example', password: PASSWORD, role: 'operator' }
    const { id } = (await api.call(admin, 'POST', '/v1/users', { payload })).json()
    for (const change of [{ role: 'seller' }, { password: 'another long password' }]) {
      const cookie = await api.signIn('zoe@home.example')
      expect((await api.call(admin, 'PATCH', `/v1/users/${id}`, { payload: change })).statusCode).toBe(200)
      expect((await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).statusCode).toBe(401)
    }
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'http://other.127.0.0.1' }, 403],
    ['another site in an old browser', { origin: 'https://evil.example' }, 403],
    ['a sandboxed frame', { origin: 'null' }, 403],
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:9' }, 404],
    ['our own page in an old browser', { origin: 'http://127.0.0.1:9' }, 404],
    ['a program', {}, 404],
  ])('sent by %s', async (_, headers, expected) => {
    const cookie = await api.signIn(api.home.emails.operator)
    const answer = await api.call(null, 'POST', `/v1/webhook-events/${NOBODYS}/replay`, {
      headers: { cookie, ...headers },
    })
    expect(answer.statusCode).toBe(expected)
  })

  it('does not bother a key, which no browser sends by itself', async () => {
    const answer = await api.call(api.home.keys.operator, 'POST', `/v1/webhook-events/${NOBODYS}/replay`, {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    })
    expect(answer.statusCode).toBe(404)
  })
})
