import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLog } from '../../db/schema/index.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const admin = () => api.home.keys.admin
const add = (changes: object = {}, key = admin()) =>
  api.call(key, 'POST', '/v1/users', {
    payload: { name: 'Ana', email: 'ana@home.example', password: PASSWORD, role: 'operator', ...changes },
  })

describe('a person', () => {
  it('is added, may sign in, and belongs to the platform of the administrator who added them', async () => {
    const answer = await add({ email: 'Bia@Home.example' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      email: 'bia@home.example',
      role: 'operator',
      platformId: api.home.platformId,
    })
    expect(answer.body).not.toContain(PASSWORD)
    const me = await api.call(null, 'GET', '/v1/me', { headers: { cookie: await api.signIn('bia@home.example') } })
    expect(me.json()).toMatchObject({ role: 'operator', platform: { id: api.home.platformId } })
  })

  it('has an e-mail that no other person has', async () => {
    await add({ email: 'caio@home.example' })
    expect((await add({ email: 'CAIO@home.example' })).json()).toMatchObject({ status: 409, code: 'conflict' })
    expect((await add({ email: 'caio@home.example' }, api.other.keys.admin)).statusCode).toBe(409)
  })

  it.each([
    ['a short password', { password: 'short' }, 422],
    ['an unknown role', { role: 'owner' }, 400],
    ["another platform's id", { platformId: '00000000-0000-7000-8000-000000000000' }, 400],
  ])('is not added with %s', async (_, changes, status) => {
    expect((await add({ email: 'dora@home.example', ...changes })).statusCode).toBe(status)
  })

  it.each([
    ['role', 'seller'],
    ['disabled', true],
    ['password', 'another password'],
  ])('does not change their own %s, nor by a key of their own', async (name, value) => {
    const cookie = await api.signIn(api.home.emails.admin)
    const signedIn = { headers: { cookie } }
    const { id } = (await api.call(null, 'GET', '/v1/me', signedIn)).json()
    const wanted = { name: 'mine', role: 'admin' }
    const { key } = (await api.call(null, 'POST', '/v1/api-keys', { ...signedIn, payload: wanted })).json()
    const payload = { [name]: value }
    for (const answer of [
      await api.call(null, 'PATCH', `/v1/users/${id}`, { ...signedIn, payload }),
      await api.call(key, 'PATCH', `/v1/users/${id}`, { payload }),
    ]) {
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: `/${name}` }] })
    }
    expect((await api.call(null, 'GET', '/v1/me', signedIn)).statusCode).toBe(200)
  })

  it('who changes something is on record', async () => {
    const { id } = (await add({ email: 'eva@home.example' })).json()
    await api.call(admin(), 'PATCH', `/v1/users/${id}`, { payload: { role: 'admin', password: 'another password' } })
    const log = await api.database.writer.select().from(auditLog)
    const detail = { changed: ['role', 'password'], role: 'admin' }
    expect(log).toContainEqual(
      expect.objectContaining({ actor: 'API key admin', action: 'user.change', target: `user/${id}`, detail }),
    )
    expect(JSON.stringify(log)).not.toContain('another password')
  })
})

describe('who is disabled', () => {
  const change = (id: string, payload: object, options: object = { headers: { authorization: `Bearer ${admin()}` } }) =>
    api.call(null, 'PATCH', `/v1/users/${id}`, { ...options, payload })
  const signIn = (email: string, password = PASSWORD) =>
    api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password } })
  const me = async (cookie: string) => (await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).statusCode

  it('is out at once, cannot sign in, and is told no more than a stranger; and may come back', async () => {
    const email = 'fabi@home.example'
    const { id } = (await add({ email })).json()
    const cookie = await api.signIn(email)
    expect(await me(cookie)).toBe(200)
    expect((await change(id, { disabled: true })).json()).toMatchObject({ id, disabled: true })
    expect(await me(cookie)).toBe(401)
    const [refused, stranger] = [await signIn(email), await signIn('stranger@home.example')]
    expect(refused.headers['set-cookie']).toBeUndefined()
    const { requestId: _, ...said } = refused.json()
    const { requestId: __, ...saidToStranger } = stranger.json()
    expect(said).toEqual(saidToStranger)
    expect(await api.database.sql`SELECT id FROM sessions WHERE user_id = ${id}`).toEqual([])
    await change(id, { disabled: false })
    expect(await me(await api.signIn(email))).toBe(200)
  })

  it('is not disabled by their own hand', async () => {
    const cookie = await api.signIn(api.home.emails.admin)
    const { id } = (await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).json()
    const refused = await change(id, { disabled: true }, { headers: { cookie } })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/disabled' }] })
  })
})

