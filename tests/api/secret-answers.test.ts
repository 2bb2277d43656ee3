/** What is made with a secret in its answer, and asked for again because that answer was lost. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKey } from '../../config/keys.ts'
import { open } from '../../config/seal.ts'
import { idempotencyKeys, platforms, webhookEndpoints } from '../../db/schema/index.ts'
import { newFounder } from './signing-in.ts'
import { startTestApi, type TestApi } from './support.ts'

type Kept = typeof webhookEndpoints.$inferSelect
type KeptPlatform = typeof platforms.$inferSelect

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

describe.each([
  [
    'webhook endpoint',
    async () => {
      const payload = { url: 'trilho:kept', events: ['*'] }
      const added = await api.call(api.home.keys.admin, 'POST', '/v1/webhook-endpoints', { payload })
      return `/v1/webhook-endpoints/${added.json().id}/rotate-secret`
    },
    'secret',
    ({ sealedSecret, sealedPreviousSecret }: Kept) => [sealedSecret, sealedPreviousSecret],
  ],
  [
    'platform',
    async () => `/v1/platforms/${api.home.platformId}/rotate-webhook-secret`,
    'webhookSecret',
    (_: Kept, { sealedWebhookSecret, sealedPreviousWebhookSecret }: KeptPlatform) => [
      sealedWebhookSecret,
      sealedPreviousWebhookSecret,
    ],
  ],
] as const)('the rotation of the secret of a %s', (thing, prepare, secret, signing) => {
  const of = thing.replace(' ', '-')
  const rotate = (url: string, key?: string) =>
    api.call(api.home.keys.admin, 'POST', url, { headers: key === undefined ? {} : { 'idempotency-key': key } })
  /** The secrets that sign, the newest first. */
  const signs = async (url: string) => {
    const { writer } = api.database
    const [endpoint] = await writer
      .select()
      .from(webhookEndpoints)
      .where(eq(webhookEndpoints.id, idIn(url)))
    const [platform] = await writer.select().from(platforms).where(eq(platforms.id, api.home.platformId))
    const sealed = signing((endpoint ?? {}) as Kept, platform as KeptPlatform)
    return sealed.map((text) => text && open(text, deriveKey(api.settings.masterKey, 'seal')))
  }

  it.each(['was lost', 'was lost with the process'])(
    'is done once where its answer %s: the one before signs on',
    async (lost) => {
      const url = await prepare()
      const before = (await rotate(url)).json()[secret]
      const key = `rotate/${of}/${lost.replaceAll(' ', '-')}`
      const first = await rotate(url, key)
      if (lost !== 'was lost') await forgetAnswer(key)
      const again = await rotate(url, key)
      expect([first.statusCode, again.statusCode], again.body).toEqual([200, 200])
      expect(again.json()).toEqual(first.json())
      expect(await signs(url)).toEqual([first.json()[secret], before])
      const [kept] = await api.database.writer.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))
      expect(JSON.stringify(kept)).not.toContain(first.json()[secret].slice('whsec_'.length))
    },
  )

  it('replaces one that no key of ours opens any more, which then signs nothing', async () => {
    const url = await prepare()
    const sealed = sql`'0000.' || encode('lost', 'base64')`
    const id = idIn(url)
    await (of === 'platform'
      ? api.database.writer.update(platforms).set({ sealedWebhookSecret: sealed }).where(eq(platforms.id, id))
      : api.database.writer.update(webhookEndpoints).set({ sealedSecret: sealed }).where(eq(webhookEndpoints.id, id)))
    const rotated = await rotate(url)
    expect(rotated.statusCode, rotated.body).toBe(200)
    expect(await signs(url)).toEqual([rotated.json()[secret], null])
    const { previousSecretUntil, previousWebhookSecretUntil } = rotated.json()
    expect([previousSecretUntil, previousWebhookSecretUntil]).toContain(null)
  })

  it('does not give the secret of a later rotation as the new one', async () => {
    const url = await prepare()
    const key = `since/${of}`
    const first = await rotate(url, key)
    expect((await rotate(url, key)).json()[secret]).toBe(first.json()[secret])
    const since = (await rotate(url)).json()[secret]
    const again = await rotate(url, key)
    expect(again.json()).toMatchObject({ status: 409, code: 'conflict' })
    expect(again.body).not.toContain(since)
    expect((await signs(url))[0]).toBe(since)
    expect((await rotate(url, `another/${of}`)).json()[secret]).not.toBe(since)
  })
})

const idIn = (url: string) => url.split('/')[3] ?? ''

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
