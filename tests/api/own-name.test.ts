/** `PATCH /v1/me`: users change the name that their colleagues see. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, newPerson } from './signing-in.ts'
import { startTwoPlatforms, type TwoPlatforms } from './two-platforms.ts'

let two: TwoPlatforms
beforeAll(async () => {
  two = await startTwoPlatforms()
})
afterAll(() => two?.api.close())

const admin = () => two.api.home.keys.admin

it('is changed by its user, seen by administrators, noted, and keeps the session and everything else', async () => {
  const { id, email, cookie } = await newPerson(two.api, 'operator')
  const browser = browserOf(two.api, cookie)
  const changed = await browser('PATCH', '/v1/me', { name: 'Ana Lúcia' })
  expect(changed.statusCode, changed.body).toBe(200)
  expect(changed.json()).toMatchObject({ id, name: 'Ana Lúcia', email, role: 'operator' })
  expect((await browser('GET', '/v1/me')).json()).toEqual(changed.json())
  const seen = await two.api.call(admin(), 'GET', `/v1/users/${id}`)
  expect(seen.json()).toMatchObject({ name: 'Ana Lúcia', email, role: 'operator' })
  const log = await two.api.call(admin(), 'GET', `/v1/audit-log?target=user/${id}&action=user.change`)
  expect(log.json().data).toMatchObject([{ actor: email, detail: { changed: ['name'] } }])
})

it('is one, whichever platform the page shows', async () => {
  const answer = await two.asFounder('PATCH', `/p/${two.shop}/v1/me`, { name: 'Fundadora' })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await two.asFounder('GET', '/v1/me')).json()).toMatchObject({ name: 'Fundadora' })
})

it.each([
  ['an empty name', { name: '' }],
  ['one of spaces', { name: '   ' }],
  ['a longer one than others have', { name: 'x'.repeat(101) }],
  ['none', {}],
  ['another e-mail', { name: 'Ana', email: 'other@home.example' }],
  ['another role', { name: 'Ana', role: 'admin' }],
])('takes no %s', async (_, change) => {
  const { cookie } = await newPerson(two.api)
  const browser = browserOf(two.api, cookie)
  const before = (await browser('GET', '/v1/me')).json()
  expect([400, 422]).toContain((await browser('PATCH', '/v1/me', change)).statusCode)
  expect((await browser('GET', '/v1/me')).json()).toEqual(before)
})

it('is nothing that an API key changes', async () => {
  const answer = await two.api.call(admin(), 'PATCH', '/v1/me', { payload: { name: 'A key' } })
  expect(answer.json()).toMatchObject({ status: 409, code: 'conflict' })
})
