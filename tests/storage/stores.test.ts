/** One behaviour, two stores: our own addresses on a disk, and a real S3-compatible server that checks signatures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import type { S3Settings } from '../../config/storage.ts'
import { defined } from '../../domain/defined.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { findS3Server, startS3Server } from '../../scripts/support/s3-server.ts'
import { fileKey } from '../../storage/file-types.ts'
import { localStorage } from '../../storage/local.ts'
import { s3Storage } from '../../storage/s3.ts'
import { CACHE_CONTROL, type ObjectStorage, type SignedPut } from '../../storage/storage.ts'
import { getFile, putFile, removeFile } from '../../storage/transfer.ts'
import { startTestApi } from '../api/support.ts'

interface Store {
  /** As it is when its clock is this many seconds behind. */
  storage(secondsAgo?: number): ObjectStorage
  close(): Promise<void>
}

const PDF = new TextEncoder().encode('%PDF-1.7 a boleto')
let count = 0
const newKey = () => {
  count += 1
  return fileKey('billets', `${count}`.padStart(40, '0'), { name: 'Boleto nº 1.PDF', contentType: 'application/pdf' })
}

describe.each([
  ['the local disk', startLocal],
  ['S3', startS3],
] as const)('%s', (_name, start) => {
  let store: Store
  beforeAll(async () => {
    store = await start()
  }, 600_000)
  afterAll(() => store?.close())

  const sign = (secondsAgo = 0, size?: number) =>
    store.storage(secondsAgo).signPut({
      key: newKey(),
      contentType: 'application/pdf',
      ...defined({ size }),
    })
  const send = ({ url, headers }: Pick<SignedPut, 'url' | 'headers'>, body: Uint8Array<ArrayBuffer> = PDF) =>
    fetch(url, { method: 'PUT', headers, body })
  const isThere = async ({ publicUrl }: SignedPut) => (await fetch(publicUrl)).status === 200

  test('the beginning of a file is read without the rest, and is none where nothing came', async () => {
    const storage = store.storage()
    for (const folder of ['billets', 'papers']) {
      const key = newKey().replace('billets', folder)
      expect(await storage.beginning(key, 8)).toBeUndefined()
      await putFile(storage, { key, contentType: 'application/pdf' }, PDF)
      expect(await storage.beginning(key, 8)).toEqual({ bytes: Buffer.from('%PDF-1.7'), size: PDF.byteLength })
      expect(await storage.beginning(key, 500)).toEqual({ bytes: Buffer.from(PDF), size: PDF.byteLength })
    }
    const empty = newKey()
    await putFile(storage, { key: empty, contentType: 'application/pdf' }, new Uint8Array())
    expect(await storage.beginning(empty, 8)).toEqual({ bytes: Buffer.alloc(0), size: 0 })
  })

  test('what was sent to a signed address is found by everybody, cached for long, and is what it says it is', async () => {
    const publicUrl = await putFile(store.storage(), { key: newKey(), contentType: 'application/pdf' }, PDF)
    const answer = await fetch(publicUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('cache-control')).toBe(CACHE_CONTROL)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF)
  })

  test('a paper is read over a signed address alone, kept by no cache on the way, and deleted for good', async () => {
    const storage = store.storage()
    const key = newKey().replace('billets/', 'papers/')
    const publicUrl = await putFile(storage, { key, contentType: 'application/pdf' }, PDF)
    expect([401, 403]).toContain((await fetch(publicUrl)).status)
    const { url } = await storage.signGet(key)
    const answer = await fetch(url)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')

    const others = [
      (await store.storage(61).signGet(key)).url,
      (await storage.signGet(newKey().replace('billets/', 'papers/'))).url.replace(/\/papers\/[^?]*/, `/${key}`),
      (await storage.signPut({ key, contentType: 'application/pdf' })).url,
    ]
    for (const other of others) expect([400, 401, 403, 404]).toContain((await fetch(other)).status)
    expect([400, 401, 403, 405]).toContain((await fetch(publicUrl, { method: 'DELETE' })).status)
    expect([400, 401, 403, 405]).toContain((await fetch(url, { method: 'DELETE' })).status)
    expect((await fetch(url)).status).toBe(200)

    await removeFile(storage, key)
    expect((await fetch(url)).status).toBe(404)
    await removeFile(storage, key)
  })

  test('a signed address takes one file, and a file is never replaced', async () => {
    const signed = await sign()
    expect((await send(signed)).status).toBe(200)
    const second = await send(signed, new TextEncoder().encode('%PDF-1.7 another'))
    expect([409, 412]).toContain(second.status)
    expect(new Uint8Array(await (await fetch(signed.publicUrl)).arrayBuffer())).toEqual(PDF)
    const key = store.storage().keyOf(signed.publicUrl) ?? ''
    expect(await putFile(store.storage(), { key, contentType: 'application/pdf' }, PDF)).toBe(signed.publicUrl)
  })

  test('a signed address lives sixty seconds', async () => {
    const before = Date.now()
    const { expiresAt } = await sign()
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 60_000)
    expect(Date.parse(expiresAt)).toBeLessThanOrEqual(Date.now() + 60_000)

    expect((await send(await sign(30))).status).toBe(200)
    const expired = await sign(61)
    expect([401, 403]).toContain((await send(expired)).status)
    expect(await isThere(expired)).toBe(false)
  })

  test.each([
    [
      'signature',
      (url: string) => url.replace(/(signature=)(.)/i, (_, name, first) => name + (first === '0' ? '1' : '0')),
    ],
    ['key', (url: string) => url.replace('boleto-n', 'boleto-m')],
    ['lifetime', (url: string) => url.replace(/(expires=\d+)/i, '$10')],
  ])('an address with another %s takes nothing', async (_part, forge) => {
    const signed = await sign()
    const url = forge(signed.url)
    expect(url).not.toBe(signed.url)
    expect([401, 403]).toContain((await send({ ...signed, url })).status)
    expect(await isThere(signed)).toBe(false)
  })

  test('an address without a signature takes nothing', async () => {
    const signed = await sign()
    const answer = await send({ ...signed, url: signed.publicUrl })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await isThere(signed)).toBe(false)
  })

  test('the file is of the type, and of the size, that was announced', async () => {
    const typed = await sign()
    const asPage = { ...typed, headers: { ...typed.headers, 'content-type': 'text/html' } }
    expect((await send(asPage)).status).toBeGreaterThanOrEqual(400)
    expect(await isThere(typed)).toBe(false)

    const sized = await sign(0, PDF.byteLength)
    expect((await send(sized, new TextEncoder().encode('more than was announced'))).status).toBeGreaterThanOrEqual(400)
    expect(await isThere(sized)).toBe(false)
    expect((await send(sized)).status).toBe(200)
  })

  test('a file is read back by its key, which its public address tells', async () => {
    const storage = store.storage()
    const publicUrl = await putFile(storage, { key: newKey(), contentType: 'application/pdf' }, PDF)
    const key = storage.keyOf(publicUrl)
    expect(new Uint8Array(await getFile(storage, key ?? ''))).toEqual(PDF)
    for (const other of [`${publicUrl}/../../x.pdf`, `https://elsewhere.example/${key}`, `${publicUrl}?x`]) {
      expect(storage.keyOf(other)).toBeUndefined()
    }
  })
})

