/** A platform's test twin, and its accounts at the fake providers. */
import { and, eq, sql } from 'drizzle-orm'
import { testTwinOf } from '../../../domain/mode.ts'
import type { Database } from '../../client.ts'
import { platforms, providerAccounts } from '../../schema/index.ts'
import { lockPlatform } from '../lock-platform.ts'
import type { NewProviderAccountRow, ProviderAccountRow } from './read.ts'

/** The ids of all test twins. */
export async function listTestTwins(db: Database): Promise<string[]> {
  const rows = await db.select({ id: platforms.id }).from(platforms).where(sql`${platforms.liveId} IS NOT NULL`)
  return rows.map(({ id }) => id)
}

/**
 * Creates the test twin once, with a copy of the platform's name, look and prices. After that its settings are independent.
 * @returns the twin's id.
 */
export async function ensureTestTwin(db: Database, liveId: string, sealedWebhookSecret: string): Promise<string> {
  const id = testTwinOf(liveId)
  const { name, brandColor, supportEmail, supportPhone } = platforms
  const { installmentFees, maxInstallmentsWithoutInterest, minInstallmentValue } = platforms
  const look = { name, brandColor, supportEmail, supportPhone }
  const copied = { ...look, installmentFees, maxInstallmentsWithoutInterest, minInstallmentValue }
  await db.transaction(async (tx) => {
    const [live] = await tx.select(copied).from(platforms).where(eq(platforms.id, liveId)).for('key share')
    if (!live) throw new Error('There is no such platform')
    await tx
      .insert(platforms)
      .values({ id, liveId, ...live, sealedWebhookSecret })
      .onConflictDoNothing({ target: platforms.id })
  })
  return id
}

export async function hasTestTwin(db: Database, liveId: string): Promise<boolean> {
  const rows = await db
    .select({ id: platforms.id })
    .from(platforms)
    .where(eq(platforms.id, testTwinOf(liveId)))
  return rows.length === 1
}

/** A twin's accounts, including removed ones, so that a removed account is not created again. */
export async function listTestAccounts(db: Database, twinId: string): Promise<ProviderAccountRow[]> {
  return db.select().from(providerAccounts).where(eq(providerAccounts.platformId, twinId))
}

/** Creates the accounts once, even if two requests open the twin at the same time. */
export async function insertTestAccounts(db: Database, twinId: string, rows: readonly NewProviderAccountRow[]) {
  return db.transaction(async (tx) => {
    await lockPlatform(tx, twinId)
    const known = await tx
      .select({ provider: providerAccounts.provider })
      .from(providerAccounts)
      .where(eq(providerAccounts.platformId, twinId))
    const missing = rows.filter(({ provider }) => !known.some((account) => account.provider === provider))
    if (missing.length > 0) await tx.insert(providerAccounts).values([...missing])
  })
}

/** Updates the URL, because the fake providers' URL may change between starts. */
export async function moveTestAccount(
  db: Database,
  { id, platformId }: Pick<ProviderAccountRow, 'id' | 'platformId'>,
  columns: Pick<ProviderAccountRow, 'baseUrl' | 'sealedSecrets'>,
) {
  await db
    .update(providerAccounts)
    .set(columns)
    .where(and(eq(providerAccounts.platformId, platformId), eq(providerAccounts.id, id)))
}
