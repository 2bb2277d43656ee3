/** A caller who asks for many passwords at once, beside another who wants one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

/** More than a caller has places for. */
const MANY = 48

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const atOnce = async <T>(ask: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: MANY }, (_, n) => ask(n)))
const statuses = (answers: { statusCode: number }[]) =>
  [...new Set(answers.map(({ statusCode }) => statusCode))].toSorted()
const person = (email: string) => ({ name: 'Ana', email, password: PASSWORD, role: 'seller' })
const add = (key: string, email: string) => api.call(key, 'POST', '/v1/users', { payload: person(email) })

it('an administrator who adds too many people at once is asked to wait, and no other platform waits', async () => {
  const adding = atOnce((n) => add(api.home.keys.admin, `p${n}@home.example`))
  expect((await add(api.other.keys.admin, 'one@other.example')).statusCode).toBe(201)
  const answers = await adding
  expect(statuses(answers)).toEqual([201, 429])
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 'rate_limited' })
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
})

it('nothing is computed for a user who is not there, nor for an e-mail that is taken', async () => {
  const absent = '/v1/users/00000000-0000-7000-8000-000000000000'
  const payload = { password: 'another password' }
  expect(statuses(await atOnce(() => api.call(api.home.keys.admin, 'PATCH', absent, { payload })))).toEqual([404])
  expect(statuses(await atOnce(() => add(api.home.keys.admin, api.other.emails.seller)))).toEqual([409])
})

it('strangers who guess keep neither a known browser out nor an administrator, and are not counted where they had no turn', async () => {
  const { seller } = api.home.emails
  const signIn = (from: string, email: string, headers = {}) =>
    api.call(null, 'POST', '/v1/auth/sign-in', { payload: { email, password: PASSWORD }, headers, remoteAddress: from })
  const cookie = await api.signIn(seller)
  const guessing = atOnce((n) => signIn(`203.0.113.${n}`, `stranger${n}@home.example`))
  const [known, added] = await Promise.all([
    signIn('198.51.100.7', seller, { cookie }),
    add(api.other.keys.admin, 'two@other.example'),
  ])
  expect([known.statusCode, added.statusCode]).toEqual([200, 201])
  expect(statuses(await guessing)).toEqual([401, 429])
})
