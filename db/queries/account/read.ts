/** A platform's accounts at providers. Secrets are passed in and out sealed. */
import { and, count, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { given, prepared } from '../../prepared.ts'
import { cards, chargeAttempts, charges, platforms, providerAccounts, receivers } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'

export type ProviderAccountRow = typeof providerAccounts.$inferSelect
export type NewProviderAccountRow = typeof providerAccounts.$inferInsert

export interface Candidate {
  accountId: string
  provider: string
}

/** Of a platform. Each one is looked at for every charge, and for every visit of a page. */
export const MOST_ACCOUNTS = 200
/** With those that were removed, whose webhooks and readings go on. */
export const MOST_ACCOUNTS_EVER = 1_000

/** @returns undefined if the platform has the most accounts already. The lock makes the limit hold for concurrent requests. */
export async function insertProviderAccount(
  db: Database,
  row: NewProviderAccountRow,
): Promise<ProviderAccountRow | undefined> {
  const { platformId, deletedAt } = providerAccounts
  return db.transaction(async (tx) => {
    await lockPlatform(tx, row.platformId)
    const [known] = await tx
      .select({ ever: count(), removed: count(deletedAt) })
      .from(providerAccounts)
      .where(eq(platformId, row.platformId))
    const { ever, removed } = known ?? { ever: 0, removed: 0 }
    if (ever >= MOST_ACCOUNTS_EVER || ever - removed >= MOST_ACCOUNTS) return undefined
    const [inserted] = await tx.insert(providerAccounts).values(row).returning()
    return inserted
  })
}

/** One that was not removed. */
export const living = (platformId: string, id: string) =>
  and(eq(providerAccounts.platformId, platformId), eq(providerAccounts.id, id), isNull(providerAccounts.deletedAt))

export async function findProviderAccount(
  db: Database,
  platformId: string,
  id: string,
): Promise<ProviderAccountRow | undefined> {
  const [row] = await db.select().from(providerAccounts).where(living(platformId, id))
  return row
}

export async function listProviderAccounts(
  db: Database,
  platformId: string,
  filter: { provider?: string },
  page: { limit: number; after?: Keyset },
): Promise<Page<ProviderAccountRow>> {
  const { provider, deletedAt } = providerAccounts
  const condition = and(
    eq(providerAccounts.platformId, platformId),
    isNull(deletedAt),
    filter.provider === undefined ? undefined : eq(provider, filter.provider),
  )
  return newestOf(db.select().from(providerAccounts), providerAccounts, condition, page)
}

/** The ids of all the platform's accounts, or only `id` if it belongs to the platform. */
export async function accountIdsOf(db: Database, platformId: string, id?: string): Promise<string[]> {
  const isWanted = id === undefined ? undefined : eq(providerAccounts.id, id)
  const rows = await db
    .select({ id: providerAccounts.id })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.platformId, platformId), isNull(providerAccounts.deletedAt), isWanted))
  return rows.map((row) => row.id)
}

/** Data at an account's provider that we hold tokens for. */
export interface HeldAtProvider {
  cards: boolean
  /** Receivers that were opened, or whose opening has begun, or that a charge names. */
  receivers: boolean
}

async function heldAtProvider(db: Pick<Database, 'select'>, accountId: string): Promise<HeldAtProvider> {
  const [card] = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.providerAccountId, accountId), ne(cards.sealedToken, '')))
    .limit(1)
  const [receiver] = await db
    .select({ id: receivers.id })
    .from(receivers)
    .where(
      and(
        eq(receivers.providerAccountId, accountId),
        or(isNotNull(receivers.sealedReceiverToken), isNotNull(receivers.sealedJournal)),
      ),
    )
    .limit(1)
  const [charge] = await db
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(chargeAttempts, eq(chargeAttempts.chargeId, charges.id))
    .where(and(eq(chargeAttempts.providerAccountId, accountId), sql`${charges.extras} ? 'sealedReceiverToken'`))
    .limit(1)
  return { cards: card !== undefined, receivers: receiver !== undefined || charge !== undefined }
}