describe('one’s own password', () => {
  const NEW = 'a brand new password'
  const change = (cookie: string, payload: object) =>
    api.call(null, 'POST', '/v1/me/password', { headers: { cookie }, payload })

  it('is changed by a user who knows it, and ends the other sessions', async () => {
    const email = 'gil@home.example'
    await add({ email })
    const [first, second] = [await api.signIn(email), await api.signIn(email)]
    const wrong = await change(first, { password: 'not the password', newPassword: NEW })
    expect(wrong.json()).toMatchObject({ status: 422, errors: [{ path: '/password', rule: 'password' }] })
    expect((await change(first, { password: PASSWORD, newPassword: 'short' })).statusCode).toBe(422)
    expect((await change(first, { password: PASSWORD, newPassword: NEW })).statusCode).toBe(204)
    const look = async (cookie: string) => (await api.call(null, 'GET', '/v1/me', { headers: { cookie } })).statusCode
    expect([await look(first), await look(second)]).toEqual([200, 401])
    const signIn = (password: string) => api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password } })
    expect([(await signIn(PASSWORD)).statusCode, (await signIn(NEW)).statusCode]).toEqual([401, 200])
  })

  it('is nothing that an API key has', async () => {
    const payload = { password: PASSWORD, newPassword: NEW }
    expect((await api.call(admin(), 'POST', '/v1/me/password', { payload })).statusCode).toBe(409)
  })
})

describe('the audit log', () => {
  const log = async (query = '', key = admin()) => (await api.call(key, 'GET', `/v1/audit-log?${query}`)).json()

  it('tells who signed in, who failed to, and from where', async () => {
    const email = 'hugo@home.example'
    const { id } = (await add({ email })).json()
    await api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password: 'a wrong password' } })
    await api.signIn(email)
    const { data } = await log(`actor=${email}`)
    expect(data).toMatchObject([
      { actor: email, action: 'sign-in', target: `user/${id}`, ip: '127.0.0.1' },
      { actor: email, action: 'sign-in.refused', target: `user/${id}`, ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(data)).not.toContain('a wrong password')
    expect((await log(`target=user/${id}&action=user.create`)).data).toMatchObject([{ actor: 'API key admin' }])
    expect((await log('', api.other.keys.admin)).data.map(({ target }: { target: string }) => target)).not.toContain(
      `user/${id}`,
    )
  })

  it('is read page by page, newest first, within bounds of time', async () => {
    const { data: all } = await log('limit=100')
    expect(all.length).toBeGreaterThan(5)
    const pages = []
    let cursor = ''
    do {
      const page = await log(`limit=3${cursor && `&cursor=${cursor}`}`)
      pages.push(...page.data)
      cursor = page.nextCursor
    } while (cursor)
    expect(pages).toEqual(all)
    expect(all.map(({ at }: { at: string }) => at)).toEqual(
      all
        .map(({ at }: { at: string }) => at)
        .toSorted()
        .toReversed(),
    )
    const [from, to] = [all[4].at, all[1].at]
    const within = all.filter(({ at }: { at: string }) => at >= from && at < to)
    expect((await log(`limit=100&from=${from}&to=${to}`)).data).toEqual(within)
  })
})

