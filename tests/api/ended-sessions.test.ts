/** What was asked for in a session that was ended before it was done: who ends a session means to shut its holder out. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../../db/schema/index.ts'
import { codeNow } from '../support/authenticator.ts'
import { untilWaiting } from '../support/locks.ts'
import { type Browser, browserOf, newPerson } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const CHOSEN = 'what the administrator chose'
const TAKEN = 'what a stranger chose'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const signIn = async (email: string, password: string) =>
  (await api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password } })).statusCode

const CASES: [string, (browser: Browser) => Promise<() => ReturnType<Browser>>][] = [
  [
    'another password',
    async (browser) => () => browser('POST', '/v1/me/password', { password: PASSWORD, newPassword: TAKEN }),
  ],
  [
    'a second factor',
    async (browser) => {
      const { secret } = (await browser('POST', '/v1/me/second-factor', { password: PASSWORD })).json()
      return () => browser('POST', '/v1/me/second-factor/confirm', { code: codeNow(secret) })
    },
  ],
  ['a second factor that is switched off', withFactor('disable')],
  ['a set of recovery codes', withFactor('recovery-codes')],
]

function withFactor(door: 'disable' | 'recovery-codes') {
  return async (browser: Browser) => {
    const { secret } = (await browser('POST', '/v1/me/second-factor', { password: PASSWORD })).json()
    const confirmed = await browser('POST', '/v1/me/second-factor/confirm', { code: codeNow(secret) })
    const [code] = confirmed.json().recoveryCodes
    return () => browser('POST', `/v1/me/second-factor/${door}`, { password: PASSWORD, code })
  }
}

it.each(CASES)('%s is not taken', async (_, prepare) => {
  const { id, email, cookie } = await newPerson(api)
  const ask = await prepare(browserOf(api, cookie))
  const { chosen, asked } = await api.database.writer.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
    // Who comes first is served first.
    const payload = { password: CHOSEN }
    const chosen = Promise.resolve(api.call(api.home.keys.admin, 'PATCH', `/v1/users/${id}`, { payload }))
    await untilWaiting(api.database, 1)
    const asked = Promise.resolve(ask())
    await untilWaiting(api.database, 2)
    return { chosen, asked }
  })
  expect([(await chosen).statusCode, (await asked).statusCode]).toEqual([200, 401])
  expect(await signIn(email, TAKEN)).toBe(401)
  expect([200, 202]).toContain(await signIn(email, CHOSEN))
})
