/** Who asked for a comparison with the providers, and when. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

it('comparisons that were asked for are listed with who asked, the newest first, for their own platform alone', async () => {
  const account = await api.addAccount(api.home, 'ASAAS')
  const { operator } = api.home.keys
  const cookie = await api.signIn(api.home.emails.operator)
  const run = (payload: object, key: string | null = null) =>
    api.call(key, 'POST', '/v1/reconciliation/run', { payload, ...(key === null && { headers: { cookie } }) })
  const first = await run({})
  const second = await run({ providerAccountId: account.id }, operator)
  const { data } = (await api.call(operator, 'GET', '/v1/reconciliation/runs')).json()
  expect(data).toEqual([
    {
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      by: expect.stringMatching(/^API key /),
      providerAccountId: account.id,
      ...second.json(),
    },
    {
      id: expect.any(String),
      at: expect.stringMatching(/Z$/),
      by: api.home.emails.operator,
      providerAccountId: null,
      ...first.json(),
    },
  ])
  const theirs = await api.call(api.other.keys.operator, 'GET', '/v1/reconciliation/runs')
  expect(theirs.json().data).toEqual([])
  expect((await api.call(api.home.keys.seller, 'GET', '/v1/reconciliation/runs')).statusCode).toBe(403)
})
