/** A person's e-mail belongs to them alone in the installation, so no platform has any number of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const add = (key: string, email: string) =>
  api.call(key, 'POST', '/v1/users', { payload: { name: 'Rui', email, password: PASSWORD, role: 'seller' } })

it('a platform adds no more people than it may, also at the same moment, and one who is removed makes room', async () => {
  const { home, other, database } = api
  const { admin } = home.keys
  await database.sql`
    INSERT INTO users (id, name, email, platform_id)
    SELECT gen_random_uuid()::text, 'Ana', 'ana-' || i || '@home.example', ${home.platformId}
    FROM generate_series(1, 999 - (SELECT count(*) FROM users WHERE platform_id = ${home.platformId})) i`
  const atOnce = await Promise.all(['rui', 'rosa', 'raul'].map((name) => add(admin, `${name}@home.example`)))
  expect(atOnce.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 422, 422])
  const id = atOnce.find(({ statusCode }) => statusCode === 201)?.json().id
  expect((await add(admin, 'rita@home.example')).json()).toMatchObject({ status: 422, errors: [{ rule: 'maxUsers' }] })
  expect((await add(other.keys.admin, 'rita@home.example')).statusCode).toBe(201)
  expect((await api.call(admin, 'DELETE', `/v1/users/${id}`)).statusCode).toBe(204)
  expect((await add(admin, 'rute@home.example')).statusCode).toBe(201)
})