/** `change` sees the locked row. Undefined if the platform has no such account. */
export async function changeProviderAccount(
  db: Database,
  platformId: string,
  id: string,
  change: (row: ProviderAccountRow, holds: HeldAtProvider) => Partial<NewProviderAccountRow>,
): Promise<ProviderAccountRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(providerAccounts).where(living(platformId, id)).for('update')
    if (!row) return undefined
    const [changed] = await tx
      .update(providerAccounts)
      .set({ ...change(row, await heldAtProvider(tx, row.id)), updatedAt: sql`now()` })
      .where(eq(providerAccounts.id, row.id))
      .returning()
    return changed
  })
}

/** The row stays, for the account's charges and their webhooks. */
export async function deleteProviderAccount(db: Database, platformId: string, id: string): Promise<boolean> {
  const rows = await db
    .update(providerAccounts)
    .set({ deletedAt: sql`now()`, enabled: false, updatedAt: sql`now()` })
    .where(living(platformId, id))
    .returning({ id: providerAccounts.id })
  return rows.length === 1
}

/** Also of an account that has been removed, whose webhooks still arrive. Undefined when the platform never had it. */
export async function replaceWebhookToken(
  db: Database,
  platformId: string,
  id: string,
  next: (row: ProviderAccountRow) => Pick<ProviderAccountRow, 'sealedSecrets' | 'webhookTokenHash'>,
): Promise<ProviderAccountRow | undefined> {
  const { platformId: owner, id: own } = providerAccounts
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(providerAccounts)
      .where(and(eq(owner, platformId), eq(own, id)))
      .for('update')
    if (!row) return undefined
    const [changed] = await tx
      .update(providerAccounts)
      .set({ ...next(row), updatedAt: sql`now()` })
      .where(eq(own, id))
      .returning()
    return changed
  })
}

const accountOfWebhook = prepared((db) =>
  db
    .select({
      id: providerAccounts.id,
      platformId: providerAccounts.platformId,
      provider: providerAccounts.provider,
      sealedSecrets: providerAccounts.sealedSecrets,
    })
    .from(providerAccounts)
    .where(eq(providerAccounts.webhookTokenHash, given('tokenHash')))
    .prepare('account_of_webhook'),
)

export type WebhookAccount = Pick<ProviderAccountRow, 'id' | 'platformId' | 'provider' | 'sealedSecrets'>

/** By the hash of the secret in its webhook URL. Charges of a deleted account still get their webhooks. */
export async function findWebhookAccount(db: Database, tokenHash: string): Promise<WebhookAccount | undefined> {
  const [row] = await accountOfWebhook(db).execute({ tokenHash })
  return row
}

/** Those of the hashes that are of accounts' webhook URLs. */
export async function webhookHashesAmong(db: Database, hashes: string[]): Promise<ReadonlySet<string>> {
  const { webhookTokenHash: hash } = providerAccounts
  const rows = await db.select({ hash }).from(providerAccounts).where(inArray(hash, hashes))
  return new Set(rows.map((row) => row.hash))
}

const accountToOpen = prepared((db) =>
  db
    .select({ account: providerAccounts, platform: platforms })
    .from(providerAccounts)
    .innerJoin(platforms, eq(platforms.id, providerAccounts.platformId))
    .where(
      and(
        eq(providerAccounts.platformId, given('platformId')),
        eq(providerAccounts.id, given('accountId')),
        isNull(providerAccounts.deletedAt),
      ),
    )
    .prepare('account_to_open'),
)

/** An account with its platform, to open a connection to its provider. */
export async function loadAccount(
  db: Database,
  platformId: string,
  accountId: string,
): Promise<{ account: ProviderAccountRow; platform: PlatformRow } | undefined> {
  const [row] = await accountToOpen(db).execute({ platformId, accountId })
  return row
}
