/** The API with fake providers, and test keys of its first platform. */
import { expect } from 'vitest'
import { NEW_CHARGE, startChargingApi } from './charging.ts'
import { ROLES, type Role } from './support.ts'

export type TestMode = Awaited<ReturnType<typeof startTestMode>>

export async function startTestMode() {
  const api = await startChargingApi()
  const post = (key: string, url: string, payload: object) => api.call(key, 'POST', url, { payload })
  const get = async (key: string, url: string) => (await api.call(key, 'GET', url)).json()

  async function newTestKey(role: Role, owner = api.home.keys.admin): Promise<string> {
    const answer = await post(owner, '/v1/api-keys', { name: 'tests', role, mode: 'test' })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().key
  }

  async function charged(key: string, more: object = {}) {
    const answer = await post(key, '/v1/charges', { ...NEW_CHARGE, ...more })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }

  const liveAccount = (await api.connect('ASAAS')).id
  const made = await Promise.all(ROLES.map(async (role) => [role, await newTestKey(role)]))
  return {
    api,
    liveAccount,
    keys: Object.fromEntries(made) as Record<Role, string>,
    post,
    get,
    newTestKey,
    charged,
    paid: async (key: string, more: object = {}) => {
      const { id, provider, transactionId } = await charged(key, more)
      await api.payUntold(provider, transactionId)
      await expect.poll(async () => (await get(key, `/v1/charges/${id}`)).status, { timeout: 60_000 }).toBe('APPROVED')
      return id
    },
    idsAt: async (key: string, url: string): Promise<string[]> =>
      (await get(key, url)).data.map(({ id }: { id: string }) => id),
  }
}
