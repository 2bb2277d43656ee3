/** A platform's test twin, and its accounts at the fake providers. */
import { and, eq, sql } from 'drizzle-orm'
import { testTwinOf } from '../../../domain/mode.ts'
import type { Database } from '../../client.ts'
import { platforms, providerAccounts } from '../../schema/index.ts'
import type { NewProviderAccountRow, ProviderAccountRow } from './read.ts'

/** The twins that there are. */
export async function listTestTwins(db: Database): Promise<string[]> {
  const rows = await db.select({ id: platforms.id }).from(platforms).where(sql`${platforms.liveId} IS NOT NULL`)
  return rows.map(({ id }) => id)
}

/**
 * Made once, with the platform's own name, look and prices; from then on its settings are its own.
 * @returns its id.
 */
export async function ensureTestTwin(db: Database, liveId: string, sealedWebhookSecret: string): Promise<string> {
  const id = testTwinOf(liveId)
  const { name, brandColor, installmentFees, maxInstallmentsWithoutInterest, minInstallmentValue } = platforms
  const copied = { name, brandColor, installmentFees, maxInstallmentsWithoutInterest, minInstallmentValue }
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

/** Of one twin, removed ones too: an account that somebody has removed does not come back by itself. */
export async function listTestAccounts(db: Database, twinId: string): Promise<ProviderAccountRow[]> {
  return db.select().from(providerAccounts).where(eq(providerAccounts.platformId, twinId))
}

/** Two that open the twin at once make its accounts once. */
export async function insertTestAccounts(db: Database, twinId: string, rows: readonly NewProviderAccountRow[]) {
  return db.transaction(async (tx) => {
    await tx.select({ id: platforms.id }).from(platforms).where(eq(platforms.id, twinId)).for('no key update')
    const known = await tx
      .select({ provider: providerAccounts.provider })
      .from(providerAccounts)
      .where(eq(providerAccounts.platformId, twinId))
    const missing = rows.filter(({ provider }) => !known.some((account) => account.provider === provider))
    if (missing.length > 0) await tx.insert(providerAccounts).values([...missing])
  })
}

/** The fake providers' address may change from one start to the next. */
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
