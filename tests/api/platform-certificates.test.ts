/** An account whose provider asks for the platform's certificate: without one it is not asked, and this is no refusal of the keys. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadAccount } from '../../db/queries/account/read.ts'
import { recordAccountTest } from '../../db/queries/account/tests.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let certificate: string
beforeAll(async () => {
  api = await startChargingApi()
  certificate = `${api.sandbox.url}/_control/treeal/client.pem`
})
afterAll(() => api?.close())

const admin = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  api.call(api.home.keys.admin, method, path, { payload })
const account = (id: string, what = '') => `/v1/provider-accounts/${id}${what}`
const lastTest = async (id: string) => (await admin('GET', account(id))).json().lastTest
const tested = async (id: string) => (await admin('POST', account(id, '/test'))).json().lastTest

async function withSettings(settings: object): Promise<void> {
  expect((await admin('PATCH', `/v1/platforms/${api.home.platformId}`, settings)).statusCode).toBe(200)
}
beforeEach(() => withSettings({ certCashInUrl: null, certCashOutUrl: null }))

async function paused(provider: string): Promise<string> {
  const { id } = await api.connect(provider)
  await admin('PATCH', account(id), { enabled: false })
  return id
}

it.each(['VOLUTI', 'ONZ', 'TREEAL', 'PODPAY', 'OWENPAY'])(
  '%s is not asked while the platform has no certificate, and knows its keys once it has',
  async (provider) => {
    const { id } = await api.connect(provider)
    expect(await tested(id)).toEqual({
      outcome: 'notAsked',
      setting: 'certCashInUrl',
      message: 'The platform has no such certificate',
      at: expect.any(String),
    })
    await withSettings({ certCashInUrl: certificate })
    expect(await lastTest(id)).toBeNull()
    expect(await tested(id)).toMatchObject({ outcome: 'accepted', setting: null, message: null })
  },
)

it('a test that found none is not kept where it came meanwhile', async () => {
  const { id } = await api.connect('VOLUTI')
  const platformId = api.home.platformId
  const found = await loadAccount(api.database.writer, platformId, id)
  await withSettings({ certCashInUrl: certificate })
  const test = { outcome: 'notAsked', setting: 'certCashInUrl' } as const
  if (found) expect(await recordAccountTest(api.database.writer, found, test)).toBeUndefined()
  expect(await lastTest(id)).toBeNull()
})

const NONE_THERE = 'No certificate with its private key is at the address that the platform has for it'

it.each([
  ['holds none', () => `${api.sandbox.url}/nothing.pem`, NONE_THERE],
  ['does not answer', () => 'http://127.0.0.1:1/client.pem', 'The client certificate could not be downloaded'],
])('a certificate whose address %s is told from a refusal of the keys', async (_, url, message) => {
  await withSettings({ certCashInUrl: url() })
  const { id } = await api.connect('VOLUTI')
  expect(await tested(id)).toMatchObject({ outcome: 'notAsked', setting: 'certCashInUrl', message })
})

it('keys that are wrong are refused as soon as the provider can be asked', async () => {
  await withSettings({ certCashInUrl: certificate })
  const { id } = await api.connect('VOLUTI', { secretKey: 'bogus|bogus' })
  expect(await tested(id)).toMatchObject({ outcome: 'refused', setting: null })
})

describe('switching it on', () => {
  const enable = (id: string, change: object = {}) => admin('PATCH', account(id), { ...change, enabled: true })

  it('is refused with the name of what the platform lacks, with other keys too', async () => {
    const id = await paused('VOLUTI')
    await tested(id)
    for (const change of [{}, { secretKey: 'other|keys' }]) {
      const { status, code, detail, errors } = (await enable(id, change)).json()
      expect({ status, code }).toEqual({ status: 409, code: 'conflict' })
      expect(detail).toContain("the platform's certCashInUrl was missing or of no use")
      expect(detail).not.toMatch(/keys|refused/)
      expect(errors).toEqual([
        { path: '/enabled', rule: 'platformSetting', message: expect.stringContaining('certCashInUrl') },
      ])
    }
    expect((await admin('GET', account(id))).json()).toMatchObject({ enabled: false })
  })

  it.each([
    ['the setting', 200, () => ({ certCashInUrl: certificate })],
    ['another setting', 409, () => ({ certCashOutUrl: certificate, defaultReceiverId: 're1' })],
  ])('after a change of %s answers %d', async (_, status, settings) => {
    const id = await paused('VOLUTI')
    await tested(id)
    await withSettings(settings())
    expect((await enable(id)).statusCode).toBe(status)
  })

  it('forgets no other test when the certificate changes', async () => {
    const { id } = await api.connect('PAGUESAFE')
    await tested(id)
    await withSettings({ certCashInUrl: certificate })
    expect(await lastTest(id)).toMatchObject({ outcome: 'accepted' })
  })
})

it('a charge there fails with the words of the specification', async () => {
  const { id } = await api.connect('VOLUTI')
  const orderId = crypto.randomUUID()
  const payload = { ...NEW_CHARGE, orderId, providerAccountId: id }
  await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })
  const { data } = (await api.call(api.home.keys.seller, 'GET', `/v1/charges?orderId=${orderId}`)).json()
  expect(data[0].failureMessage).toBe('Unauthorized.')
})
