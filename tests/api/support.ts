/** The API on a database and a namespace of its own, with two platforms and a person and a key for every role. */
import { randomBytes } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { hashPassword } from 'better-auth/crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { uuidv7 } from 'uuidv7'
import { vi } from 'vitest'
import { generateApiKey, sha256 } from '../../api/access/api-keys.ts'
import { type AppDependencies, buildApp } from '../../api/app.ts'
import type { Settings } from '../../config/env.ts'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { generateWebhookSecret } from '../../config/webhook-secret.ts'
import { paymentId } from '../../db/attempt-ids.ts'
import { connectDatabase, type DatabasePool } from '../../db/client.ts'
import { insertUser } from '../../db/queries/access/people.ts'
import { apiKeys, charges, payments, platforms, providerAccounts } from '../../db/schema/index.ts'
import { isPaid } from '../../domain/charge.ts'
import { defined } from '../../domain/defined.ts'
import { temporalClient } from '../../temporal/client.ts'
import { hurryingClient, type Waits } from '../support/hurried-starts.ts'
import { createLocalSettings } from '../support/settings.ts'
import { freshDatabase, freshNamespace } from '../support/stack.ts'

export const ROLES = ['seller', 'operator', 'admin'] as const
export type Role = (typeof ROLES)[number]
export const PASSWORD = 'correct horse battery'
/** Of everybody, made once for the files of a process: it takes a tenth of a second of computing. */
const HASHED = hashPassword(PASSWORD)

export interface Tenant {
  platformId: string
  /** API keys by role. */
  keys: Record<Role, string>
  /** E-mails of people by role; all have PASSWORD. */
  emails: Record<Role, string>
}

export interface TestApi {
  app: FastifyInstance
  settings: Settings
  /** As they are without `links`. */
  directSettings: Settings
  database: DatabasePool
  temporal: Client
  /** The installation's first platform. */
  home: Tenant
  other: Tenant
  /** A request with this key. */
  call(
    key: string | null,
    method: string,
    url: string,
    options?: { [Option in keyof InjectOptions]?: InjectOptions[Option] | undefined },
  ): Promise<LightMyRequestResponse>
  /** The cookie of a signed-in person. */
  signIn(email: string): Promise<string>
  addAccount(tenant: Tenant, provider: string, changes?: AccountChanges): Promise<{ id: string; token: string }>
  /** A charge as the database has it after its creation. */
  addCharge(tenant: Tenant, changes?: Partial<typeof charges.$inferInsert>): Promise<typeof charges.$inferSelect>
  /** One whose transaction ASAAS has made. */
  addMadeCharge: TestApi['addCharge']
  close(): Promise<void>
}

export interface AccountChanges {
  secrets?: { publicKey?: string; secretKey?: string; webhookSecret?: string }
  baseUrl?: string
  enabled?: boolean
  priority?: number
}

export interface TestApiOptions extends Partial<Omit<AppDependencies, 'settings'>> {
  settings?: Partial<Settings>
  /** Local ports through which the app, but not the test, reaches its servers. */
  links?: { database: number; temporal: number }
  /** How much shorter the movements wait that the app starts. */
  waits?: Waits
}

/** Where no test cuts a link, what is slow to answer is only busy: for the API it would be away, until its next look. */
export const PATIENT_HEALTH_MS = 10_000
/** Where a link is cut, Temporal's client tries again for so long before the API knows. */
const LINKED_HEALTH_MS = 3_000

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const [db, namespace] = await Promise.all([freshDatabase(), freshNamespace()])
  const local = createLocalSettings({ ...db, ...namespace })
  const settings = { ...local, ...through(local, options.links), ...options.settings }
  const database = connectDatabase({ databaseUrl: db.databaseUrl, maxConnections: 5 })
  const temporal = temporalClient(settings)
  const appDatabase = options.database ?? connectDatabase({ ...settings, maxConnections: 5 })
  const home = await addTenant(database, settings, 'home')
  const other = await addTenant(database, settings, 'other')
  const app = await buildApp({
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    healthWaitMs: options.links ? LINKED_HEALTH_MS : PATIENT_HEALTH_MS,
    ...options,
    settings,
    database: appDatabase,
    temporal: options.waits ? hurryingClient(temporal, settings, options.waits) : temporal,
  })

  // On a busy machine the first look may have been too short, and nothing would be answered until the next one.
  const { database: ofDatabase, temporal: ofTemporal } = app.health
  for (const probe of [ofDatabase, ofTemporal]) await vi.waitUntil(() => probe.refresh(), { timeout: 60_000 })

  const api: TestApi = {
    app,
    settings,
    directSettings: { ...local, ...options.settings },
    database,
    temporal,
    home,
    other,
    call: (key, method, url, request = {}) =>
      app.inject({
        method: method as 'GET',
        url,
        ...defined(request),
        headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...request.headers },
      }),
    signIn: async (email) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/auth/sign-in',
        payload: { email, password: PASSWORD },
      })
      if (answer.statusCode !== 200) throw new Error(`Sign-in: ${answer.statusCode} ${answer.body}`)
      return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    },
    addAccount: (tenant, provider, changes) => addAccount(database, settings, tenant, provider, changes),
    addCharge: async (tenant, changes) => {
      const [row] = await database.writer
        .insert(charges)
        .values({
          platformId: tenant.platformId,
          paymentMethod: 'PIX',
          amount: 5000,
          customer: { name: 'Maria Silva', email: 'maria@example.com', document: '52998224725' },
          items: [{ title: 'Camiseta', unitPrice: 5000 as never, quantity: 1, tangible: true }],
          checkoutToken: randomBytes(32).toString('base64url'),
          ...changes,
        })
        .returning()
      if (!row) throw new Error('No charge')
      if (row.transactionId !== null && row.providerAccountId !== null) await addPayment(database, row)
      return row
    },
    addMadeCharge: (tenant, changes) => addMadeCharge(api, tenant, changes),
    close: async () => {
      await app.close()
      await Promise.all([database.close(), appDatabase.close(), temporal.connection.close()])
      await Promise.all([db.drop(), namespace.drop()])
    },
  }
  return api
}

