/** Opens a connection to one provider account: opens its credentials, fetches its certificate, applies its base URL. */
import { hkdfSync } from 'node:crypto'
import type { KeyRing } from '../config/keys.ts'
import { open } from '../config/seal.ts'
import type { PlatformRow } from '../db/queries/access/platforms.ts'
import type { ProviderAccountRow } from '../db/queries/account/read.ts'
import type { ChargeRow } from '../db/queries/charge/read.ts'
import { defined } from '../domain/defined.ts'
import { isTest } from '../domain/mode.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { ProviderError } from '../domain/provider-error.ts'
import type { PlatformSetting } from '../domain/requirements.ts'
import type { Access, Context, PlatformContext, Provider } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import { type AccountSecrets, openSecrets, webhookAddress } from './account-secrets.ts'
import type { Budget } from './budget.ts'
import { type CertificateCache, certificateIn } from './certificates.ts'
import type { Connection } from './drive.ts'
import type { HttpClient } from './http-client.ts'
import { type ProviderMetrics, UNCOUNTED } from './metrics.ts'
import type { LearnPatience } from './patience.ts'
import { secretValues } from './redact.ts'
import type { TokenCache } from './tokens.ts'

export interface Connections {
  http: HttpClient
  /** For accounts in test mode. It reaches only the fake providers. */
  testHttp: HttpClient
  /** The base URL at which providers reach us. */
  publicUrl: string
  tokens: TokenCache
  certificates: CertificateCache
  sealKey: KeyRing
  metrics: ProviderMetrics
  budget: Budget
  storage: ObjectStorage
  learnPatience: LearnPatience
}

/** When and for what the connection is opened. It is equal for every run of an attempt, so that each run builds the same bytes. */
export interface Occasion {
  /** ISO 8601 UTC. */
  now: string
  /** Unique: the id of the attempt, or of the object being read. */
  id: string
  /** The charge that is read or refunded. A charge made in a sub-account's name needs the sub-account's token. */
  charge?: Pick<ChargeRow, 'extras'> | null
}

/**
 * @throws ProviderError if the credentials are incomplete or the certificate is missing.
 */
export async function openConnection(
  factory: Connections,
  account: ProviderAccountRow,
  platform: PlatformRow,
  { now, id, charge }: Occasion,
): Promise<Connection> {
  const { provider, context, packed } = openContext(factory.sealKey, account, platform, {
    now,
    id,
    charge: charge ?? null,
  })
  const { credentials, receiverToken } = context
  const identityFor = async (host: string | undefined) => {
    const access = host === undefined ? provider : (provider.hosts[host] ?? provider)
    if (!access.clientCertificate) return undefined
    if (access.clientCertificate === 'credentials') return certificateIn(credentials)
    const setting = access.clientCertificate
    const url = platform[setting]
    const owner = JSON.stringify([account.id, account.baseUrl])
    return factory.certificates
      .get(owner, url)
      .catch((error: unknown) => Promise.reject(withSetting(error, { setting, url }, access)))
  }
  await identityFor(undefined)
  return {
    http: isTest(account.platformId) ? toldWhere(factory, account, packed) : factory.http,
    metrics: isTest(account.platformId) ? UNCOUNTED : factory.metrics,
    budget: factory.budget,
    storage: factory.storage,
    learnPatience: factory.learnPatience,
    tokens: factory.tokens,
    provider,
    context,
    accountId: account.id,
    platformId: account.platformId,
    // The token in the webhook URL authenticates the provider, so it is as secret as the credentials.
    secrets: [
      ...secretValues(provider.credentials, credentials),
      packed.webhookToken,
      ...(receiverToken ? [receiverToken] : []),
    ],
    identityFor,
  }
}

/** All test twins share one account at a fake provider, so each request carries the webhook URL for its events. */
function toldWhere(
  { testHttp, publicUrl }: Connections,
  { provider }: ProviderAccountRow,
  secrets: AccountSecrets,
): HttpClient {
  const address = webhookAddress(publicUrl, provider, secrets)
  return {
    ...testHttp,
    send: (request, identity) =>
      testHttp.send({ ...request, headers: { ...request.headers, 'x-test-webhook': address } }, identity),
  }
}

/**
 * The context for the adapter's operations, without network access.
 * @throws ProviderError if the credentials are incomplete.
 */
export function openContext(
  sealKey: KeyRing,
  account: ProviderAccountRow,
  platform: PlatformRow,
  { now, id, charge }: Occasion,
): { provider: Provider; context: Context; packed: AccountSecrets } {
  const provider = findProvider(account.provider)
  const packed = openSecrets(account, sealKey)
  const credentials = provider.parseCredentials(packed)
  const sealedToken = charge?.extras.sealedReceiverToken
  const receiverToken = sealedToken === undefined ? undefined : open(sealedToken, sealKey)
  const context = {
    credentials,
    now,
    // From nothing that may be rotated between two runs of the attempt, a key or the webhook address: both must build the same bytes.
    entropy: derive(packed.chance, `attempt/${id}`),
    cardKey: cardKeyOf(sealKey[0], provider.code),
    platform: platformContext(platform, sealKey),
    ...defined({ baseUrl: account.baseUrl ?? undefined, receiverToken }),
  }
  return { provider, context, packed }
}

/** In the provider's own words for it, where it has any, and with the platform's setting that is to be mended. */
function withSetting(
  error: unknown,
  { setting, url }: { setting: PlatformSetting; url: string | null },
  { certificateMissing }: Access,
): unknown {
  if (!(error instanceof ProviderError)) return error
  const { kind, message } = error
  if (kind !== 'Unauthorized')
    return new ProviderError(kind, message, { cause: error, unmet: { setting, why: message } })
  const why = url ? OUR_MESSAGES.certificateUnusable : OUR_MESSAGES.certificateMissing
  return new ProviderError(kind, certificateMissing ?? message, { cause: error, unmet: { setting, why } })
}

function platformContext({ sealedPrivateKey, defaultReceiverId }: PlatformRow, sealKey: KeyRing): PlatformContext {
  return defined({
    privateKey: sealedPrivateKey === null ? undefined : open(sealedPrivateKey, sealKey),
    defaultReceiverId: defaultReceiverId ?? undefined,
  })
}

/** The key that seals the stored cards of one provider, inside the seal of each card's row. Both derive from the same key. */
export function cardKeyOf(sealKey: Buffer, provider: string): string {
  return derive(sealKey, `cards/${provider}`)
}

/** 32 bytes in Base64, different for each purpose. */
function derive(secret: Buffer | string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('base64')
}
