/** Opening a line to a provider account: what is said when its client certificate cannot be had. */
import { expect, test } from 'vitest'
import { createBulkhead } from '../../activities/bulkhead.ts'
import { createCertificateCache } from '../../activities/certificates.ts'
import { openLine } from '../../activities/line.ts'
import type { HttpClient } from '../../activities/send.ts'
import { createTokenCache } from '../../activities/tokens.ts'
import { seal } from '../../config/seal.ts'
import type { AccountRow, PlatformRow } from '../../db/queries/attempts.ts'
import { localStorage } from '../../storage/local.ts'

const sealKey = Buffer.alloc(32, 1)
const secrets = { publicKey: 'a|b', secretKey: 'c', webhookToken: 't' }
const http: HttpClient = {
  send: async () => ({ status: 404, headers: {}, body: '' }),
  close: async () => {},
}

const opened = (provider: string, certCashInUrl: string | null) =>
  openLine(
    {
      http,
      sealKey,
      tokens: createTokenCache(),
      certificates: createCertificateCache(http),
      metrics: { providerCall: () => {}, unmappedStatus: () => {} },
      bulkhead: createBulkhead(1),
      storage: localStorage({ publicUrl: 'http://127.0.0.1:9', signingKey: Buffer.alloc(32) }),
    },
    { id: 'account', provider, baseUrl: null, sealedSecrets: seal(JSON.stringify(secrets), sealKey) } as AccountRow,
    { certCashInUrl, certCashOutUrl: null, sealedPrivateKey: null, defaultReceiverId: null } as PlatformRow,
    { now: '2026-01-15T15:00:00.000Z', id: 'attempt' },
  )

test.each([
  ['TREEAL', null, 'Unauthorized.'],
  ['TREEAL', 'https://files.example.com/nothing.pem', 'Unauthorized.'],
  ['OWENPAY', null, 'Falha na configuração dos certificados SSL'],
  ['OWENPAY', 'https://files.example.com/nothing.pem', 'Falha na configuração dos certificados SSL'],
])('%s, with %s as the address of its certificate: %s', async (provider, url, message) => {
  await expect(opened(provider, url)).rejects.toMatchObject({ kind: 'Unauthorized', message })
})
