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
  expect(tested.json().lastTest).toEqual({ outcome: 'accepted', message: null, at: expect.any(String) })
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
