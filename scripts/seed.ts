/**
 * The demo platform: three people, and an account at each fake provider. Run at every start: what an operator has changed
 * or removed stays so, while what depends on this start (addresses, the sandbox's credentials) is brought up to date.
 */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { moveTestAccounts } from '../api/test-mode/accounts.ts'
import { readSettings } from '../config/env.ts'
import { deriveKey, type KeyRing } from '../config/keys.ts'
import { seal } from '../config/seal.ts'
import { connectDatabase, type Database } from '../db/client.ts'
import { platforms, providerAccounts, users } from '../db/schema/index.ts'
import { defined } from '../domain/defined.ts'
import { type AccountSecrets, openSecrets, webhookAddress } from '../gateway/account-secrets.ts'
import { findProvider } from '../providers/index.ts'
import { insertPlatform, insertUser } from './support/people.ts'

export const DEMO_PASSWORD = 'trilho-demo-2026'
const DEMO_PLATFORM = 'Loja Demo'
/** Percent on top, for 1 to 12 installments. */
const DEMO_FEES = [0, 4.59, 5.97, 7.33, 8.66, 9.96, 11.24, 12.5, 13.73, 14.93, 16.12, 17.28]
const DEMO_RECEIVER = 'loja-demo'

export const DEMO_USERS = [
  { email: 'seller@trilho.local', name: 'Sofia Vendedora', role: 'seller' },
  { email: 'operator@trilho.local', name: 'Otávio Operador', role: 'operator' },
  { email: 'admin@trilho.local', name: 'Ana Administradora', role: 'admin' },
] as const

const DEMO_EMAILS = DEMO_USERS.map(({ email }) => email)

/** The order in which routing tries them; the others come after, and are there to be chosen. */
const DEMO_PRIORITIES: Readonly<Record<string, number>> = {
  ASAAS: 10,
  MERCADOPAGO: 20,
  ZENDRY: 30,
  TREEAL: 40,
  PAGUESAFE: 50,
}
const OTHER_PRIORITY = 1000
const priorityOf = ({ provider }: SandboxAccount) => DEMO_PRIORITIES[provider] ?? OTHER_PRIORITY

interface SandboxAccount {
  provider: string
  publicKey: string | null
  secretKey: string | null
  webhookSecret: string | null
  baseUrl: string
}

/**
 * `env` is what the API runs with. The schema must be up to date and the fake providers running.
 * @throws Error in production, where demo people and fake providers have no place.
 */
export async function seedDemo(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env)
  const { production, databaseUrl, masterKey, sandboxUrl, publicUrl } = settings
  if (production) throw new Error('Demo data does not belong in production.')
  if (!sandboxUrl) throw new Error('SANDBOX_URL is not set: the demo accounts are accounts at the fake providers.')
  const sealKey = deriveKey(masterKey, 'seal')
  const { data: offered } = await fetchJson<{ data: SandboxAccount[] }>(`${sandboxUrl}/_control/accounts`)
  const pool = connectDatabase({ databaseUrl, maxConnections: 1 })
  try {
    const platformId = await seedPlatform(pool.writer, `${sandboxUrl}/_control/treeal/client.pem`, masterKey)
    for (const account of offered.toSorted((a, b) => priorityOf(a) - priorityOf(b))) {
      const webhookToken = await seedProviderAccount(pool.writer, platformId, account, sealKey)
      const url = webhookAddress(publicUrl, account.provider, { webhookToken })
      await registerWebhook(sandboxUrl, account.provider, url)
    }
    await moveTestAccounts({ settings, database: pool })
  } finally {
    await pool.close()
  }
}

/** Returns the demo platform's id. People and platform are made together or not at all; later changes to them stay. */
async function seedPlatform(db: Database, certificateUrl: string, masterKey: KeyRing): Promise<string> {
  const certificates = { certCashInUrl: certificateUrl, certCashOutUrl: certificateUrl }
  const [known] = await db
    .select({ platformId: users.platformId })
    .from(users)
    .where(inArray(users.email, DEMO_EMAILS))
    .limit(1)
  if (known) {
    const [platform] = await db.select().from(platforms).where(eq(platforms.id, known.platformId))
    await db
      .update(platforms)
      .set({ isDemo: true, ...certificates, ...(platform?.sealedPrivateKey ? {} : disbursements(masterKey)) })
      .where(eq(platforms.id, known.platformId))
    return known.platformId
  }
  return db.transaction(async (tx) => {
    const platformId = await insertPlatform(
      tx,
      { name: DEMO_PLATFORM, isDemo: true, installmentFees: DEMO_FEES, ...certificates, ...disbursements(masterKey) },
      masterKey,
    )
    const passwordHash = await demoPasswordHash()
    for (const person of DEMO_USERS) await insertUser(tx, { platformId, ...person }, passwordHash)
    return platformId
  })
}

/** What paying out needs: the receiver that stands for the platform, and the key that signs transfers. */
function disbursements(masterKey: KeyRing): { defaultReceiverId: string; sealedPrivateKey: string } {
  return {
    defaultReceiverId: DEMO_RECEIVER,
    sealedPrivateKey: seal(Buffer.from(demoPrivateKey()).toString('base64'), deriveKey(masterKey, 'seal')),
  }
}

/** Both are dear to make: what starts one product after another makes them once. */
const made: { privateKey?: string | Buffer; passwordHash?: Promise<string> } = {}
const demoPrivateKey = (): string | Buffer => {
  made.privateKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  })
  return made.privateKey
}
const demoPasswordHash = (): Promise<string> => {
  made.passwordHash ??= hashPassword(DEMO_PASSWORD)
  return made.passwordHash
}

/** Returns the secret of the account's webhook address. */
async function seedProviderAccount(
  db: Database,
  platformId: string,
  offered: SandboxAccount,
  sealKey: KeyRing,
): Promise<string> {
  // Whatever it is called by now: those that users connect are newer.
  const [found] = await db
    .select({ id: providerAccounts.id, sealedSecrets: providerAccounts.sealedSecrets })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.platformId, platformId), eq(providerAccounts.provider, offered.provider)))
    .orderBy(asc(providerAccounts.createdAt))
    .limit(1)
  const newToken = () => randomBytes(32).toString('base64url')
  const { webhookToken, chance } = found
    ? openSecrets(found, sealKey)
    : { webhookToken: newToken(), chance: newToken() }
  const secrets: AccountSecrets = {
    webhookToken,
    chance,
    ...defined({
      publicKey: offered.publicKey ?? undefined,
      secretKey: offered.secretKey ?? undefined,
      webhookSecret: offered.webhookSecret ?? undefined,
    }),
  }
  const current = { baseUrl: offered.baseUrl, sealedSecrets: seal(JSON.stringify(secrets), sealKey) }
  if (found) {
    await db.update(providerAccounts).set(current).where(eq(providerAccounts.id, found.id))
    return webhookToken
  }
  await db.insert(providerAccounts).values({
    ...current,
    platformId,
    provider: offered.provider,
    name: `${findProvider(offered.provider).name} (demo)`,
    priority: priorityOf(offered),
    webhookTokenHash: createHash('sha256').update(webhookToken).digest('hex'),
  })
  return webhookToken
}

/** Some providers are told the address in each request, others once and out of band; the fake ones take both. */
async function registerWebhook(sandboxUrl: string, provider: string, url: string): Promise<void> {
  await fetchJson(`${sandboxUrl}/_control/webhook-addresses/${provider}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
}

async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`The fake providers answered ${answer.status} to ${url}: ${await answer.text()}`)
  return (await answer.json()) as T
}
