/** Whose administrator `TRILHO_ADMIN_API_KEY` is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_USERS, seedDemo } from '../../scripts/seed.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'
import { PASSWORD } from './support.ts'

const KEY = 'the key of the installation, long enough'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({ settings: { adminApiKey: KEY }, startWorker: false })
})
afterAll(() => api?.close())

const me = async () => (await api.call(KEY, 'GET', '/v1/me')).json()

it('the demo platform’s where there is one, however old the others are, and it founds platforms all the same', async () => {
  expect(await me()).toMatchObject({ role: 'admin', platform: { id: api.home.platformId } })
  const { databaseUrl, temporalAddress, temporalNamespace, publicUrl } = api.settings
  await seedDemo({
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: temporalNamespace,
    PUBLIC_URL: publicUrl,
    SANDBOX_URL: api.sandbox.url,
  })
  const { role, platform } = await me()
  expect(role).toBe('admin')
  expect(platform.id).not.toBe(api.home.platformId)
  const { data } = (await api.call(KEY, 'GET', '/v1/users')).json()
  expect(data.map(({ email }: { email: string }) => email).toSorted()).toEqual(
    DEMO_USERS.map(({ email }) => email).toSorted(),
  )
  const payload = { name: 'Nova', admin: { name: 'Rui', email: 'rui@nova.example', password: PASSWORD } }
  expect((await api.call(KEY, 'POST', '/v1/platforms', { payload })).statusCode).toBe(201)
})