test('S3: a file whose size was not announced goes there through the API, once', async () => {
  const bucket = await startS3()
  const api = await startTestApi({ settings: { storage: bucket.settings } })
  try {
    const wanted = { fileName: 'logo.png', contentType: 'image/png', purpose: 'logo' }
    const signed = await api.call(api.home.keys.seller, 'POST', '/v1/uploads', { payload: wanted })
    expect(signed.statusCode, signed.body).toBe(201)
    const { method, uploadUrl, headers, publicUrl } = signed.json()
    const path = uploadUrl.slice(api.settings.publicUrl.length)
    const sendAs = async (payload: Uint8Array) =>
      (await api.call(null, method, path, { headers, payload: Buffer.from(payload) })).statusCode
    expect(await sendAs(PDF)).toBe(200)
    expect(await sendAs(new TextEncoder().encode('another'))).toBe(409)
    const storage = bucket.storage()
    expect(new Uint8Array(await getFile(storage, storage.keyOf(publicUrl) ?? ''))).toEqual(PDF)
  } finally {
    await api.close()
    await bucket.close()
  }
}, 600_000)

test('S3: a bucket that does not answer is no defect of ours, and the file may be there', async () => {
  const api = await startTestApi({ settings: { storage: s3Settings('http://127.0.0.1:1') } })
  try {
    const payload = { fileName: 'logo.png', contentType: 'image/png', purpose: 'logo' }
    const signed = await api.call(api.home.keys.seller, 'POST', '/v1/uploads', { payload })
    const { method, uploadUrl, headers } = signed.json()
    const path = uploadUrl.slice(api.settings.publicUrl.length)
    const answer = await api.call(null, method, path, { headers, payload: Buffer.from(PDF) })
    expect(answer.json()).toMatchObject({ status: 503, code: 'outcome_unknown' })
  } finally {
    await api.close()
  }
})

