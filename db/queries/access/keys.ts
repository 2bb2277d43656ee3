import { and, count, eq, inArray, isNull, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { testTwinOf } from '../../../domain/mode.ts'
import type { Database } from '../../client.ts'
import { apiKeys } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'

/** `createdBy` is an e-mail address. */
export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, 'hash'>
export type NewApiKeyRow = typeof apiKeys.$inferInsert

const SHOWN = {
  id: apiKeys.id,
  platformId: apiKeys.platformId,
  name: apiKeys.name,
  role: apiKeys.role,
  hint: apiKeys.hint,
  createdBy: sql<string | null>`(SELECT users.email FROM users WHERE users.id = api_keys.created_by)`,
  createdAt: apiKeys.createdAt,
  revokedAt: apiKeys.revokedAt,
}

/** A platform's keys include those of its test twin, because the platform's people create and revoke both. */
const isOf = (liveId: string) => inArray(apiKeys.platformId, [liveId, testTwinOf(liveId)])

/** Of a platform, its test twin's included. Each has a limit of requests of its own. */
export const MOST_LIVING_KEYS = 100

/** @returns undefined if the platform has the most living keys already. */
export async function insertApiKey(db: Database, liveId: string, row: NewApiKeyRow): Promise<ApiKeyRow | undefined> {
  return db.transaction(async (tx) => {
    await lockPlatform(tx, liveId)
    const [living] = await tx
      .select({ count: count() })
      .from(apiKeys)
      .where(and(isOf(liveId), isNull(apiKeys.revokedAt)))
    if ((living?.count ?? 0) >= MOST_LIVING_KEYS) return undefined
    const [inserted] = await tx.insert(apiKeys).values(row).returning(SHOWN)
    return inserted
  })
}

export async function listApiKeys(
  db: Database,
  liveId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<ApiKeyRow>> {
  return newestOf(db.select(SHOWN).from(apiKeys), apiKeys, isOf(liveId), page)
}

export async function findApiKeyOf(db: Database, liveId: string, id: string): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .select(SHOWN)
    .from(apiKeys)
    .where(and(isOf(liveId), eq(apiKeys.id, id)))
  return row
}

/** A revoked key stays revoked and keeps its first revocation time. */
export async function changeApiKey(
  db: Database,
  liveId: string,
  id: string,
  change: { name?: string; revoked?: true },
): Promise<ApiKeyRow | undefined> {
  const [row] = await db
    .update(apiKeys)
    .set({
      ...defined({
        name: change.name,
        revokedAt: change.revoked ? sql`coalesce(${apiKeys.revokedAt}, now())` : undefined,
      }),
    })
    .where(and(isOf(liveId), eq(apiKeys.id, id)))
    .returning(SHOWN)
  return row
}
