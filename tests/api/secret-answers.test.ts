/** What is made with a secret in its answer, and asked for again because that answer was lost. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idempotencyKeys } from '../../db/schema/index.ts'
import { newFounder } from './signing-in.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let cookie: string
beforeAll(async () => {
  api = await startTestApi()
  cookie = (await newFounder(api)).cookie
})
afterAll(() => api?.close())

describe.each([
  ['platform', '/v1/platforms', { name: 'Twice' }, 'webhookSecret'],
  ['webhook endpoint', '/v1/webhook-endpoints', { url: 'trilho:kept', events: ['*'] }, 'secret'],
] as const)('a %s', (_, url, payload, secret) => {
  const make = (key: string) => api.call(null, 'POST', url, { payload, headers: { cookie, 'idempotency-key': key } })

  it('is made once under its key and answered alike; the secret is kept sealed', async () => {
    const key = `once${url}`
    const first = await make(key)
    const second = await make(key)
    expect([first.statusCode, second.statusCode], first.body).toEqual([201, 201])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json()).toEqual(first.json())
    const [kept] = await api.database.writer.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
    expect(kept).toMatchObject({ responseStatus: 201 })
    expect(JSON.stringify(kept)).not.toContain(first.json()[secret].slice('whsec_'.length))
  })

  it('is found by a repeat after a crash', async () => {
    const key = `crashed${url}`
    const first = await make(key)
    await forgetAnswer(key)
    expect((await make(key)).json()).toEqual(first.json())
  })
})

it('a platform whose secret was rotated since does not show it to its founder', async () => {
  const key = 'rotated-since'
  const found = () =>
    api.call(null, 'POST', '/v1/platforms', { payload: { name: 'Ours' }, headers: { cookie, 'idempotency-key': key } })
  const { id, webhookSecret } = (await found()).json()
  const rotate = `/p/${id}/v1/platforms/${id}/rotate-webhook-secret`
  const rotated = await api.call(null, 'POST', rotate, { headers: { cookie } })
  expect(rotated.statusCode, rotated.body).toBe(200)
  const replayed = await found()
  await forgetAnswer(key)
  for (const again of [replayed, await found()]) {
    expect(again.json()).toMatchObject({ status: 409, code: 'conflict' })
    expect(again.body).not.toContain(rotated.json().webhookSecret)
    expect(again.body).not.toContain(webhookSecret)
  }
})

it('a platform shows a new secret once, to an administrator of its own', async () => {
  const url = (platformId: string) => `/v1/platforms/${platformId}/rotate-webhook-secret`
  expect((await api.call(api.other.keys.admin, 'POST', url(api.home.platformId))).statusCode).toBe(404)
  expect((await api.call(api.home.keys.operator, 'POST', url(api.home.platformId))).statusCode).toBe(403)
  const rotated = (await api.call(api.home.keys.admin, 'POST', url(api.home.platformId))).json()
  expect(rotated.webhookSecret).toMatch(/^whsec_/)
  expect(rotated.webhookSecret.endsWith(rotated.webhookSecretEnding)).toBe(true)
  const hours = (new Date(rotated.previousWebhookSecretUntil).getTime() - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
  const { webhookSecret, ...rest } = rotated
  const shown = await api.call(api.home.keys.admin, 'GET', `/v1/platforms/${api.home.platformId}`)
  expect(shown.json()).toEqual(rest)
  const again = (await api.call(api.home.keys.admin, 'POST', url(api.home.platformId))).json()
  expect(again.webhookSecret).not.toBe(webhookSecret)
})

/** As a crash before the answer was kept leaves it. */
const forgetAnswer = (key: string) =>
  api.database.writer
    .update(idempotencyKeys)
    .set({ responseStatus: null, responseBody: null, lockedAt: sql`now() - interval '2 minutes'` })
    .where(eq(idempotencyKeys.key, key))
