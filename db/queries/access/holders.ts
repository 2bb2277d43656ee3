/** Finds who makes a request, with one statement per request. */
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { includesRole, type Role } from '../../../domain/role.ts'
import { type SecondFactorState, secondFactorState } from '../../../domain/second-factor.ts'
import type { Database } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import { apiKeys, memberships, platforms, secondFactors, users } from '../../schema/index.ts'
import { homeOf, roleThere } from './memberships.ts'

export interface KeyHolder {
  id: string
  name: string
  role: Role
  /** For a test key, the test twin. */
  platformId: string
  homeId: string
  platformName: string
  brandColor: string | null
  logoUrl: string | null
  /** Above which amount a withdrawal waits for a second person. Integer cents. */
  approvalAbove: number | null
  /** The person who created the key, if any. */
  personId: string | null
}

const LOOK = {
  brandColor: platforms.brandColor,
  logoUrl: platforms.logoUrl,
  approvalAbove: platforms.approvalAbove,
}

export type Look = Pick<KeyHolder, keyof typeof LOOK>

const selectHolders = (db: Database, isAsked: SQL) =>
  db
    .select({
      hash: apiKeys.hash,
      id: apiKeys.id,
      name: apiKeys.name,
      role: apiKeys.role,
      platformId: apiKeys.platformId,
      homeId: homeOf,
      platformName: platforms.name,
      ...LOOK,
      personId: apiKeys.createdBy,
      makerRole: roleThere,
    })
    .from(apiKeys)
    .innerJoin(platforms, eq(platforms.id, apiKeys.platformId))
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(memberships, and(eq(memberships.userId, apiKeys.createdBy), eq(memberships.platformId, homeOf)))
    .where(and(isAsked, isNull(apiKeys.revokedAt), sql`${users.disabled} IS NOT TRUE`))

type FoundHolder = Awaited<ReturnType<typeof selectHolders>>[number]

const keyHolder = prepared((db) => selectHolders(db, eq(apiKeys.hash, sql.placeholder('hash'))).prepare('key_holder'))

/**
 * Finds a key by its SHA-256. A revoked key is not found, nor is one whose creator is disabled or no longer works there. The key never
 * has a higher role than its creator has now.
 */
export async function findApiKey(db: Database, hash: string): Promise<KeyHolder | undefined> {
  const [row] = await keyHolder(db).execute({ hash })
  return row && holderOf(row)
}

/** As findApiKey, in one statement. By the hash. */
export async function findApiKeys(db: Database, hashes: readonly string[]): Promise<ReadonlyMap<string, KeyHolder>> {
  if (hashes.length === 0) return new Map()
  const rows = await selectHolders(db, inArray(apiKeys.hash, [...hashes]))
  return new Map(
    rows.flatMap((row) => {
      const holder = holderOf(row)
      return holder ? [[row.hash, holder]] : []
    }),
  )
}

function holderOf({ hash: _, makerRole, ...holder }: FoundHolder): KeyHolder | undefined {
  if (holder.personId === null) return holder
  if (makerRole === null) return undefined
  return { ...holder, role: includesRole(makerRole, holder.role) ? holder.role : makerRole }
}

/** Those of the hashes that are of keys which were not revoked. */
export async function livingAmong(db: Database, hashes: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ hash: apiKeys.hash })
    .from(apiKeys)
    .where(and(inArray(apiKeys.hash, hashes), isNull(apiKeys.revokedAt)))
  return new Set(rows.map(({ hash }) => hash))
}

type NamedPlatform = { id: string; name: string } & Look

/** The installation's own platform: the oldest one. */
export const findFirstPlatform = (db: Database): Promise<NamedPlatform | undefined> =>
  firstPlatform(db, asc(platforms.createdAt))

/** The platform of the installation's key: the demo platform; where there is none, the oldest. */
export const findKeyPlatform = (db: Database): Promise<NamedPlatform | undefined> =>
  firstPlatform(db, desc(platforms.isDemo), asc(platforms.createdAt))

async function firstPlatform(db: Database, ...order: SQL[]): Promise<NamedPlatform | undefined> {
  const [row] = await db
    .select({ id: platforms.id, name: platforms.name, ...LOOK })
    .from(platforms)
    .where(isNull(platforms.liveId))
    .orderBy(...order, asc(platforms.id))
    .limit(1)
  return row
}

const shown = alias(platforms, 'shown')

const standing = prepared((db) =>
  db
    .select({
      name: platforms.name,
      ...LOOK,
      approvalAbove: shown.approvalAbove,
      required: platforms.secondFactorRequired,
      confirmedAt: secondFactors.confirmedAt,
    })
    .from(platforms)
    .leftJoin(secondFactors, eq(secondFactors.userId, sql.placeholder('userId')))
    .leftJoin(shown, eq(shown.id, sql.placeholder('shownId')))
    .where(eq(platforms.id, sql.placeholder('platformId')))
    .prepare('standing'),
)

/**
 * For a signed-in person: their platform, and whether they have the second factor that it requires.
 * @param shownId the platform whose data they see: in test mode the twin.
 */
export async function findStanding(
  db: Database,
  userId: string,
  platformId: string,
  shownId = platformId,
): Promise<{ platformName: string; secondFactor: SecondFactorState } & Look> {
  const [row] = await standing(db).execute({ userId, platformId, shownId })
  if (!row) return { platformName: '', secondFactor: 'off', brandColor: null, logoUrl: null, approvalAbove: null }
  const hasOne = row.confirmedAt !== null
  const { name: platformName, brandColor, logoUrl, approvalAbove, required } = row
  return { platformName, brandColor, logoUrl, approvalAbove, secondFactor: secondFactorState(hasOne, required) }
}