describe('a platform', () => {
  const found = (key: string, email: string) =>
    api.call(key, 'POST', '/v1/platforms', {
      payload: { name: 'Nova Loja', admin: { name: 'Rui', email, password: PASSWORD } },
    })

  it('is founded with its administrator, by the first platform alone', async () => {
    const answer = await found(admin(), 'rui@nova.example')
    expect(answer.statusCode).toBe(201)
    const { id } = answer.json()
    const cookie = await api.signIn('rui@nova.example')
    const me = await api.call(null, 'GET', '/v1/me', { headers: { cookie } })
    expect(me.json()).toMatchObject({ role: 'admin', platform: { id, name: 'Nova Loja' } })
    expect((await api.call(null, 'GET', '/v1/charges', { headers: { cookie } })).json().data).toEqual([])
    expect((await found(api.other.keys.admin, 'x@nova.example')).json()).toMatchObject({ status: 403 })
  })

  it('is founded with all that it can be changed to, but for its logo', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const settings = {
      defaultReceiverId: 'matriz',
      brandColor: '#123456',
      supportEmail: 'ajuda@nova.example',
      supportPhone: '(11) 91234-5678',
      installmentFees: [0, 2],
      approvalAbove: 0,
      approvalHours: 5,
      secondFactorRequired: true,
      latePayments: 'refund',
    }
    const found = (changes: object) =>
      api.call(admin(), 'POST', '/v1/platforms', {
        payload: {
          name: 'Completa',
          admin: { name: 'Bia', email: 'bia@nova.example', password: PASSWORD },
          privateKey: Buffer.from(privateKey).toString('base64'),
          ...settings,
          ...changes,
        },
      })
    const noKey = await found({ privateKey: 'bm8ga2V5' })
    expect(noKey.json()).toMatchObject({ status: 422, errors: [{ path: '/privateKey' }] })
    for (const [name, text] of [
      ['supportEmail', 'ajuda'],
      ['supportPhone', '        '],
      ['supportPhone', '(--) ----------'],
    ] as const) {
      const wrong = await found({ [name]: text })
      expect(wrong.json(), text).toMatchObject({ status: 422, errors: [{ path: `/${name}` }] })
    }
    const answer = await found({})
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ ...settings, hasPrivateKey: true })
    expect(answer.body).not.toContain(Buffer.from(privateKey).toString('base64'))
  })

  it('is not founded when its administrator cannot be added', async () => {
    const before = await api.database.sql`SELECT count(*) FROM platforms`
    expect((await found(admin(), api.other.emails.seller)).statusCode).toBe(409)
    expect(await api.database.sql`SELECT count(*) FROM platforms`).toEqual(before)
  })

  it('changes its name, and shows of its secret for notifications how it ends', async () => {
    const url = `/v1/platforms/${api.home.platformId}`
    const renamed = await api.call(admin(), 'PATCH', url, {
      payload: { name: 'Casa', certCashInUrl: 'http://x.test/c' },
    })
    expect(renamed.json()).toMatchObject({ name: 'Casa', certCashInUrl: 'http://x.test/c' })
    const { data } = (await api.call(admin(), 'GET', '/v1/platforms')).json()
    expect(data).toMatchObject([{ id: api.home.platformId, webhookSecretEnding: expect.stringMatching(/^.{4}$/) }])
    expect(JSON.stringify(data)).not.toContain('whsec_')
    await api.call(admin(), 'PATCH', url, { payload: { certCashInUrl: null } })
    expect((await api.call(admin(), 'GET', '/v1/platforms')).json().data[0].certCashInUrl).toBeNull()
  })

  it('says up to what amount a payment is believed that only an address proves', async () => {
    const url = `/v1/platforms/${api.other.platformId}`
    const key = api.other.keys.admin
    const shown = async () => (await api.call(key, 'GET', '/v1/platforms')).json().data[0].maxUnprovedAmount
    expect(await shown()).toBe(50_000)
    const changed = await api.call(key, 'PATCH', url, { payload: { maxUnprovedAmount: 0 } })
    expect(changed.json()).toMatchObject({ maxUnprovedAmount: 0 })
    expect(await shown()).toBe(0)
    const refused = await api.call(key, 'PATCH', url, { payload: { maxUnprovedAmount: -1 } })
    expect(refused.statusCode).toBe(422)
  })

  it('keeps what paying out needs: a receiver that is shown, a signing key that never comes back', async () => {
    const url = `/v1/platforms/${api.home.platformId}`
    const pem = (type: 'rsa' | 'ed25519') => {
      const { privateKey } =
        type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519')
      return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64')
    }
    const change = (payload: object) => api.call(admin(), 'PATCH', url, { payload })
    const key = pem('rsa')
    const kept = await change({ defaultReceiverId: 're_casa', privateKey: key })
    expect(kept.json()).toMatchObject({ defaultReceiverId: 're_casa', hasPrivateKey: true })
    expect(kept.body).not.toContain(key)
    const [row] = await api.database.sql`SELECT sealed_private_key FROM platforms WHERE id = ${api.home.platformId}`
    expect(row?.sealed_private_key).not.toContain(key.slice(0, 40))
    for (const wrong of ['chave', pem('ed25519')]) {
      const refused = await change({ privateKey: wrong })
      expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/privateKey' }] })
      expect(refused.body).not.toContain(wrong)
    }
    expect((await change({ defaultReceiverId: null, privateKey: null })).json()).toMatchObject({
      defaultReceiverId: null,
      hasPrivateKey: false,
    })
  })
})
