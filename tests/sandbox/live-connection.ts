/** A connection from the product's driver to a fake provider, as the worker opens one, without a database. */
import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { defined } from '../../domain/defined.ts'
import { createBudget } from '../../gateway/budget.ts'
import { certificateIn, createCertificateCache } from '../../gateway/certificates.ts'
import type { Connection } from '../../gateway/drive.ts'
import { createHttpClient } from '../../gateway/http-client.ts'
import { createTokenCache } from '../../gateway/tokens.ts'
import type { IncomingWebhook } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { localStorage } from '../../storage/local.ts'
import { signingKey } from './signing-key.ts'
import { type Api, openReceiver, type Received } from './support.ts'

export async function openConnection(api: Api, code: string, now = new Date().toISOString()): Promise<Connection> {
  const http = createHttpClient()
  onTestFinished(() => http.close())
  const provider = findProvider(code)
  const account = api.accounts.find((candidate) => candidate.provider === code)
  if (!account) throw new Error(`No ${code} account`)
  const { baseUrl, publicKey, secretKey, webhookSecret } = account
  const credentials = provider.parseCredentials({
    secretKey,
    ...defined({ publicKey: publicKey ?? undefined, webhookSecret: webhookSecret ?? undefined }),
  })
  const certificates = createCertificateCache(http)
  // Whatever is published is put there, and taken.
  const { origin } = new URL((await openReceiver()).url)
  return {
    http,
    provider,
    context: {
      credentials,
      baseUrl,
      now,
      entropy: randomBytes(16).toString('hex'),
      cardKey: randomBytes(32).toString('base64'),
      platform: { defaultReceiverId: 're1', privateKey: signingKey() },
    },
    metrics: { providerCall: () => {}, unmappedStatus: () => {} },
    budget: createBudget({ perAccount: 10, waitingPerAccount: 10, total: 10 }),
    learnPatience: async () => {},
    storage: localStorage({ publicUrl: origin, signingKey: Buffer.alloc(32), directory: '/nowhere' }),
    accountId: 'account',
    platformId: 'platform',
    secrets: [],
    tokens: createTokenCache(),
    identityFor: async (host) => {
      const { clientCertificate } = host === undefined ? provider : (provider.hosts[host] ?? provider)
      if (clientCertificate === 'credentials') return certificateIn(credentials)
      return clientCertificate && certificates.get('account', `${api.url}/_control/treeal/client.pem`)
    },
  }
}

export function asIncoming({ path, headers, text }: Received, receivedAt = new Date().toISOString()): IncomingWebhook {
  return {
    headers: headers as Record<string, string>,
    query: Object.fromEntries(new URL(path, 'http://receiver').searchParams),
    body: text,
    receivedAt,
  }
}
