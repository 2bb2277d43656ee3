/** What is made with a secret in its answer, and asked for again because that answer was lost. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idempotencyKeys } from '../../db/schema/index.ts'
import { newPerson } from './signing-in.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let cookie: string
beforeAll(async () => {
  api = await startTestApi()
  cookie = (await newPerson(api, 'admin')).cookie
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
    await api.database.writer
      .update(idempotencyKeys)
      .set({ responseStatus: null, responseBody: null, lockedAt: sql`now() - interval '2 minutes'` })
      .where(eq(idempotencyKeys.key, key))
    expect((await make(key)).json()).toEqual(first.json())
  })
})
