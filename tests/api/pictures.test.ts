/** Pictures on buyers' pages: files that the platform has sent, and that are pictures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../scripts/support/ports.ts'
import { PASSWORD, startTestApi, type TestApi } from './support.ts'

const PNG = '\x89PNG\r\n\x1a\n and a cup'

let api: TestApi
let directory: string
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trilho-pictures-'))
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  api = await startTestApi({ settings: { publicUrl, storage: { type: 'local', directory } } })
  await api.app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await api?.close()
  rmSync(directory, { recursive: true, force: true })
})

const call = (method: string, path: string, payload: object, key = api.home.keys.admin) =>
  api.call(key, method, `/v1/${path}`, { payload })

/** @param bytes as Latin-1; undefined sends none. */
async function picture(bytes: string | undefined = PNG, file: object = {}): Promise<string> {
  const wanted = { fileName: 'copo.png', contentType: 'image/png', purpose: 'picture', ...file }
  const { method, uploadUrl, headers, publicUrl } = (await call('POST', 'uploads', wanted)).json()
  const sent = bytes && (await fetch(uploadUrl, { method, headers, body: Buffer.from(bytes, 'latin1') }))
  expect(sent ? sent.status : undefined).toBe(bytes ? 200 : undefined)
  return publicUrl
}

const OFFER = { name: 'Copo', price: 900, paymentMethods: ['PIX'] }

/** Whatever has a picture, made or changed to have this one. */
async function places(): Promise<[path: string, (url: string) => ReturnType<typeof call>][]> {
  const { id } = (await call('POST', 'products', { name: 'Copo' })).json()
  return [
    ['/imageUrl', (imageUrl) => call('POST', 'products', { name: 'Copo', imageUrl })],
    ['/imageUrl', (imageUrl) => call('PATCH', `products/${id}`, { imageUrl })],
    ['/product/imageUrl', (imageUrl) => call('POST', 'offers', { ...OFFER, product: { name: 'Copo', imageUrl } })],
    ['/logoUrl', (logoUrl) => call('PATCH', `platforms/${api.home.platformId}`, { logoUrl })],
    ['/logoUrl', (logoUrl) => found(logoUrl)],
  ]
}

let founded = 0
const found = (logoUrl: string) =>
  call('POST', 'platforms', {
    name: 'Filial',
    logoUrl,
    admin: { name: 'Lia', email: `lia-${++founded}@nova.example`, password: PASSWORD },
  })

it('one that was sent is taken', async () => {
  for (const [, take] of await places()) {
    const url = await picture()
    const taken = await take(url)
    expect([200, 201], taken.body).toContain(taken.statusCode)
    // An offer shows its product's name alone.
    if (!taken.json().productId) expect(taken.body).toContain(url)
  }
})

it.each([
  ['of which nothing has come', 'upload', () => picture('')],
  ['that is something else', 'fileType', () => picture('<svg onload="alert(1)"/>')],
  ['that is a document', 'picture', () => picture('%PDF-1.4', { fileName: 'a.pdf', contentType: 'application/pdf' })],
  ['of elsewhere', 'picture', async () => 'https://elsewhere.example/x.png'],
])('one %s is not', async (_what, rule, sent) => {
  for (const [path, take] of await places()) {
    const refused = await take(await sent())
    expect(refused.json(), refused.body).toMatchObject({ status: 422, errors: [{ path, rule }] })
  }
})

it('is no other platform’s', async () => {
  const theirs = await call('POST', 'products', { name: 'x', imageUrl: await picture() }, api.other.keys.seller)
  expect(theirs.json()).toMatchObject({ status: 422, errors: [{ path: '/imageUrl', rule: 'picture' }] })
})

it('a platform keeps the logo that its founder sent, and takes no other of theirs', async () => {
  const logoUrl = await picture()
  const platform = await found(logoUrl)
  expect(platform.statusCode, platform.body).toBe(201)
  const headers = { cookie: await api.signIn(`lia-${founded}@nova.example`) }
  const change = async (payload: object) =>
    (await api.call(null, 'PATCH', `/v1/platforms/${platform.json().id}`, { headers, payload })).json()
  expect(await change({ name: 'Loja', logoUrl })).toMatchObject({ name: 'Loja', logoUrl })
  const another = await picture()
  expect(await change({ logoUrl: another })).toMatchObject({ status: 422, errors: [{ path: '/logoUrl' }] })
})
