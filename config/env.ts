/** The process's settings, read once from the environment. Each has a local default; production refuses the unsafe ones. */
import { deriveKey, type KeyRing, readKeyRing } from './keys.ts'
import { type MailAccess, readMail } from './mail.ts'
import { readStorage, type StorageSettings } from './storage.ts'
import { readTemporalAccess, type TemporalAccess } from './temporal.ts'

/** Known to everybody who has read this file: good for a laptop, refused in production. */
const LOCAL_MASTER_KEY = Buffer.from('trilho-local-development-key-000').toString('base64')

/** Where the environment does not say otherwise. */
export const WORKER_SLOTS = { charges: 1000, polling: 1000, deliveries: 100 } as const

export interface Settings {
  production: boolean
  databaseUrl: string
  databaseReplicaUrls: readonly string[]
  temporalAddress: string
  temporalNamespace: string
  temporalAccess: TemporalAccess
  /** Where Temporal Web is for a person's browser; undefined when there is none. */
  temporalUiUrl: string | undefined
  host: string
  port: number
  /** Without a trailing slash; the base of webhook and buyer addresses. */
  publicUrl: string
  /** Every other key is derived from it by `deriveKey`. */
  masterKey: KeyRing
  storage: StorageSettings
  /** Undefined: no mail is sent. */
  mail: MailAccess | undefined
  adminApiKey: string | undefined
  /** The fake providers' control address; undefined in production. */
  sandboxUrl: string | undefined
  /** The fake providers of test mode, in production too: only accounts of test twins reach them, and these reach nothing else. */
  testProvidersUrl: string | undefined
  logLevel: string
  /** How much one API key, or one person, may ask of one API process. */
  requestsPerMinute: number
  /** How long what sellers were told is kept. */
  sellerEventDays: number
  /** How long the bodies of providers' webhooks, and what was said to and by providers, are kept. */
  providerRecordDays: number
  /** How many requests to providers one process has under way, and lets wait. */
  providerRequests: { perAccount: number; waitingPerAccount: number; total: number }
  /**
   * What one worker process does at once, by task queue. What waits for its turn at a provider, or for the time of its poll, takes a slot and
   * a few KiB, so there are more of them than requests under way.
   */
  workerSlots: Record<keyof typeof WORKER_SLOTS, number>
  /**
   * Behind load balancers: how many of them add to X-Forwarded-For, or their addresses. Without it everybody behind one
   * shares its address; trusting more than there are lets anybody claim any address.
   */
  trustProxy: number | string | false
  /** An OTLP collector over HTTP, without the path of its signals and without a trailing slash; undefined to make no traces. */
  tracesEndpoint: string | undefined
  /** Where the worker serves its metrics; undefined to serve none. */
  workerMetricsPort: number | undefined
}

/**
 * @throws Error naming every variable that is missing or unsafe.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const production = env.NODE_ENV === 'production'
  const problems: string[] = []
  const required = (name: string) => {
    const value = env[name]
    if (!value) problems.push(`${name} is not set`)
    return value ?? ''
  }

  const databaseUrl = required('DATABASE_URL')
  const temporalAddress = required('TEMPORAL_ADDRESS')
  const masterKey = Buffer.from(env.TRILHO_MASTER_KEY ?? (production ? '' : LOCAL_MASTER_KEY), 'base64')
  if (masterKey.length !== 32) problems.push('TRILHO_MASTER_KEY must be 32 bytes in base64 (openssl rand -base64 32)')
  if (production && masterKey.equals(Buffer.from(LOCAL_MASTER_KEY, 'base64'))) {
    problems.push('TRILHO_MASTER_KEY is the well-known development key')
  }
  if (production && env.SANDBOX_URL) problems.push('SANDBOX_URL is set: fake providers do not run in production')
  if (production && !env.PUBLIC_URL?.startsWith('https://')) problems.push('PUBLIC_URL must be an https address')
  if (production && env.TRILHO_ADMIN_API_KEY && env.TRILHO_ADMIN_API_KEY.length < 32) {
    problems.push('TRILHO_ADMIN_API_KEY must have at least 32 characters')
  }
  const port = Number(env.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push(`PORT is not a port: ${env.PORT}`)
  const count = (name: string, otherwise: number) => {
    const value = Number(env[name] || otherwise)
    if (!Number.isInteger(value) || value < 1) problems.push(`${name} is not a positive whole number: ${env[name]}`)
    return value
  }
  const requestsPerMinute = count('REQUESTS_PER_MINUTE', 6000)
  const sellerEventDays = count('SELLER_EVENT_DAYS', 90)
  if (sellerEventDays < 3) problems.push('SELLER_EVENT_DAYS must be at least 3: notices are tried for 48 hours')
  const providerRecordDays = count('PROVIDER_RECORD_DAYS', 400)
  if (providerRecordDays < 90)
    problems.push('PROVIDER_RECORD_DAYS must be at least 90: a Pix may be disputed for so long')
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
  if (masterKey.length === 32 && masterKey.every((byte) => byte === masterKey[0])) {
    problems.push('TRILHO_MASTER_KEY is not random')
  }
  const testProvidersUrl = (env.TEST_PROVIDERS_URL || env.SANDBOX_URL)?.replace(/\/$/, '') || undefined
  if (testProvidersUrl !== undefined && !/^https?:$/.test(URL.parse(testProvidersUrl)?.protocol ?? '')) {
    problems.push('TEST_PROVIDERS_URL must be an http or https address')
  }
  const tracesEndpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '') || undefined
  if (tracesEndpoint !== undefined && !/^https?:$/.test(URL.parse(tracesEndpoint)?.protocol ?? '')) {
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
  }
  const keys = readKeyRing(masterKey, env.TRILHO_READABLE_MASTER_KEYS, problems)
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
    publicUrl: (env.PUBLIC_URL ?? `http://127.0.0.1:${port}`).replace(/\/$/, ''),
    masterKey: keys,
    storage,
    mail,
    adminApiKey: env.TRILHO_ADMIN_API_KEY || undefined,
    sandboxUrl: env.SANDBOX_URL?.replace(/\/$/, ''),
    testProvidersUrl,
    logLevel: env.LOG_LEVEL ?? 'info',
    tracesEndpoint,
    workerMetricsPort: env.WORKER_METRICS_PORT ? Number(env.WORKER_METRICS_PORT) : undefined,
    requestsPerMinute,
    sellerEventDays,
    providerRecordDays,
    providerRequests,
    workerSlots,
    trustProxy: readProxies(env.TRUST_PROXY),
  }
}

/** "1" is one hop; anything else is a list of addresses or networks. */
function readProxies(text: string | undefined): Settings['trustProxy'] {
  if (!text) return false
  return /^\d+$/.test(text) ? Number(text) : text
}

/**
 * The local Temporal Web cannot be told to send our session along, so on a developer's machine the codec also answers
 * below this unguessable path. Production has no such path.
 */
export function localCodecPath(masterKey: KeyRing): string {
  return `/codec/${deriveKey(masterKey, 'localCodecAddress')[0].toString('hex')}`
}
