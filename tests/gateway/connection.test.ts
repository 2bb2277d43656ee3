/** Opening a connection to a provider account: what is said when its client certificate cannot be had. */
import { expect, test } from 'vitest'
import { seal } from '../../config/seal.ts'
import type { PlatformRow } from '../../db/queries/access/platforms.ts'
import type { ProviderAccountRow } from '../../db/queries/account/read.ts'
import { createBudget } from '../../gateway/budget.ts'
import { createCertificateCache } from '../../gateway/certificates.ts'
import { openConnection } from '../../gateway/connection.ts'
import type { HttpClient } from '../../gateway/http-client.ts'
import { createTokenCache } from '../../gateway/tokens.ts'
import { providers } from '../../providers/index.ts'
import { loadCertificates } from '../../sandbox/certificates.ts'
import { localStorage } from '../../storage/local.ts'

const sealKey = [Buffer.alloc(32, 1)] as const
const secrets = { publicKey: 'a|b|c|d', secretKey: 'e|f|g|h', webhookToken: 't' }
const http: HttpClient = {
  send: async () => ({ status: 404, headers: {}, body: '' }),
  close: async () => {},
}

const opened = (provider: string, certCashInUrl: string | null, keys: object = {}) =>
  openConnection(
    {
      http,
      testHttp: http,
      publicUrl: 'http://127.0.0.1:9',
      sealKey,
      tokens: createTokenCache(),
      certificates: createCertificateCache(http),
      metrics: { providerCall: () => {}, unmappedStatus: () => {} },
      budget: createBudget({ perAccount: 1, waitingPerAccount: 1, total: 1 }),
      learnPatience: async () => {},
      storage: localStorage({ publicUrl: 'http://127.0.0.1:9', signingKey: Buffer.alloc(32), directory: '/nowhere' }),
    },
    {
      id: 'account',
      platformId: '01900000-0000-7000-8000-000000000001',
      provider,
      baseUrl: null,
      sealedSecrets: seal(JSON.stringify({ ...secrets, ...keys }), sealKey),
    } as ProviderAccountRow,
    { certCashInUrl, certCashOutUrl: null, sealedPrivateKey: null, defaultReceiverId: null } as PlatformRow,
    { now: '2026-01-15T15:00:00.000Z', id: 'attempt' },
  )

const certified = Object.values(providers).filter(({ clientCertificate }) => clientCertificate)

test.each(
  certified.flatMap(({ code, certificateMissing = 'Unauthorized.' }) =>
    [null, 'https://files.example.com/nothing.pem'].map((url) => [code, url, certificateMissing] as const),
  ),
)('%s, with %s as the address of its certificate: %s', async (provider, url, message) => {
  await expect(opened(provider, url)).rejects.toMatchObject({ kind: 'Unauthorized', message })
})

test('TREEAL, PODPAY and ONZ cannot do without one, nor OWENPAY, which has words of its own for it', () => {
  expect(certified.map(({ code }) => code)).toEqual(expect.arrayContaining(['TREEAL', 'PODPAY', 'ONZ', 'OWENPAY']))
  expect(providers.OWENPAY?.certificateMissing).toBe('Falha na configuração dos certificados SSL')
})

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['as PEM', (text: string) => text],
  ['as Base64 of it', base64],
])('an account whose keys hold its certificate shows that one: %s', async (_, write) => {
  const { clientCertificate, clientKey } = await loadCertificates(null)
  const keys = {
    publicKey: `${write(clientCertificate)}|client|pix-key`,
    secretKey: `${write(clientKey)}|client-secret`,
  }
  const { identityFor } = await opened('ZENET', null, keys)
  const identity = await identityFor(undefined)
  expect([identity?.certificate.trim(), identity?.key.trim()]).toEqual([clientCertificate.trim(), clientKey.trim()])
})
