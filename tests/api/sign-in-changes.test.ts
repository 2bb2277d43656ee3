/** A change to how a user signs in: they get a mail about it, also where an administrator made it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeNow } from '../support/authenticator.ts'
import { mailsTo } from './mailed-links.ts'
import { browserOf, personWithFactor, type WithFactor } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const FACTOR = '/v1/me/second-factor'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ settings: { sandboxUrl: 'http://127.0.0.1:9' } })
})
afterAll(() => api?.close())

test.each([
  {
    change: 'confirms it',
    action: 'secondFactor.enable',
    make: (_: WithFactor) => Promise.resolve(),
    says: ['O seu segundo fator foi ativado', 'Your second factor was switched on'],
  },
  {
    change: 'makes new recovery codes',
    action: 'secondFactor.recoveryCodes',
    make: ({ cookie, secret }: WithFactor) =>
      browserOf(api, cookie)('POST', `${FACTOR}/recovery-codes`, { password: PASSWORD, code: codeNow(secret, 1) }),
    says: ['Os seus códigos de recuperação foram trocados', 'Your recovery codes were replaced'],
  },
  {
    change: 'switches it off',
    action: 'secondFactor.disable',
    make: ({ cookie, secret }: WithFactor) =>
      browserOf(api, cookie)('POST', `${FACTOR}/disable`, { password: PASSWORD, code: codeNow(secret, 1) }),
    says: ['O seu segundo fator foi desativado', 'Your second factor was switched off'],
  },
  {
    change: 'has it reset',
    action: 'secondFactor.reset',
    make: ({ id }: WithFactor) => api.call(api.home.keys.admin, 'DELETE', `/v1/users/${id}/second-factor`),
    says: ['Um administrador removeu o seu segundo fator', 'An administrator removed your second factor'],
  },
  {
    change: 'is given another password',
    action: 'user.setPassword',
    make: ({ id }: WithFactor) =>
      api.call(api.home.keys.admin, 'PATCH', `/v1/users/${id}`, { payload: { password: PASSWORD } }),
    says: ['Um administrador trocou a sua senha', 'An administrator changed your password'],
  },
  {
    change: 'changes the password',
    action: 'user.password',
    make: ({ cookie }: WithFactor) =>
      browserOf(api, cookie)('POST', '/v1/me/password', { password: PASSWORD, newPassword: PASSWORD }),
    says: ['A sua senha foi trocada', 'Your password was changed'],
  },
])('who $change gets a mail about it in both languages, and it is in the audit log', async ({ action, make, says }) => {
  const person = await personWithFactor(api)
  await make(person)
  const [mail] = await mailsTo(api, person.email)
  expect(mail?.subject).toBe(says.join(' / '))
  const { body } = await api.call(api.home.keys.admin, 'GET', `/v1/mailbox/${mail?.id}/page`)
  for (const words of [...says, 'home', 'Made by', 'Feito por']) expect(body).toContain(words)
  expect((await api.call(api.home.keys.operator, 'GET', `/v1/mailbox/${mail?.id}/page`)).statusCode).toBe(404)
  const noted = async (of: string) =>
    (await api.call(api.home.keys.admin, 'GET', `/v1/audit-log?action=${of}&target=user/${person.id}`)).json().data
  expect(await noted(action)).toHaveLength(1)
  expect(await noted('user.change')).toEqual([])
})

test('a second factor that is switched off is announced to open pages, because a platform may require one', async () => {
  const { cookie, secret } = await personWithFactor(api)
  const heard: string[] = []
  const { unlisten } = await api.database.sql.listen('access_changed', (payload) => heard.push(payload))
  await browserOf(api, cookie)('POST', `${FACTOR}/disable`, { password: PASSWORD, code: codeNow(secret, 1) })
  await expect.poll(() => heard).toEqual([api.home.platformId])
  await unlisten()
})
