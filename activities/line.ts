/** Everything needed to talk to one provider account: credentials opened, certificate fetched, base URL applied. */
import { open } from '../config/seal.ts'
import type { AccountRow, PlatformRow } from '../db/queries/attempts.ts'
import type { Context } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import type { Bulkhead } from './bulkhead.ts'
import type { CertificateCache } from './certificates.ts'
import type { ActivityMetrics } from './context.ts'
import type { Line } from './drive.ts'
import { secretValues } from './redact.ts'
import type { HttpClient } from './send.ts'
import type { TokenCache } from './tokens.ts'

export interface LineFactory {
  http: HttpClient
  tokens: TokenCache
  certificates: CertificateCache
  sealKey: Buffer
  metrics: ActivityMetrics
  bulkhead: Bulkhead
}

export type OpenLine = Line & { secrets: readonly string[] }

/**
 * @param now ISO 8601 UTC; the same for every run of an attempt, so that it builds the same bytes.
 * @throws ProviderError when the credentials are incomplete or the certificate is missing.
 */
export async function openLine(
  factory: LineFactory,
  account: AccountRow,
  platform: PlatformRow,
  now: string,
): Promise<OpenLine> {
  const provider = findProvider(account.provider)
  const packed = JSON.parse(open(account.sealedSecrets, factory.sealKey)) as AccountSecrets
  const credentials = provider.parseCredentials(packed)
  const context: Context = { credentials, now, ...(account.baseUrl === null ? {} : { baseUrl: account.baseUrl }) }
  const certificateUrl =
    provider.clientCertificate === 'certCashOutUrl' ? platform.certCashOutUrl : platform.certCashInUrl
  const identity = provider.clientCertificate ? await factory.certificates.get(certificateUrl) : undefined
  return {
    http: factory.http,
    metrics: factory.metrics,
    bulkhead: factory.bulkhead,
    tokens: factory.tokens,
    provider,
    context,
    accountId: account.id,
    secrets: secretValues(provider.credentials, credentials),
    ...(identity ? { identity } : {}),
  }
}

/** What is sealed in a provider account's row. */
export interface AccountSecrets {
  publicKey?: string
  secretKey?: string
  webhookSecret?: string
  /** The secret part of the account's webhook address. */
  webhookToken: string
}
