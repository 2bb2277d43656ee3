/** Sellers send files to a signed address; the rest of the stores' behaviour is in tests/storage. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../config/env.ts'
import { platformUploads } from '../../db/schema/index.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { type Sandbox, startSandbox } from '../../sandbox/server.ts'
import { holdBody } from './held-bodies.ts'
import { startTestApi, type TestApi } from './support.ts'

const directory = mkdtempSync(join(tmpdir(), 'trilho-uploads-'))
const ME = { fileName: '../../minha foto.JPG', contentType: 'image/jpeg', purpose: 'productImage' }
const BYTES = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

let api: TestApi
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, tlsPort: 0, dataDir: ':memory:' })
  api = await startTestApi({ settings: { testProvidersUrl: sandbox.url, storage: { type: 'local', directory } } })
})
afterAll(async () => {
  await api?.close()
  await sandbox?.close()
  rmSync(directory, { recursive: true, force: true })
})

const ask = (payload: object) => api.call(api.home.keys.seller, 'POST', '/v1/uploads', { payload })
const path = (url: string) => url.slice(api.settings.publicUrl.length)

it('a file goes to the address that was signed, and is served as nothing but what it is', async () => {
  const signed = await ask(ME)
  expect(signed.statusCode).toBe(201)
  const { method, uploadUrl, headers, publicUrl } = signed.json()
  expect(publicUrl).toMatch(
    new RegExp(`/files/uploads/${api.home.platformId}/productimage/[0-9a-f]{40}/minha-foto\\.jpg$`),
  )
  expect((await api.call(null, method, path(uploadUrl), { headers, payload: BYTES })).statusCode).toBe(200)

  const found = await api.call(null, 'GET', path(publicUrl))
  expect(found.rawPayload).toEqual(BYTES)
  expect(found.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

it('only so many files of a platform, live and test together, are in memory at once, and one more is refused before it is read', async () => {
  const at = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = await api.signIn(api.home.emails.seller)
  const askForTest = (payload: object) => api.call(null, 'POST', '/test/v1/uploads', { headers: { cookie }, payload })
  const signed = await Promise.all(
    Array.from({ length: 9 }, async (_, n) => (n < 5 ? await ask(ME) : await askForTest(ME)).json()),
  )
  const held = signed.map(({ method, uploadUrl, headers }) => holdBody(at + path(uploadUrl), method, headers))
  const answers = held.map(({ status }) => status)
  expect(await Promise.race(answers)).toBe(429)
  for (const { end } of held) end(BYTES)
  expect(
    (await Promise.allSettled(answers)).filter((answer) => answer.status === 'fulfilled' && answer.value === 200),
  ).toHaveLength(8)
})

it('a platform sends so much in a day; a small file counts as one of 64 KB, and one of unknown size as the biggest', async () => {
  const { writer, sql } = api.database
  const left = async (bytes: number) => {
    await sql`
      INSERT INTO platform_uploads VALUES (${api.home.platformId}, now(), ${10 * 1024 ** 3 - bytes})
      ON CONFLICT (platform_id) DO UPDATE SET since = excluded.since, bytes = excluded.bytes`
  }
  const statuses = async (...payloads: object[]) => {
    const answers = await Promise.all(payloads.map((payload) => ask(payload)))
    return answers.map(({ statusCode }) => statusCode).toSorted()
  }
  await left(10 * 1024 ** 2 + 200 * 1024)
  expect(await statuses(ME)).toEqual([201])
  expect(await statuses(ME)).toEqual([429])
  const tiny = { ...ME, size: 1 }
  expect(await statuses(...Array(8).fill(tiny))).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  const refused = await ask(tiny)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(23 * 3600)
  expect((await api.call(api.other.keys.seller, 'POST', '/v1/uploads', { payload: ME })).statusCode).toBe(201)
  await writer.update(platformUploads).set({ since: new Date(Date.now() - 25 * 3_600_000).toISOString() })
  expect(await statuses(ME, tiny)).toEqual([201, 201])
})

it('what is sent in tests, and what is sent of pictures, leaves room for papers and evidence', async () => {
  const { platformId, emails } = api.home
  const cookie = await api.signIn(emails.seller)
  const inTest = async (payload: object) =>
    (await api.call(null, 'POST', '/test/v1/uploads', { headers: { cookie }, payload })).statusCode
  const live = async (payload: object) => (await ask(payload)).statusCode
  const sent = (gigabytes: number, of: string) => api.database.sql`
    INSERT INTO platform_uploads VALUES (${of}, now(), ${gigabytes * 1024 ** 3})
    ON CONFLICT (platform_id) DO UPDATE SET since = excluded.since, bytes = excluded.bytes`
  const [paper, evidence] = [
    { ...ME, purpose: 'photoDocument' },
    { ...ME, purpose: 'disputeEvidence' },
  ]
  expect(await inTest(ME)).toBe(201)
  await sent(0, platformId)
  await sent(1, testTwinOf(platformId))
  expect([await inTest(ME), await inTest(paper), await live(ME)]).toEqual([429, 201, 201])
  await sent(1.25, testTwinOf(platformId))
  expect([await inTest(paper), await live(ME)]).toEqual([429, 201])
  await sent(10, platformId)
  expect([await live(ME), await live(paper), await live(evidence)]).toEqual([429, 201, 201])
  await sent(12.5, platformId)
  expect(await live(evidence)).toBe(429)
  await api.database.sql`DELETE FROM platform_uploads`
})

it('an identity paper is found by no holder of its address alone', async () => {
  const { method, uploadUrl, headers, publicUrl } = (await ask({ ...ME, purpose: 'photoDocument' })).json()
  expect((await api.call(null, method, path(uploadUrl), { headers, payload: BYTES })).statusCode).toBe(200)
  const stranger = await api.call(null, 'GET', path(publicUrl))
  expect(stranger.json()).toMatchObject({ status: 401, code: 'invalid_signature' })
  expect((await api.call(api.home.keys.admin, 'GET', path(publicUrl))).statusCode).toBe(401)
  expect((await api.call(null, method, path(uploadUrl), { headers, payload: BYTES })).statusCode).toBe(409)
})

it.each([
  [{ ...ME, contentType: 'image/svg+xml' }, 400],
  [{ ...ME, contentType: 'text/html' }, 400],
  [{ ...ME, size: 11 * 1024 * 1024 }, 422],
  [{ ...ME, purpose: '../x' }, 422],
  [{ fileName: 'x.pdf' }, 400],
])('%j is refused', async (payload, status) => {
  expect((await ask(payload)).statusCode).toBe(status)
})

it('a file that is too big is not taken', async () => {
  const { method, uploadUrl, headers, publicUrl } = (await ask(ME)).json()
  const payload = Buffer.alloc(10 * 1024 * 1024 + 1)
  expect((await api.call(null, method, path(uploadUrl), { headers, payload })).statusCode).toBe(413)
  expect((await api.call(null, 'GET', path(publicUrl))).statusCode).toBe(404)
})

it.each([
  '/files/../config/env.ts',
  '/files/..%2f..%2fpackage.json',
  '/files/uploads/x.html',
  '/files/%00.pdf',
  '/files/',
])('nothing is to be found at %s', async (url) => {
  const answer = await api.call(null, 'GET', url)
  expect([400, 404]).toContain(answer.statusCode)
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

it('a bucket is all or nothing: what is missing is named, and pages may send to it', async () => {
  const env = { DATABASE_URL: 'x', TEMPORAL_ADDRESS: 'x', S3_ENDPOINT: 'https://s3.example/' }
  expect(() => readSettings(env)).toThrow(/S3_BUCKET[\s\S]*S3_ACCESS_KEY_ID[\s\S]*S3_SECRET_ACCESS_KEY/)

  const full = {
    ...env,
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
    S3_PUBLIC_URL: 'https://cdn.example',
  }
  const { storage } = readSettings(full)
  const withBucket = await startTestApi({ settings: { storage } })
  try {
    const askBucket = (payload: object) =>
      withBucket.call(withBucket.home.keys.seller, 'POST', '/v1/uploads', { payload })
    // A bucket takes as many bytes as were announced, and a file of any size where none were: that one comes to us.
    const unsized = await askBucket(ME)
    expect(unsized.statusCode).toBe(201)
    const { method, uploadUrl, headers } = unsized.json()
    expect(uploadUrl.startsWith(`${withBucket.settings.publicUrl}/files/uploads/`)).toBe(true)
    expect(unsized.json().publicUrl).toMatch(/^https:\/\/cdn\.example\/uploads\//)
    const tooBig = { headers, payload: Buffer.alloc(10 * 1024 * 1024 + 1) }
    expect((await withBucket.call(null, method, path(uploadUrl), tooBig)).statusCode).toBe(413)
    const signed = await askBucket({ ...ME, size: BYTES.length })
    const { searchParams } = new URL(signed.json().uploadUrl)
    expect(searchParams.get('X-Amz-SignedHeaders')?.split(';')).toContain('content-length')
    expect(signed.json().uploadUrl).toMatch(/^https:\/\/s3\.example\/files\/uploads\/.*X-Amz-Expires=60/)
    expect(signed.json().publicUrl).toMatch(/^https:\/\/cdn\.example\/uploads\//)
    const policy = String(signed.headers['content-security-policy'])
    expect(policy).toMatch(/connect-src 'self' https:\/\/s3\.example;/)
    expect(policy).toMatch(/img-src 'self' data: https:\/\/cdn\.example;/)
  } finally {
    await withBucket.close()
  }
})
