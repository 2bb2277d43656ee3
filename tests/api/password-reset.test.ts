/** A forgotten password, and what is learnt about an address by asking. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeNow } from '../support/authenticator.ts'
import { untilWaiting } from '../support/locks.ts'
import { mailsTo, onPage, tokenIn } from './mailed-links.ts'
import { type Browser, browserOf, newPerson, pendingCookie, personWithFactor, secondStep } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const CHOSEN = 'a brand new password'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    limits: { signInsPerMinute: 10_000, failuresPerMinute: 10_000, wrongPasswordsPerHour: 5 },
    settings: { sandboxUrl: 'http://127.0.0.1:9' },
  })
})
afterAll(() => api?.close())

const ask = (email: string) => api.call(null, 'POST', '/v1/auth/password-reset', { payload: { email } })
const choose = (token: string, password = CHOSEN) => onPage(api).use({ token, password })
const signIn = (email: string, password: string) =>
  api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password } })
const look = async (cookie: string) => (await browserOf(api, cookie)('GET', '/v1/me')).statusCode
const linkFor = async (email: string) => {
  expect((await ask(email.toUpperCase())).statusCode).toBe(204)
  return tokenIn(api, email)
}

describe('a forgotten password', () => {
  it('is chosen anew by a link in a mail, once, and all sessions end', async () => {
    const { id, email, cookie } = await newPerson(api)
    const token = await linkFor(email)
    expect((await onPage(api).look(token)).json()).toMatchObject({ kind: 'passwordReset', email, role: null })
    expect(await look(cookie)).toBe(200)
    expect((await choose(token, 'short')).statusCode).toBe(422)
    const answers = await Promise.all([choose(token), choose(token)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect(await look(cookie)).toBe(401)
    expect([(await signIn(email, PASSWORD)).statusCode, (await signIn(email, CHOSEN)).statusCode]).toEqual([401, 200])
    const log = (await api.call(api.home.keys.admin, 'GET', `/v1/audit-log?target=user/${id}`)).json()
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['passwordReset.ask', 'passwordReset.use']),
    )
    expect(JSON.stringify(log)).not.toContain(token)
  })

  it('lets its person in while strangers guess', async () => {
    const { email } = await newPerson(api)
    const guesses = Array.from({ length: 5 }, () => signIn(email, 'a wrong password'))
    for (const guess of guesses) await guess
    expect((await signIn(email, PASSWORD)).statusCode).toBe(429)
    const used = await choose(await linkFor(email))
    expect(used.statusCode).toBe(204)
    const [cookie = ''] = String(used.headers['set-cookie']).split(';')
    const payload = { email, password: CHOSEN }
    expect((await api.call(null, 'POST', '/v1/auth/sign-in', { payload })).statusCode).toBe(429)
    expect((await api.call(null, 'POST', '/v1/auth/sign-in', { payload, headers: { cookie } })).statusCode).toBe(200)
  })

  it('leaves the second factor, and ends a sign-in that waits for its code', async () => {
    const { email, secret } = await personWithFactor(api)
    const pending = await pendingCookie(api, email)
    const token = await linkFor(email)
    expect((await choose(token, PASSWORD)).statusCode).toBe(204)
    expect((await secondStep(api, pending, codeNow(secret, 1))).json()).toMatchObject({ code: 'sign_in_expired' })
    const again = await pendingCookie(api, email)
    expect((await secondStep(api, again, codeNow(secret, 1))).statusCode).toBe(200)
  })

  it('is not chosen by an old link, one before another password, or one of a user who is disabled', async () => {
    const old = await newPerson(api)
    const oldToken = await linkFor(old.email)
    await api.database
      .sql`UPDATE access_links SET expires_at = expires_at - interval '1 hour' WHERE user_id = ${old.id}`
    const changed = await newPerson(api)
    const changedToken = await linkFor(changed.email)
    const payload = { password: PASSWORD, newPassword: CHOSEN }
    expect((await browserOf(api, changed.cookie)('POST', '/v1/me/password', payload)).statusCode).toBe(204)
    const disabled = await newPerson(api)
    const disabledToken = await linkFor(disabled.email)
    await api.call(api.home.keys.admin, 'PATCH', `/v1/users/${disabled.id}`, { payload: { disabled: true } })
    for (const token of [oldToken, changedToken, disabledToken, 'x'.repeat(43)]) {
      expect((await onPage(api).look(token)).statusCode).toBe(404)
      expect((await choose(token)).statusCode).toBe(404)
    }
    expect(await ask(disabled.email)).toMatchObject({ statusCode: 204 })
    expect(await mailsTo(api, disabled.email)).toEqual([])
  })
})

describe('asking', () => {
  it('is answered the same whether or not a user has the address', async () => {
    const { email } = await newPerson(api)
    const [known, unknown] = [await ask(email), await ask(`${uuidv7()}@home.example`)]
    for (const answer of [known, unknown]) {
      expect({ status: answer.statusCode, body: answer.body, cookies: answer.cookies }).toEqual({
        status: 204,
        body: known.body,
        cookies: [],
      })
    }
    const names = (answer: typeof known) => Object.keys(answer.headers).sort()
    expect(names(known)).toEqual(names(unknown))
  })

  it('writes to no address more than three times an hour, and says nothing of it', async () => {
    const { email } = await newPerson(api)
    for (let count = 0; count < 5; count += 1) expect((await ask(email)).statusCode).toBe(204)
    expect(await mailsTo(api, email)).toHaveLength(3)
    const { email: atOnce } = await newPerson(api)
    const asked: ReturnType<typeof ask>[] = []
    await api.database.writer.transaction(async (tx) => {
      // What each has to write waits for this.
      await tx.execute(sql`LOCK TABLE access_links IN EXCLUSIVE MODE`)
      for (let count = 0; count < 5; count += 1) asked.push(ask(atOnce))
      await untilWaiting(api.database, 5)
    })
    await Promise.all(asked)
    expect(await mailsTo(api, atOnce)).toHaveLength(3)
  })

  it('is limited for one address, known or not', async () => {
    const strict = await startTestApi({ limits: { signInsPerMinute: 3 } })
    try {
      for (const email of [strict.home.emails.seller, 'stranger@home.example']) {
        const statuses: number[] = []
        for (let count = 0; count < 4; count += 1) {
          const answer = await strict.call(null, 'POST', '/v1/auth/password-reset', { payload: { email } })
          statuses.push(answer.statusCode)
        }
        expect(statuses).toEqual([204, 204, 204, 429])
      }
    } finally {
      await strict.close()
    }
  })
})

describe('a person who is signed in', () => {
  it('tries their own password so many times, whatever for', async () => {
    const strict = await startTestApi({ limits: { signInsPerMinute: 4 } })
    try {
      const browser = browserOf(strict, await strict.signIn(strict.home.emails.seller))
      const statuses: number[] = []
      for (const [path, payload] of [
        ['/v1/me/password', { password: 'wrong', newPassword: 'a brand new password' }],
        ['/v1/me/second-factor', { password: 'wrong' }],
        ['/v1/me/password', { password: 'wrong', newPassword: 'a brand new password' }],
        ['/v1/me/second-factor', { password: 'wrong' }],
        ['/v1/me/password', { password: PASSWORD, newPassword: 'a brand new password' }],
        ['/v1/me/second-factor', { password: PASSWORD }],
      ] as const) {
        statuses.push((await browser('POST', path, payload)).statusCode)
      }
      expect(statuses).toEqual([422, 422, 422, 422, 429, 429])
    } finally {
      await strict.close()
    }
  })

  it('guesses it only so often in an hour, however slowly, and no other user is kept out', async () => {
    const guess = (browser: Browser, password: string) => browser('POST', '/v1/me/second-factor', { password })
    const [stolen, other] = [await newPerson(api), await newPerson(api)]
    const browser = browserOf(api, stolen.cookie)
    const statuses: number[] = []
    for (const password of [PASSWORD, 'a', 'b', 'c', 'd', 'e', PASSWORD])
      statuses.push((await guess(browser, password)).statusCode)
    expect(statuses).toEqual([201, 422, 422, 422, 422, 422, 429])
    expect((await guess(browserOf(api, other.cookie), PASSWORD)).statusCode).toBe(201)
    expect((await signIn(stolen.email, PASSWORD)).statusCode).toBe(200)
  })
})
