/** A person is invited by e-mail, and what is tried with it by those who should not be let in. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo, onPage, tokenIn } from './mailed-links.ts'
import { browserOf, newPerson } from './signing-in.ts'
import { startTestApi, type TestApi } from './support.ts'

const PATH = '/v1/invitations'
const CHOSEN = 'a password of my own'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    limits: { signInsPerMinute: 10_000, failuresPerMinute: 10_000 },
    settings: { sandboxUrl: 'http://127.0.0.1:9' },
  })
})
afterAll(() => api?.close())

const admin = (method: string, path = PATH, payload?: object) =>
  api.call(api.home.keys.admin, method, path, { payload })
const address = () => `${uuidv7()}@convidados.example`
const invite = async (email = address(), role = 'operator') => {
  const answer = await admin('POST', PATH, { email, role })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string; email: string }>()
}
const stateOf = async (id: string) =>
  (await admin('GET', `${PATH}?limit=100`)).json().data.find((row: { id: string }) => row.id === id)?.state
const accept = (token: string, changes: object = {}) =>
  onPage(api).use({ token, name: 'Bia', password: CHOSEN, ...changes })
const signIn = (email: string, password = CHOSEN) =>
  api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password } })

describe('an invitation', () => {
  it('reaches its address, shows what it is, and makes a person who chose their own password', async () => {
    const email = address()
    const { id } = await invite(email.toUpperCase())
    expect((await mailsTo(api, email)).map(({ subject }) => subject)).toEqual(['Convite para o painel de home'])
    const token = await tokenIn(api, email)
    expect((await onPage(api).look(token)).json()).toMatchObject({
      kind: 'invitation',
      email,
      role: 'operator',
      platform: { name: 'home' },
    })
    expect((await onPage(api).look(token)).statusCode).toBe(200)
    expect((await accept(token, { name: undefined })).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/name' }],
    })
    expect((await accept(token, { password: 'short' })).statusCode).toBe(422)
    expect((await accept(token)).statusCode).toBe(204)
    expect((await signIn(email)).json()).toMatchObject({
      email,
      name: 'Bia',
      role: 'operator',
      platform: { name: 'home' },
    })
    expect(await stateOf(id)).toBe('accepted')
  })

  it('is good once, for the first who uses it', async () => {
    const { email } = await invite()
    const token = await tokenIn(api, email)
    const answers = await Promise.all([accept(token), accept(token), accept(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404, 404])
    expect((await onPage(api).look(token)).statusCode).toBe(404)
  })

  it('is kept as a hash: nothing in the database lets a reader of it in', async () => {
    const { id, email } = await invite()
    const token = await tokenIn(api, email)
    const { sql } = api.database
    const rows = [await sql`SELECT * FROM access_links WHERE id = ${id}`, await sql`SELECT * FROM mails`]
    expect(rows[0]).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await accept(String(rows[0]?.[0]?.token_hash))).statusCode).toBe(404)
    expect((await accept(id)).statusCode).toBe(404)
  })

  it('is good for a week', async () => {
    const { id, email } = await invite()
    const token = await tokenIn(api, email)
    await api.database
      .sql`UPDATE access_links SET expires_at = expires_at - interval '6 days 23 hours' WHERE id = ${id}`
    expect((await onPage(api).look(token)).statusCode).toBe(200)
    await api.database.sql`UPDATE access_links SET expires_at = expires_at - interval '1 hour' WHERE id = ${id}`
    expect((await accept(token)).statusCode).toBe(404)
    expect(await stateOf(id)).toBe('expired')
    expect(await mailsTo(api, email)).toEqual([])
  })

  it('is withdrawn, or sent again with a new link, and the one before is good for nothing', async () => {
    const { id, email } = await invite()
    const first = await tokenIn(api, email)
    const again = await admin('POST', `${PATH}/${id}/resend`)
    expect(again.json()).toMatchObject({ email, role: 'operator', state: 'open' })
    const second = await tokenIn(api, email)
    expect(second).not.toBe(first)
    expect((await accept(first)).statusCode).toBe(404)
    expect(await stateOf(id)).toBe('withdrawn')
    const path = `${PATH}/${again.json().id}`
    expect((await admin('DELETE', path)).statusCode).toBe(204)
    expect((await admin('DELETE', path)).statusCode).toBe(409)
    expect((await accept(second)).statusCode).toBe(404)
    expect((await signIn(email)).statusCode).toBe(401)
  })

  it('is good for nothing once the person who was added without it is removed', async () => {
    const { email } = await invite()
    const token = await tokenIn(api, email)
    const person = { name: 'Bia', email, password: CHOSEN, role: 'operator' }
    const { id } = (await admin('POST', '/v1/users', person)).json()
    expect((await admin('DELETE', `/v1/users/${id}`)).statusCode).toBe(204)
    expect((await accept(token)).statusCode).toBe(404)
    expect((await signIn(email)).statusCode).toBe(401)
  })

  it('of the same address takes the place of the one before, and one that was accepted is not sent again', async () => {
    const { id, email } = await invite()
    const first = await tokenIn(api, email)
    await invite(email, 'seller')
    expect((await accept(first)).statusCode).toBe(404)
    expect(await stateOf(id)).toBe('withdrawn')
    expect((await accept(await tokenIn(api, email))).statusCode).toBe(204)
    const { data } = (await admin('GET', `${PATH}?limit=100`)).json()
    const accepted = data.find(
      (row: { email: string; state: string }) => row.email === email && row.state === 'accepted',
    )
    expect((await admin('POST', `${PATH}/${accepted.id}/resend`)).statusCode).toBe(409)
  })

  it.each([
    ['is disabled', { disabled: true }],
    ['is no administrator any more', { role: 'operator' }],
  ])('is good for nothing once the administrator who invited %s', async (_, change) => {
    const { id, cookie } = await newPerson(api, 'admin')
    const email = address()
    expect((await browserOf(api, cookie)('POST', PATH, { email, role: 'admin' })).statusCode).toBe(201)
    const token = await tokenIn(api, email)
    expect((await admin('PATCH', `/v1/users/${id}`, change)).statusCode).toBe(200)
    expect((await onPage(api).look(token)).statusCode).toBe(404)
    expect((await accept(token)).statusCode).toBe(404)
  })

  it('tells administrators of no other platform’s people: only the holder of the mail learns that there is an account', async () => {
    const email = api.other.emails.seller
    const [known, unknown] = [await invite(email), await invite()]
    const { id: _, email: __, ...saidOfKnown } = known
    const { id: ___, email: ____, ...saidOfUnknown } = unknown
    const withoutTimes = (row: object) => ({ ...row, createdAt: '', expiresAt: '' })
    expect(withoutTimes(saidOfKnown)).toEqual(withoutTimes(saidOfUnknown))
    const token = await tokenIn(api, email)
    expect((await accept(token)).json()).toMatchObject({ status: 409, detail: 'This e-mail has an account already' })
    expect((await api.signIn(email)).length).toBeGreaterThan(0)
    expect((await admin('POST', PATH, { email: api.home.emails.seller, role: 'admin' })).statusCode).toBe(409)
  })

  it('is no way to write to a person without end', async () => {
    const email = address()
    for (let count = 0; count < 5; count += 1) await invite(email)
    const refused = await admin('POST', PATH, { email, role: 'seller' })
    expect(refused.json()).toMatchObject({ status: 429, errors: [{ path: '/email', rule: 'invitationsPerDay' }] })
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    const elsewhere = await api.call(api.other.keys.admin, 'POST', PATH, { payload: { email, role: 'seller' } })
    // What one platform does keeps no other from inviting.
    expect(elsewhere.statusCode).toBe(201)
    expect((await accept(await tokenIn(api, email))).statusCode).toBe(204)
  })

  it('is read by no seller, also where there is no mail server, and is used by no other site’s page', async () => {
    const { email } = await invite()
    const [mail] = await mailsTo(api, email)
    const shown = (await api.call(api.home.keys.operator, 'GET', '/v1/mailbox')).json()
    expect(shown.data).not.toContainEqual(expect.objectContaining({ to: email }))
    for (const key of [api.home.keys.operator, api.other.keys.admin]) {
      expect((await api.call(key, 'GET', `/v1/mailbox/${mail?.id}/page`)).statusCode).toBe(404)
    }
    const payload = { token: await tokenIn(api, email), name: 'Bia', password: CHOSEN }
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await api.call(null, 'POST', '/v1/auth/links/use', { payload, headers })).statusCode).toBe(403)
  })
})

describe('the last administrator', () => {
  it('stays one, whichever administrator asks, and also when two send each other away at once', async () => {
    const admins = async () =>
      (await api.call(api.other.keys.admin, 'GET', '/v1/users?limit=100'))
        .json()
        .data.filter(({ role, disabled }: { role: string; disabled: boolean }) => role === 'admin' && !disabled)
    const change = (id: string, payload: object) =>
      api.call(api.other.keys.admin, 'PATCH', `/v1/users/${id}`, { payload })
    const [only] = await admins()
    const refusedRole = await change(only.id, { role: 'seller' })
    expect(refusedRole.json()).toMatchObject({ status: 422, errors: [{ path: '/role', rule: 'lastAdmin' }] })
    const refused = await change(only.id, { disabled: true })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/disabled', rule: 'lastAdmin' }] })
    const second = await api.call(api.other.keys.admin, 'POST', '/v1/users', {
      payload: { name: 'Rui', email: address(), password: CHOSEN, role: 'admin' },
    })
    const both = await Promise.all([change(only.id, { disabled: true }), change(second.json().id, { role: 'seller' })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    expect(await admins()).toHaveLength(1)
  })
})

describe('an administrator sees of a person', () => {
  it('when they last signed in, and whether they have a second factor', async () => {
    const { id, cookie } = await newPerson(api)
    const shown = async () =>
      (await admin('GET', '/v1/users?limit=100')).json().data.find((row: { id: string }) => row.id === id)
    expect(await shown()).toMatchObject({ secondFactor: 'off', lastSignInAt: expect.any(String), disabled: false })
    await admin('PATCH', `/v1/platforms/${api.home.platformId}`, { secondFactorRequired: true })
    expect(await shown()).toMatchObject({ secondFactor: 'needed' })
    await admin('PATCH', `/v1/platforms/${api.home.platformId}`, { secondFactorRequired: false })
    const added = await admin('POST', '/v1/users', { name: 'Eva', email: address(), password: CHOSEN, role: 'seller' })
    expect(added.json()).toMatchObject({ secondFactor: 'off', lastSignInAt: null })
    expect((await browserOf(api, cookie)('GET', '/v1/me')).statusCode).toBe(200)
  })
})

describe('an e-mail that another platform has made a sign-in for', () => {
  const PASSWORD_OF_STRANGER = 'a password of a stranger'
  const occupy = async (email: string) => {
    const payload = { name: 'Ana', email, password: PASSWORD_OF_STRANGER, role: 'admin' }
    const answer = await api.call(api.other.keys.admin, 'POST', '/v1/users', { payload })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<{ id: string }>()
  }
  const statusOf = async (email: string, password: string) => (await signIn(email, password)).statusCode

  it('is taken by its owner, who was invited and says so; the platform that made it reads that they are gone', async () => {
    const email = address()
    const { id } = await occupy(email)
    await invite(email)
    const token = await tokenIn(api, email)
    expect((await accept(token)).json()).toMatchObject({
      status: 409,
      errors: [{ path: '/replace', rule: 'unconfirmed' }],
    })
    expect(await statusOf(email, PASSWORD_OF_STRANGER)).toBe(200)
    expect((await accept(token, { replace: true })).statusCode).toBe(204)
    expect(await statusOf(email, PASSWORD_OF_STRANGER)).toBe(401)
    expect((await signIn(email)).json()).toMatchObject({ email, platform: { name: 'home' } })
    const log = (await api.call(api.other.keys.admin, 'GET', `/v1/audit-log?target=user%2F${id}`)).json()
    expect(log.data).toContainEqual(expect.objectContaining({ action: 'user.remove', actor: email }))
    expect(JSON.stringify(log)).not.toContain(api.home.platformId)
  })

  it.each([
    ['is not theirs to end where they chose its password by a link', true],
    ['is theirs to end where an administrator chose another one since', false],
  ])('%s', async (_, isTheirs) => {
    const email = address()
    const { id } = await occupy(email)
    await api.call(null, 'POST', '/v1/auth/password-reset', { payload: { email } })
    const ofOther = (path: string) => api.call(api.other.keys.admin, 'GET', path)
    await onPage(api).use({ token: await tokenIn(api, email, ofOther), password: CHOSEN })
    if (!isTheirs) {
      const payload = { password: PASSWORD_OF_STRANGER }
      await api.call(api.other.keys.admin, 'PATCH', `/v1/users/${id}`, { payload })
    }
    await invite(email)
    const answer = await accept(await tokenIn(api, email), { replace: isTheirs })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().errors?.[0]?.rule).toBe(isTheirs ? undefined : 'unconfirmed')
  })
})
