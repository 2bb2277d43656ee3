/** Who did it, as the audit log names and finds them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const by = async (actor: string) =>
  (await api.call(api.home.keys.admin, 'GET', `/v1/audit-log?actor=${encodeURIComponent(actor)}`)).json().data

it('an API key is found by its name, and as entries name it', async () => {
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload: { name: 'x' } })
  const entries = await by('API key admin')
  expect(entries).toMatchObject([{ actor: 'API key admin', action: 'platform.change' }])
  expect(await by('admin')).toEqual(entries)
  expect(await by('adm')).toEqual([])
})
