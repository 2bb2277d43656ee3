/** Who founds a platform administers it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, newPerson } from './signing-in.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

it('a user who founds a platform chooses their own password first, if an administrator chose it', async () => {
  const person = await newPerson(api, 'admin')
  const ask = browserOf(api, person.cookie)
  const found = () =>
    api.call(null, 'POST', '/v1/platforms', {
      payload: { name: 'Theirs' },
      headers: { cookie: person.cookie, 'idempotency-key': person.id },
    })
  const platforms = async () => (await ask('GET', '/v1/me/platforms')).json().data.length
  expect((await found()).json()).toMatchObject({
    status: 409,
    errors: [{ path: '/password', rule: 'ownPassword' }],
  })
  expect(await platforms()).toBe(1)
  expect((await ask('POST', '/v1/me/password', { password: PASSWORD, newPassword: PASSWORD })).statusCode).toBe(204)
  expect((await found()).statusCode).toBe(201)
  expect(await platforms()).toBe(2)
})

it('the first administrator is named where a key founds', async () => {
  const answer = await api.call(api.home.keys.admin, 'POST', '/v1/platforms', { payload: { name: 'Refused' } })
  expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/admin' }] })
})
