/** The secret address at which an account's provider tells of payments. */
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { auditLog, platforms, providerAccounts } from '../../db/schema/index.ts'
import { openContext } from '../../gateway/connection.ts'
import { startTestApi, statementsOf, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ limits: { failuresPerMinute: 10_000 } })
})
afterAll(() => api?.close())

const path = (id: string, deed = '') => `/v1/provider-accounts/${id}${deed}`
const rotate = (key: string, id: string) => api.call(key, 'POST', path(id, '/rotate-webhook-url'))
const post = async (token: string) => {
  const headers = { 'content-type': 'application/json' }
  return (await api.call(null, 'POST', `/webhooks/firebank/${token}`, { payload: '{}', headers })).statusCode
}
const account = () => api.addAccount(api.home, 'FIREBANK', { secrets: { secretKey: 'a key' } })

test('of another form is looked for nowhere', async () => {
  const { token } = await account()
  for (const wrong of ['x', token.slice(1), `${token}x`, `${token.slice(1)}.`]) {
    await expect.poll(() => statementsOf(api, () => post(wrong))).toEqual([])
  }
})

test('that is wrong is looked for with the others of its moment, and keeps no right one out', async () => {
  const right = [(await account()).token, (await account()).token]
  const wrong = Array.from({ length: 200 }, () => randomBytes(32).toString('base64url'))
  const statuses: number[] = []
  const statements = await statementsOf(api, async () => {
    statuses.push(...(await Promise.all([...wrong, ...right].map(post))))
  })
  expect(statuses).toEqual([...wrong.map(() => 404), 200, 200])
  expect(statements.length).toBeLessThan(wrong.length / 2)
})

test('is given anew: the one before is unknown at once, and the keys stay', async () => {
  const { id, token } = await account()
  expect(await post(token)).toBe(200)
  const answer = await rotate(api.home.keys.admin, id)
  expect(answer.statusCode).toBe(200)
  const { webhookUrl } = answer.json()
  const next = webhookUrl.split('/').at(-1)
  expect(next).toMatch(/^[\w-]{43}$/)
  expect(next).not.toBe(token)
  expect([await post(token), await post(next)]).toEqual([404, 200])
  const read = await api.call(api.home.keys.admin, 'GET', path(id))
  expect(read.json().webhookUrl).toBe(webhookUrl)
  const log = await api.database.writer
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `provider-account/${id}`))
  expect(log).toMatchObject([{ action: 'providerAccount.rotateWebhookUrl', detail: null }])
})

test('is given anew, and a running attempt goes on with the bytes that it had; other keys change neither', async () => {
  const { admin } = api.home.keys
  const payload = { provider: 'FIREBANK', name: 'chance', secretKey: 'a key', priority: 1 }
  const { id } = (await api.call(admin, 'POST', '/v1/provider-accounts', { payload })).json()
  const drawn = await drawnOf(id)
  expect((await rotate(admin, id)).statusCode).toBe(200)
  const changed = await api.call(admin, 'PATCH', path(id), { payload: { secretKey: 'another key' } })
  expect(changed.statusCode, changed.body).toBe(200)
  expect((await rotate(admin, id)).statusCode).toBe(200)
  expect(await drawnOf(id)).toBe(drawn)
  // One that was connected before accounts had such a secret goes on with what it drew from.
  const { id: earlier } = await account()
  const before = await drawnOf(earlier)
  for (const _ of [1, 2]) expect((await rotate(admin, earlier)).statusCode).toBe(200)
  expect(await drawnOf(earlier)).toBe(before)
})

/** What an attempt at the account would draw its nonces, its references and the addresses of its documents from. */
async function drawnOf(id: string): Promise<string> {
  const [row] = await api.database.writer.select().from(providerAccounts).where(eq(providerAccounts.id, id))
  const [platform] = await api.database.writer.select().from(platforms).where(eq(platforms.id, api.home.platformId))
  if (!row || !platform) throw new Error('No such account')
  const occasion = { now: '2026-01-15T15:00:00.000Z', id: 'attempt' }
  return openContext(deriveKey(api.settings.masterKey, 'seal'), row, platform, occasion).context.entropy
}

test('of an account that has been removed is given anew, too', async () => {
  const { id, token } = await account()
  expect((await api.call(api.home.keys.admin, 'DELETE', path(id))).statusCode).toBe(204)
  expect(await post(token)).toBe(200)
  expect((await rotate(api.home.keys.admin, id)).statusCode).toBe(200)
  expect(await post(token)).toBe(404)
})

test('is an administrator’s to give, and of their own platform', async () => {
  const { id, token } = await account()
  expect((await rotate(api.home.keys.operator, id)).statusCode).toBe(403)
  expect((await rotate(api.other.keys.admin, id)).statusCode).toBe(404)
  expect(await post(token)).toBe(200)
})
