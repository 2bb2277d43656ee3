/** A second factor, and what an intruder does about it who knows the password, or holds a session that is not theirs. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeNow, wrongCode } from '../support/authenticator.ts'
import { browserOf, newPerson, pendingCookie, personWithFactor, secondStep } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ limits: { signInsPerMinute: 10_000 } })
})
afterAll(() => api?.close())

const FACTOR = '/v1/me/second-factor'
const look = async (cookie: string) => (await browserOf(api, cookie)('GET', '/v1/me')).statusCode
const cookieOf = (answer: Awaited<ReturnType<typeof secondStep>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')

describe('setting one up', () => {
  it('counts once a code confirms it, ends the other sessions, and shows its secret and its recovery codes once', async () => {
    const { email, cookie } = await newPerson(api)
    const [browser, elsewhere] = [browserOf(api, cookie), await api.signIn(email)]
    expect((await browser('GET', FACTOR)).json()).toEqual({ state: 'off', confirmedAt: null, recoveryCodesLeft: 0 })
    const { secret, uri } = (await browser('POST', FACTOR, { password: PASSWORD })).json()
    expect(uri).toContain(secret)
    expect(await api.signIn(email)).toContain('trilho.session_token')
    expect((await browser('GET', FACTOR)).json()).toMatchObject({ state: 'off' })
    const refused = await browser('POST', `${FACTOR}/confirm`, { code: wrongCode(secret) })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/code', rule: 'code' }] })
    const confirmed = await browser('POST', `${FACTOR}/confirm`, { code: codeNow(secret, 1) })
    expect(confirmed.json().recoveryCodes).toHaveLength(10)
    expect([await look(cookie), await look(elsewhere)]).toEqual([200, 401])
    const shown = await browser('GET', FACTOR)
    expect(shown.json()).toMatchObject({ state: 'on', recoveryCodesLeft: 10 })
    expect((await browser('GET', '/v1/me')).json()).toMatchObject({ secondFactor: 'on' })
    expect(shown.body).not.toContain(secret)
  })

  it('needs the password, and no API key has one', async () => {
    const { cookie } = await newPerson(api)
    const refused = await browserOf(api, cookie)('POST', FACTOR, { password: 'not the password' })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/password' }] })
    const key = await api.call(api.home.keys.admin, 'POST', FACTOR, { payload: { password: PASSWORD } })
    expect(key.statusCode).toBe(409)
  })

  it('is finished by the session that began it, and while it is fresh', async () => {
    const { id, email, cookie } = await newPerson(api)
    const other = browserOf(api, await api.signIn(email))
    const { secret } = (await browserOf(api, cookie)('POST', FACTOR, { password: PASSWORD })).json()
    const code = codeNow(secret, 1)
    expect((await other('POST', `${FACTOR}/confirm`, { code })).statusCode).toBe(409)
    await api.database.sql`UPDATE second_factors SET created_at = now() - interval '16 minutes' WHERE user_id = ${id}`
    expect((await browserOf(api, cookie)('POST', `${FACTOR}/confirm`, { code })).statusCode).toBe(409)
  })

  it('replaces none that counts', async () => {
    const { cookie, secret } = await personWithFactor(api)
    const browser = browserOf(api, cookie)
    expect((await browser('POST', FACTOR, { password: PASSWORD })).statusCode).toBe(409)
    expect((await browser('POST', `${FACTOR}/confirm`, { code: codeNow(secret, 1) })).statusCode).toBe(409)
  })

  it('is stored sealed, and its recovery codes hashed', async () => {
    const { id, secret, recoveryCodes } = await personWithFactor(api)
    const [factor] = await api.database.sql`SELECT * FROM second_factors WHERE user_id = ${id}`
    const codes = await api.database.sql`SELECT * FROM recovery_codes WHERE factor_id = ${factor?.id}`
    const stored = JSON.stringify([factor, codes])
    expect(codes).toHaveLength(10)
    for (const plain of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(plain)
      expect(stored).not.toContain(plain.replaceAll('-', ''))
    }
    const log = JSON.stringify(await api.database.sql`SELECT * FROM audit_log WHERE target = ${`user/${id}`}`)
    expect(log).toContain('secondFactor.enable')
    expect(log).not.toContain(secret)
  })
})

describe('signing in', () => {
  it('asks for a code after the password; until then there is no session', async () => {
    const { email, secret } = await personWithFactor(api)
    const payload = { email, password: PASSWORD }
    const asked = await api.call(null, 'POST', '/v1/auth/sign-in', { payload })
    expect(asked.statusCode).toBe(202)
    expect(asked.json()).toEqual({ next: 'secondFactor', expiresAt: expect.any(String) })
    expect(asked.cookies).toEqual([
      expect.objectContaining({
        name: 'trilho.pending',
        httpOnly: true,
        sameSite: 'Lax',
        path: '/v1/auth',
        maxAge: 300,
      }),
    ])
    const cookie = await pendingCookie(api, email)
    const token = cookie.split('=')[1]
    for (const as of [cookie, `trilho.session_token=${token}`, `trilho.session_token=${token}.${token}`]) {
      expect(await look(as)).toBe(401)
      expect((await browserOf(api, as)('GET', '/v1/charges')).statusCode).toBe(401)
    }
    const wrong = await secondStep(api, cookie, wrongCode(secret))
    expect(wrong.json()).toMatchObject({ status: 401, code: 'wrong_code' })
    expect(wrong.cookies).toEqual([])
    const entered = await secondStep(api, cookie, codeNow(secret, 1))
    expect(entered.json()).toMatchObject({ email, secondFactor: 'on' })
    expect(await look(cookieOf(entered))).toBe(200)
    const audit = `/v1/audit-log?actor=${email}&limit=3`
    expect((await api.call(api.home.keys.admin, 'GET', audit)).json().data).toMatchObject([
      { action: 'sign-in', detail: { secondFactor: 'app' } },
      { action: 'sign-in.refused', detail: { secondFactor: 'wrong' } },
      { action: 'secondFactor.enable' },
    ])
  })

  it('takes a code once, in one sign-in or in two, and none older than the last', async () => {
    const { email, secret } = await personWithFactor(api)
    const first = await pendingCookie(api, email)
    const code = codeNow(secret, 1)
    expect((await secondStep(api, first, code)).statusCode).toBe(200)
    expect((await secondStep(api, first, code)).json()).toMatchObject({ code: 'sign_in_expired' })
    for (const used of [code, codeNow(secret)]) {
      expect((await secondStep(api, await pendingCookie(api, email), used)).json()).toMatchObject({
        code: 'wrong_code',
      })
    }
  })

  it('takes one code once also when it comes many times at one moment', async () => {
    const { email, secret } = await personWithFactor(api)
    const cookies = [await pendingCookie(api, email), await pendingCookie(api, email), await pendingCookie(api, email)]
    const code = codeNow(secret, 1)
    const answers = await Promise.all(cookies.map((cookie) => secondStep(api, cookie, code)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401])
  })

  it('takes a recovery code in its place, once, however it is typed', async () => {
    const { email, recoveryCodes } = await personWithFactor(api)
    const [first = '', second = ''] = recoveryCodes
    const entered = await secondStep(api, await pendingCookie(api, email), first.toLowerCase().replaceAll('-', ' '))
    expect(entered.statusCode).toBe(200)
    const browser = browserOf(api, cookieOf(entered))
    expect((await browser('GET', FACTOR)).json()).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await secondStep(api, await pendingCookie(api, email), first)).json()).toMatchObject({ code: 'wrong_code' })
    expect((await secondStep(api, await pendingCookie(api, email), second)).statusCode).toBe(200)
  })

  it("takes no other person's codes", async () => {
    const [mine, theirs] = [await personWithFactor(api), await personWithFactor(api)]
    const cookie = await pendingCookie(api, mine.email)
    for (const code of [codeNow(theirs.secret), theirs.recoveryCodes[0] ?? '']) {
      expect((await secondStep(api, cookie, code)).json()).toMatchObject({ code: 'wrong_code' })
    }
  })

  it('asks for the password again after five codes, and after five minutes', async () => {
    const { id, email, secret, recoveryCodes } = await personWithFactor(api)
    const cookie = await pendingCookie(api, email)
    await api.database.sql`UPDATE pending_sign_ins SET codes_tried = 5 WHERE user_id = ${id}`
    expect((await secondStep(api, cookie, recoveryCodes[0] ?? '')).json()).toMatchObject({ code: 'sign_in_expired' })
    const late = await pendingCookie(api, email)
    await api.database.sql`UPDATE pending_sign_ins SET expires_at = now() - interval '1 second' WHERE user_id = ${id}`
    expect((await secondStep(api, late, codeNow(secret, 1))).json()).toMatchObject({ code: 'sign_in_expired' })
    expect((await secondStep(api, '', codeNow(secret, 1))).json()).toMatchObject({ code: 'sign_in_expired' })
  })

  it('is over once the person is disabled, or has another password', async () => {
    const { id, email, secret } = await personWithFactor(api)
    for (const change of [{ disabled: true }, { disabled: false, password: 'another password' }]) {
      await api.call(api.home.keys.admin, 'PATCH', `/v1/users/${id}`, {
        payload: { disabled: false, password: PASSWORD },
      })
      const cookie = await pendingCookie(api, email)
      await api.call(api.home.keys.admin, 'PATCH', `/v1/users/${id}`, { payload: change })
      expect((await secondStep(api, cookie, codeNow(secret, 1))).json()).toMatchObject({ code: 'sign_in_expired' })
    }
  })
})

describe('a sign-in that is under way', () => {
  const waitForLock = () =>
    vi.waitFor(async () => {
      const [row] = await api.database.sql`
        SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for share%'`
      expect(row?.waiting).toBe(1)
    }, 60_000)

  it('ends with all others when the password changes', async () => {
    const { id, email } = await newPerson(api)
    const entering = await api.database.sql.begin(async (tx) => {
      await tx`UPDATE users SET updated_at = now() WHERE id = ${id}`
      const payload = { email, password: PASSWORD }
      const answer = api.call(null, 'POST', '/v1/auth/sign-in', { payload })
      await waitForLock()
      await tx`DELETE FROM sessions WHERE user_id = ${id}`
      return { answer }
    })
    expect((await entering.answer).json()).toMatchObject({ status: 401 })
    const [row] = await api.database.sql`SELECT count(*)::int AS sessions FROM sessions WHERE user_id = ${id}`
    expect(row?.sessions).toBe(0)
  })
})

describe('guessing', () => {
  it('is stopped for the person, over however many sign-ins it is spread, and longer each time', async () => {
    const { id, email, secret, cookie: own } = await personWithFactor(api)
    const wrong = wrongCode(secret)
    const guess = async (code = wrong) => secondStep(api, await pendingCookie(api, email), code)
    for (let n = 0; n < 5; n += 1) expect((await guess()).json()).toMatchObject({ code: 'wrong_code' })
    const stopped = await guess(codeNow(secret, 1))
    expect(stopped.json()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(15 * 60)
    const disable = await browserOf(api, own)('POST', `${FACTOR}/disable`, {
      password: PASSWORD,
      code: codeNow(secret, 1),
    })
    expect(disable.statusCode).toBe(429)

    const later = () => api.database.sql`
      UPDATE second_factors SET last_wrong_at = last_wrong_at - interval '15 minutes' WHERE user_id = ${id}`
    await later()
    for (let n = 0; n < 5; n += 1) expect((await guess()).json()).toMatchObject({ code: 'wrong_code' })
    await later()
    expect((await guess()).statusCode).toBe(429)
    await later()
    expect((await guess(codeNow(secret, 1))).statusCode).toBe(200)
    expect((await guess()).json()).toMatchObject({ code: 'wrong_code' })
  })

  it('all at one moment gets no more tries', async () => {
    const { email, secret } = await personWithFactor(api)
    const cookies = []
    for (let n = 0; n < 12; n += 1) cookies.push(await pendingCookie(api, email))
    const answers = await Promise.all(cookies.map((cookie) => secondStep(api, cookie, wrongCode(secret))))
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(7)
  })
})

describe('a user who has one', () => {
  it('makes new recovery codes with the password and a code; those before are void', async () => {
    const { email, cookie, secret, recoveryCodes } = await personWithFactor(api)
    const browser = browserOf(api, cookie)
    const ask = (password: string, code: string) => browser('POST', `${FACTOR}/recovery-codes`, { password, code })
    expect((await ask('not the password', codeNow(secret, 1))).json()).toMatchObject({
      errors: [{ path: '/password' }],
    })
    expect((await ask(PASSWORD, wrongCode(secret))).json()).toMatchObject({ errors: [{ path: '/code' }] })
    const made = (await ask(PASSWORD, codeNow(secret, 1))).json()
    expect(made.recoveryCodes).toHaveLength(10)
    const enter = async (code = '') => (await secondStep(api, await pendingCookie(api, email), code)).statusCode
    expect([await enter(recoveryCodes[0]), await enter(made.recoveryCodes[0])]).toEqual([401, 200])
  })

  it('switches it off with both, a recovery code too', async () => {
    const { id, email, cookie, secret, recoveryCodes } = await personWithFactor(api)
    const browser = browserOf(api, cookie)
    const off = (password: string, code: string) => browser('POST', `${FACTOR}/disable`, { password, code })
    expect((await off('not the password', codeNow(secret, 1))).json()).toMatchObject({
      errors: [{ path: '/password' }],
    })
    expect((await off(PASSWORD, wrongCode(secret))).json()).toMatchObject({ errors: [{ path: '/code' }] })
    const refused = await api.call(api.home.keys.admin, 'GET', '/v1/audit-log?action=sign-in.refused')
    expect(refused.json().data.filter(({ target }: { target: string }) => target === `user/${id}`)).toHaveLength(2)
    expect((await off(PASSWORD, recoveryCodes[3] ?? '')).statusCode).toBe(204)
    expect(await look(await api.signIn(email))).toBe(200)
    expect((await off(PASSWORD, codeNow(secret, 1))).statusCode).toBe(409)
  })

  it('has it reset by an administrator of the same platform, not by their own hand', async () => {
    const { id, email, cookie } = await personWithFactor(api, 'admin')
    const path = `/v1/users/${id}/second-factor`
    expect((await browserOf(api, cookie)('DELETE', path)).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/id' }],
    })
    const key = (await browserOf(api, cookie)('POST', '/v1/api-keys', { name: 'mine', role: 'admin' })).json().key
    expect((await api.call(key, 'DELETE', path)).statusCode).toBe(422)
    expect((await api.call(api.other.keys.admin, 'DELETE', path)).statusCode).toBe(404)
    expect((await api.call(api.home.keys.operator, 'DELETE', path)).statusCode).toBe(403)
    expect(await look(cookie)).toBe(200)
    expect((await api.call(api.home.keys.admin, 'DELETE', path)).statusCode).toBe(204)
    expect(await look(cookie)).toBe(401)
    expect(await look(await api.signIn(email))).toBe(200)
    expect((await api.call(api.home.keys.admin, 'DELETE', path)).statusCode).toBe(404)
  })

  it('has one that is only begun reset, too', async () => {
    const { id, cookie } = await newPerson(api)
    const { secret } = (await browserOf(api, cookie)('POST', FACTOR, { password: PASSWORD })).json()
    expect((await api.call(api.home.keys.admin, 'DELETE', `/v1/users/${id}/second-factor`)).statusCode).toBe(204)
    expect((await browserOf(api, cookie)('POST', `${FACTOR}/confirm`, { code: codeNow(secret) })).statusCode).toBe(401)
  })
})
