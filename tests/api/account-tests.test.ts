/** `POST /v1/provider-accounts/:id/test`: what a provider says of an account's keys is kept for as long as it is about these keys. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ChargingApi, startChargingApi } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({ startWorker: false })
})
afterAll(() => api?.close())

const call = async (method: 'GET' | 'POST' | 'PATCH', id: string, what = '', payload?: object) => {
  const path = `/v1/provider-accounts/${id}${what}`
  return api.call(api.home.keys.admin, method, path, { payload })
}
const lastTest = async (id: string) => (await call('GET', id)).json().lastTest

it('right keys are accepted, and a change of the keys forgets it, another name does not', async () => {
  const { id } = await api.connect('PAGUESAFE')
  expect(await lastTest(id)).toBeNull()
  const tested = await call('POST', id, '/test')
  expect(tested.statusCode).toBe(200)
  expect(tested.json().lastTest).toEqual({
    outcome: 'accepted',
    message: null,
    setting: null,
    at: expect.any(String),
  })
  await call('PATCH', id, '', { name: 'Another name', enabled: false })
  expect(await lastTest(id)).toMatchObject({ outcome: 'accepted' })
  await call('PATCH', id, '', { secretKey: 'bogus-key' })
  expect(await lastTest(id)).toBeNull()
  expect((await call('POST', id, '/test')).json().lastTest).toMatchObject({
    outcome: 'refused',
    message: 'Unauthorized',
  })
})

it('a provider that does not answer is no reason to call the keys wrong, nor one that cannot be asked', async () => {
  const closed = await api.connect('PAGUESAFE', { baseUrl: 'http://127.0.0.1:1' })
  expect((await call('POST', closed.id, '/test')).json().lastTest).toMatchObject({ outcome: 'unanswered' })
  const silent = await api.connect('FIREBANK')
  expect((await call('POST', silent.id, '/test')).json().lastTest).toMatchObject({ outcome: 'impossible' })
})

it('what the provider says of the keys holds none of them', async () => {
  const secretKey = 'sk-very-secret-1234'
  const { id } = await api.connect('ASAAS', { secretKey })
  expect(JSON.stringify((await call('POST', id, '/test')).json())).not.toContain(secretKey)
})

it('an account whose keys were refused is not switched on until it is tested again or has others', async () => {
  const { id } = await api.connect('PAGUESAFE')
  await call('PATCH', id, '', { secretKey: 'bogus-key', enabled: false })
  expect((await call('POST', id, '/test')).json().lastTest).toMatchObject({ outcome: 'refused' })
  const refused = await call('PATCH', id, '', { enabled: true, name: 'Not this either' })
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'conflict',
    detail: 'The provider refused the keys of this account in its last test: test it again or change them first',
  })
  expect((await call('GET', id)).json()).toMatchObject({
    enabled: false,
    name: expect.not.stringContaining('Not this'),
  })
  expect((await call('PATCH', id, '', { name: 'Renamed' })).statusCode).toBe(200)

  const other = { secretKey: 'other-bogus-key', enabled: true }
  expect((await call('PATCH', id, '', other)).json()).toMatchObject({ enabled: true, lastTest: null })
  await call('POST', id, '/test')
  expect((await call('PATCH', id, '', { enabled: true })).statusCode).toBe(200)
  expect((await call('PATCH', id, '', { enabled: false })).statusCode).toBe(200)
  expect((await call('PATCH', id, '', { enabled: true })).statusCode).toBe(409)
})

it('an account whose test says neither yes nor no may be switched on, and so may one that was never tested', async () => {
  for (const [provider, change] of [
    ['PAGUESAFE', { baseUrl: 'http://127.0.0.1:1' }],
    ['FIREBANK', {}],
  ] as const) {
    const { id } = await api.connect(provider, change)
    for (const test of [() => undefined, () => call('POST', id, '/test')]) {
      await test()
      await call('PATCH', id, '', { enabled: false })
      expect((await call('PATCH', id, '', { enabled: true })).json()).toMatchObject({ enabled: true })
    }
  }
})
