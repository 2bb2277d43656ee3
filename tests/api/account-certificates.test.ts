/** Accounts whose credentials hold the client's certificate and its private key. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadCertificates } from '../../sandbox/certificates.ts'
import { connectingTo } from './connecting.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const { connect, change, secretsOf } = connectingTo(() => api)

const keys = (certificate: string, key: string) => ({
  publicKey: `${certificate}|client`,
  secretKey: `${key}|secret`,
})

it('an account that has a certificate of no use can be given a webhook secret, and is told how to mend its keys', async () => {
  const made = await loadCertificates(null)
  const secrets = keys('none', made.serverKey)
  const { id } = await api.addAccount(api.home, 'ZENET', { secrets, baseUrl: 'http://127.0.0.1:9' })
  const webhookSecret = 'a-secret-of-thirty-two-characters'
  expect((await change(id, { webhookSecret })).statusCode).toBe(200)
  expect(await secretsOf(id)).toMatchObject({ ...secrets, webhookSecret })
  const good = keys(made.clientCertificate, made.clientKey)
  const refused = (await change(id, { publicKey: good.publicKey })).json()
  expect(refused).toMatchObject({ status: 422, errors: [{ path: '/publicKey', rule: 'certificate' }] })
  expect(refused.detail).toContain('give publicKey and secretKey together')
  expect((await change(id, good)).statusCode).toBe(200)
  expect(await secretsOf(id)).toMatchObject({ ...good, webhookSecret })
})

it('an account shows itself by a certificate that belongs to its key', async () => {
  const made = await loadCertificates(null)
  const [good, strange] = [made.clientKey, made.serverKey].map((key) => keys(made.clientCertificate, key))
  const to = { provider: 'ZENET', name: 'Zenet', baseUrl: 'http://127.0.0.1:9' }
  const { id } = (await connect({ ...to, ...good })).json()
  for (const wrong of [strange, keys('none', made.clientKey), keys(made.clientCertificate, 'none')]) {
    for (const answer of [await connect({ ...to, ...wrong }), await change(id, { ...wrong })]) {
      expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/publicKey', rule: 'certificate' }] })
      expect(answer.json().detail).toContain('do not belong together')
    }
  }
  expect(await secretsOf(id)).toMatchObject({ ...good })
})