const addMadeCharge = async (api: TestApi, tenant: Tenant, changes: Parameters<TestApi['addCharge']>[1]) => {
  const { id: providerAccountId } = await api.addAccount(tenant, 'ASAAS')
  const made = { provider: 'ASAAS', providerAccountId, transactionId: uuidv7() }
  return api.addCharge(tenant, { ...made, ...changes })
}

/** What makes a charge's transaction known. */
async function addPayment({ writer }: DatabasePool, charge: typeof charges.$inferSelect): Promise<void> {
  const { id: chargeId, providerAccountId, transactionId, provider, status: state, amount, refundedAmount } = charge
  const paidAt = isPaid(state) ? (charge.paidAt ?? charge.createdAt) : null
  const key = { providerAccountId: providerAccountId ?? '', transactionId: transactionId ?? '' }
  await writer.insert(payments).values({
    id: paymentId(chargeId, key.providerAccountId, key.transactionId),
    chargeId,
    attempt: 1,
    provider: provider ?? '',
    ...key,
    state,
    amount,
    refundedAmount,
    paidAt,
    shown: true,
  })
}

function through(settings: Settings, links: TestApiOptions['links']): Partial<Settings> {
  if (!links) return {}
  const database = new URL(settings.databaseUrl)
  database.hostname = '127.0.0.1'
  database.port = String(links.database)
  return { databaseUrl: database.toString(), temporalAddress: `127.0.0.1:${links.temporal}` }
}

async function addTenant(database: DatabasePool, settings: Settings, name: string): Promise<Tenant> {
  const platformId = uuidv7()
  const sealedWebhookSecret = seal(generateWebhookSecret(), deriveKey(settings.masterKey, 'seal'))
  await database.writer.insert(platforms).values({ id: platformId, name, sealedWebhookSecret })
  const passwordHash = await HASHED
  const byRole = async <T>(make: (role: Role) => Promise<T>) =>
    Object.fromEntries(await Promise.all(ROLES.map(async (role) => [role, await make(role)]))) as Record<Role, T>
  const keys = await byRole(async (role) => {
    const { key, hash, hint } = generateApiKey('live')
    await database.writer.insert(apiKeys).values({ platformId, name: role, role, hash, hint })
    return key
  })
  const emails = await byRole(async (role) => {
    const email = `${role}@${name}.example`
    await insertUser(database.writer, platformId, { id: uuidv7(), name: role, email, role, passwordHash })
    return email
  })
  return { platformId, keys, emails }
}

async function addAccount(
  database: DatabasePool,
  settings: Settings,
  { platformId }: Tenant,
  provider: string,
  { secrets = { secretKey: 'a-secret-key' }, baseUrl, enabled = true, priority = 100 }: AccountChanges = {},
): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url')
  const id = uuidv7()
  await database.writer.insert(providerAccounts).values({
    id,
    platformId,
    provider,
    name: provider,
    baseUrl: baseUrl ?? null,
    enabled,
    priority,
    sealedSecrets: seal(JSON.stringify({ ...secrets, webhookToken: token }), deriveKey(settings.masterKey, 'seal')),
    webhookTokenHash: sha256(token).toString('hex'),
  })
  return { id, token }
}

/**
 * For rows by the thousand: no request writes so many at once, and the limit of what one statement may take is made for requests.
 * Counted at once, because the server counts them within minutes: until then plans are those of whatever stood there before.
 */
export async function insertMany(api: TestApi, statement: SQL): Promise<void> {
  await writeMany(api, statement, sql`ANALYZE`)
}

/** As `insertMany`, of rows that go. */
export async function deleteMany(api: TestApi, statement: SQL): Promise<void> {
  await writeMany(api, statement)
}

async function writeMany({ database }: TestApi, ...statements: SQL[]): Promise<void> {
  await database.writer.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`)
    for (const statement of statements) await tx.execute(statement)
  })
}

/** What the driver asks by itself when it opens a connection, which may happen at any moment. */
const OF_THE_DRIVER = 'pg_catalog.pg_type'

/** What the app asks of the database while `run` runs. */
export async function statementsOf(api: TestApi, run: () => Promise<unknown>): Promise<string[]> {
  const { options } = api.app.database.sql
  const statements: string[] = []
  options.debug = (_connection, query) => {
    if (!query.includes(OF_THE_DRIVER)) statements.push(query)
  }
  try {
    await run()
  } finally {
    options.debug = false
  }
  return statements
}
