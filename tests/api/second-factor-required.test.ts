/** A platform that asks everybody for a second factor, and the sessions of a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeNow } from '../support/authenticator.ts'
import { browserOf, newPerson, personWithFactor } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ limits: { signInsPerMinute: 10_000 } })
})
afterAll(() => api?.close())

const require = (secondFactorRequired: boolean) =>
  api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload: { secondFactorRequired } })

describe('a platform that asks for a second factor', () => {
  it('lets those without one set it up and nothing else; keys and other platforms go on', async () => {
    const without = await newPerson(api, 'admin')
    const having = await personWithFactor(api)
    const browser = browserOf(api, without.cookie)
    expect((await require(true)).json()).toMatchObject({ secondFactorRequired: true })
    for (const [method, path] of [
      ['GET', '/v1/charges'],
      ['GET', '/v1/users'],
      ['POST', '/v1/api-keys'],
      ['PATCH', `/v1/platforms/${api.home.platformId}`],
      ['GET', '/v1/charges/stream'],
    ] as const) {
      const refused = await browser(method, path, method === 'GET' ? undefined : { name: 'x', role: 'admin' })
      expect(refused.json(), path).toMatchObject({ status: 403, code: 'second_factor_needed' })
    }
    expect((await browser('GET', '/v1/me')).json()).toMatchObject({ secondFactor: 'needed' })
    expect((await browserOf(api, having.cookie)('GET', '/v1/charges')).statusCode).toBe(200)
    expect((await api.call(api.home.keys.seller, 'GET', '/v1/charges')).statusCode).toBe(200)
    const theirs = browserOf(api, await api.signIn(api.other.emails.seller))
    expect((await theirs('GET', '/v1/charges')).statusCode).toBe(200)

    const { secret } = (await browser('POST', '/v1/me/second-factor', { password: PASSWORD })).json()
    expect((await browser('GET', '/v1/charges')).statusCode).toBe(403)
    await browser('POST', '/v1/me/second-factor/confirm', { code: codeNow(secret) })
    expect((await browser('GET', '/v1/charges')).statusCode).toBe(200)
    await browser('POST', '/v1/me/second-factor/disable', { password: PASSWORD, code: codeNow(secret, 1) })
    expect((await browser('GET', '/v1/charges')).statusCode).toBe(403)
    await require(false)
    expect((await browser('GET', '/v1/charges')).statusCode).toBe(200)
  })
})

describe('sessions', () => {
  interface Sessions {
    data: { id: string; current: boolean; address: string; browser: string }[]
  }
  const enterWith = async (email: string, agent: string) => {
    const payload = { email, password: PASSWORD }
    const answer = await api.call(null, 'POST', '/v1/auth/sign-in', { payload, headers: { 'user-agent': agent } })
    return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  }
  const look = async (cookie: string) => (await browserOf(api, cookie)('GET', '/v1/me')).statusCode

  it('are listed with where they come from, this one marked, and no token; each is ended', async () => {
    const { email, cookie } = await newPerson(api)
    const [phone, desk] = [await enterWith(email, 'Phone/1.0'), await enterWith(email, `Desk/${'9'.repeat(2000)}`)]
    const browser = browserOf(api, phone)
    const listed = await browser('GET', '/v1/me/sessions')
    const { data } = listed.json<Sessions>()
    expect(data.map(({ current, address, browser: name }) => [current, address, name.slice(0, 9)])).toEqual([
      [false, '127.0.0.1', 'Desk/9999'],
      [true, '127.0.0.1', 'Phone/1.0'],
      [false, '127.0.0.1', expect.any(String)],
    ])
    const tokens = await api.database.sql<{ token: string }[]>`SELECT token FROM sessions`
    for (const { token } of tokens) expect(listed.body).not.toContain(token)

    const idOf = (name: string) => data.find((session) => session.browser.startsWith(name))?.id
    expect((await browser('DELETE', `/v1/me/sessions/${idOf('Phone')}`)).json()).toMatchObject({ status: 422 })
    expect((await browser('DELETE', `/v1/me/sessions/${idOf('Desk')}`)).statusCode).toBe(204)
    expect([await look(desk), await look(phone), await look(cookie)]).toEqual([401, 200, 200])
    expect((await browser('DELETE', '/v1/me/sessions')).statusCode).toBe(204)
    expect([await look(phone), await look(cookie)]).toEqual([200, 401])
  })

  it('are for no other user to see or to end, and no key has any', async () => {
    const [mine, theirs] = [await newPerson(api), await newPerson(api)]
    const { data } = (await browserOf(api, theirs.cookie)('GET', '/v1/me/sessions')).json<Sessions>()
    for (const { id } of data) {
      expect((await browserOf(api, mine.cookie)('DELETE', `/v1/me/sessions/${id}`)).statusCode).toBe(404)
    }
    expect(await look(theirs.cookie)).toBe(200)
    await browserOf(api, mine.cookie)('DELETE', '/v1/me/sessions')
    expect(await look(theirs.cookie)).toBe(200)
    expect((await api.call(api.home.keys.admin, 'GET', '/v1/me/sessions')).statusCode).toBe(409)
  })
})