test('S3: a paper is not made readable to the public', async () => {
  const storage = s3Storage(s3Settings('http://127.0.0.1:9'))
  const key = newKey().replace('billets/', 'papers/')
  const { url, headers } = await storage.signPut({ key, contentType: 'application/pdf' })
  expect(JSON.stringify([url, headers])).not.toMatch(/acl/i)
})

test('S3: the file is made readable by everybody, and no other way', async () => {
  const storage = s3Storage(s3Settings('http://127.0.0.1:9'))
  const { url, headers } = await storage.signPut({ key: newKey(), contentType: 'application/pdf' })
  expect(headers['x-amz-acl']).toBe('public-read')
  const { searchParams } = new URL(url)
  expect(searchParams.get('X-Amz-SignedHeaders')?.split(';')).toEqual(
    expect.arrayContaining(['x-amz-acl', 'cache-control', 'content-type', 'host']),
  )
  expect(searchParams.get('X-Amz-Expires')).toBe('60')
})

async function startLocal(): Promise<Store> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const directory = mkdtempSync(join(tmpdir(), 'trilho-files-'))
  const storage = { type: 'local', directory } as const satisfies Settings['storage']
  const api = await startTestApi({ settings: { publicUrl, storage } })
  await api.app.listen({ port, host: '127.0.0.1' })
  const [signingKey] = deriveKey(api.settings.masterKey, 'upload')
  return {
    storage: (secondsAgo = 0) =>
      localStorage({ publicUrl, signingKey, directory, now: () => Date.now() - secondsAgo * 1000 }),
    close: async () => {
      await api.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const s3Settings = (endpoint: string): S3Settings => ({
  type: 's3',
  endpoint,
  bucket: 'trilho-files',
  region: 'us-east-1',
  accessKeyId: 'test-key',
  secretAccessKey: 'test-secret-of-some-length',
  publicUrl: `${endpoint}/trilho-files`,
})

async function startS3(): Promise<Store & { settings: S3Settings }> {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'trilho-files-'))
  const settings = s3Settings(`http://127.0.0.1:${port}`)
  const server = await startS3Server({ binary: await findS3Server(console.error), directory, port, ...settings })
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings
  const owner = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  // This server keeps access rules for buckets, not for files: everybody may read what is public, and do nothing else.
  const everybodyReads = {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/billets/*` },
    ],
  }
  await owner.fetch(`${endpoint}/${bucket}`, {
    method: 'PUT',
    headers: { 'x-amz-object-ownership': 'BucketOwnerPreferred' },
  })
  await owner.fetch(`${endpoint}/${bucket}?policy`, { method: 'PUT', body: JSON.stringify(everybodyReads) })
  return {
    settings,
    storage: (secondsAgo = 0) => s3Storage(settings, () => Date.now() - secondsAgo * 1000),
    close: async () => {
      await server.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
