/** The process's settings, read once from the environment. Most have a local default; production refuses unsafe values. */
import { KEPT, readKept } from './kept.ts'
import { deriveKey, type KeyRing, readKeyRing } from './keys.ts'
import { type MailAccess, readMail } from './mail.ts'
import { publicUrlOf } from './own-address.ts'
import { readStorage, type StorageSettings } from './storage.ts'
import { readTemporalAccess, type TemporalAccess } from './temporal.ts'

/** A public key, because it is in this file: for local use only, refused in production. */
const LOCAL_MASTER_KEY = Buffer.from('trilho-local-development-key-000').toString('base64')

/** The defaults of the WORKER_SLOTS_* variables. */
export const WORKER_SLOTS = { charges: 1000, polling: 1000, deliveries: 100 } as const

export interface Settings {
  production: boolean
  databaseUrl: string
  databaseReplicaUrls: readonly string[]
  temporalAddress: string
  temporalNamespace: string
  temporalAccess: TemporalAccess
  /** The URL of Temporal Web for an operator's browser; undefined if there is none. */
  temporalUiUrl: string | undefined
  host: string
  port: number
  /** The base of webhook and buyer URLs, without a trailing slash. */
  publicUrl: string
  /** `deriveKey` derives every other key from it. */
  masterKey: KeyRing
  storage: StorageSettings
  /** Undefined: no mail is sent; the local mailbox keeps them where `sandboxUrl` is set. */
  mail: MailAccess | undefined
  adminApiKey: string | undefined
  /** The fake providers' control URL; undefined in production. */
  sandboxUrl: string | undefined
  /** The fake providers of test mode, also in production. Only accounts of test twins reach them, and they reach nothing else. */
  testProvidersUrl: string | undefined
  logLevel: string
  /** Requests per minute that one API process allows per API key or user. */
  requestsPerMinute: number
  /** Notices per minute that one API process takes for one provider account. */
  webhooksPerMinute: number
  /** How many days events sent to sellers are kept. */
  sellerEventDays: number
  /** How many days webhook bodies, and requests to and answers from providers, are kept. */
  providerRecordDays: number
  /** How many requests to providers one process runs at once, and how many may wait. */
  providerRequests: { perAccount: number; waitingPerAccount: number; total: number }
  /**
   * Concurrent activities of one worker process, by task queue. An activity that waits for its turn at a provider, or for its next poll,
   * takes a slot and a few KiB, so there are more slots than concurrent requests.
   */
  workerSlots: Record<keyof typeof WORKER_SLOTS, number>
  /** Charges, refunds, withdrawals and receivers that one API process makes at the same moment, of all platforms. */
  movementsAtOnce: number
  /**
   * Behind load balancers: how many of them add to X-Forwarded-For, or their addresses. Without it, all clients behind one share its
   * address. A number that is too high lets a client claim any address.
   */
  trustProxy: number | string | false
  /** The base URL of an OTLP collector over HTTP, without a trailing slash; undefined to export no traces. */
  tracesEndpoint: string | undefined
  /** Admits Prometheus to the API's /metrics without the database; undefined: keys of operators alone do. */
  metricsToken: string | undefined
  /** The port on which the worker serves its metrics; undefined to serve none. */
  workerMetricsPort: number | undefined
}

/**
 * @param given a variable that is empty counts as one that is not set.
 * @throws Error naming every variable that is missing or unsafe.
 */
export function readSettings(given: NodeJS.ProcessEnv = process.env): Settings {
  const env = new Proxy(given, { get: (variables, name) => variables[String(name)] || undefined })
  const production = env.NODE_ENV === 'production'
  const problems: string[] = []
  const required = (name: string) => {
    const value = env[name]
    if (!value) problems.push(`${name} is not set`)
    return value ?? ''
  }

  const databaseUrl = required('DATABASE_URL')
  const temporalAddress = required('TEMPORAL_ADDRESS')
  const kept = (file: string) => (production ? undefined : readKept(env.TRILHO_DATA_DIR ?? '.trilho', file))
  const localKey = kept(KEPT.masterKey) ?? (production ? '' : LOCAL_MASTER_KEY)
  const masterKey = Buffer.from(env.TRILHO_MASTER_KEY ?? localKey, 'base64')
  if (masterKey.length !== 32) problems.push('TRILHO_MASTER_KEY must be 32 bytes in base64 (openssl rand -base64 32)')
  if (production && env.SANDBOX_URL) problems.push('SANDBOX_URL is set: fake providers do not run in production')
  if (production && !env.PUBLIC_URL?.startsWith('https://')) problems.push('PUBLIC_URL must be an https address')
  for (const name of ['TRILHO_ADMIN_API_KEY', 'METRICS_TOKEN']) {
    const secret = env[name]
    if (production && secret && secret.length < 32) problems.push(`${name} must have at least 32 characters`)
  }
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push(`PORT is not a port: ${env.PORT}`)
  const count = (name: string, otherwise: number) => {
    const value = Number(env[name] || otherwise)
    if (!Number.isInteger(value) || value < 1) problems.push(`${name} is not a positive whole number: ${env[name]}`)
    return value
  }
  const requestsPerMinute = count('REQUESTS_PER_MINUTE', 6000)
  const webhooksPerMinute = count('WEBHOOKS_PER_MINUTE', 60_000)
  const sellerEventDays = count('SELLER_EVENT_DAYS', 90)
  if (sellerEventDays < 3) problems.push('SELLER_EVENT_DAYS must be at least 3: deliveries are retried for 48 hours')
  const providerRecordDays = count('PROVIDER_RECORD_DAYS', 400)
  if (providerRecordDays < 90)
    problems.push('PROVIDER_RECORD_DAYS must be at least 90: a Pix may be disputed for 80 days')
  const providerRequests = {
    perAccount: count('PROVIDER_REQUESTS_PER_ACCOUNT', 128),
    waitingPerAccount: count('PROVIDER_REQUESTS_WAITING', 256),
    total: count('PROVIDER_REQUESTS_TOTAL', 512),
  }
  const workerSlots = {
    charges: count('WORKER_SLOTS_CHARGES', WORKER_SLOTS.charges),
    polling: count('WORKER_SLOTS_POLLING', WORKER_SLOTS.polling),
    deliveries: count('WORKER_SLOTS_DELIVERIES', WORKER_SLOTS.deliveries),
  }
  if (env.TRUST_PROXY === 'true') problems.push('TRUST_PROXY must be a number of proxies, or their addresses')
  const testProvidersUrl = (env.TEST_PROVIDERS_URL || env.SANDBOX_URL)?.replace(/\/$/, '') || undefined
  if (testProvidersUrl !== undefined && !/^https?:$/.test(URL.parse(testProvidersUrl)?.protocol ?? '')) {
    problems.push('TEST_PROVIDERS_URL must be an http or https address')
  }
  const tracesEndpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') || undefined
  if (tracesEndpoint !== undefined && !/^https?:$/.test(URL.parse(tracesEndpoint)?.protocol ?? '')) {
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
  }
  const keys = readKeyRing(masterKey, env.TRILHO_READABLE_MASTER_KEYS, problems)
  for (const [place, key] of keys.entries()) {
    const name = place === 0 ? 'TRILHO_MASTER_KEY' : 'A key of TRILHO_READABLE_MASTER_KEYS'
    if (production && key.equals(Buffer.from(LOCAL_MASTER_KEY, 'base64'))) {
      problems.push(`${name} is the well-known development key`)
    }
    if (key.length === 32 && key.every((byte) => byte === key[0])) problems.push(`${name} is not random`)
  }
  const storage = readStorage(env, problems)
  const mail = readMail(env, problems)
  const temporalAccess = readTemporalAccess(env, problems)
  if (problems.length > 0) throw new Error(`Trilho cannot start:\n- ${problems.join('\n- ')}`)

  return {
    production,
    databaseUrl,
    databaseReplicaUrls: (env.DATABASE_REPLICA_URLS ?? '').split(',').filter(Boolean),
    temporalAddress,
    temporalNamespace: env.TEMPORAL_NAMESPACE ?? 'default',
    temporalAccess,
    temporalUiUrl: env.TEMPORAL_UI_URL?.replace(/\/$/, ''),
    host: env.HOST ?? '127.0.0.1',
    port,
    publicUrl: publicUrlOf(env, port),
    masterKey: keys,
    storage,
    mail,
    adminApiKey: env.TRILHO_ADMIN_API_KEY ?? kept(KEPT.adminKey),
    sandboxUrl: env.SANDBOX_URL?.replace(/\/$/, ''),
    testProvidersUrl,
    logLevel: env.LOG_LEVEL ?? 'info',
    tracesEndpoint,
    metricsToken: env.METRICS_TOKEN,
    workerMetricsPort: env.WORKER_METRICS_PORT ? Number(env.WORKER_METRICS_PORT) : undefined,
    requestsPerMinute,
    webhooksPerMinute,
    sellerEventDays,
    providerRecordDays,
    providerRequests,
    workerSlots,
    movementsAtOnce: count('MOVEMENTS_AT_ONCE', 128),
    trustProxy: readProxies(env.TRUST_PROXY),
  }
}

/** "1" is one hop; anything else is a list of addresses or networks. */
function readProxies(text: string | undefined): Settings['trustProxy'] {
  if (!text) return false
  return /^\d+$/.test(text) ? Number(text) : text
}

/**
 * The local Temporal Web cannot send our session, so on a developer's machine the codec also answers below this unguessable path.
 * Production has no such path.
 */
export function localCodecPath(masterKey: KeyRing): string {
  return `/codec/${deriveKey(masterKey, 'localCodecAddress')[0].toString('hex')}`
}
