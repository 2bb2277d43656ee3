/** Who works for a platform without having their sign-in there. */
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { testTwinOf } from '../../../domain/mode.ts'
import type { Role } from '../../../domain/role.ts'
import type { Database } from '../../client.ts'
import { apiKeys, memberships, platforms, users } from '../../schema/index.ts'

export interface MemberRow {
  userId: string
  name: string
  email: string
  role: Role
  createdAt: string
}

/** A platform that somebody works for. */
export interface Workplace {
  id: string
  name: string
  role: Role
}

/** Their role there. Undefined where they have none, and at home. */
export async function findMembership(db: Database, userId: string, platformId: string): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.platformId, platformId)))
  return row?.role
}

/** Whose people work for a platform: its own, and of a test twin those of the live one. */
export const homeOf = sql<string>`coalesce(${platforms.liveId}, ${platforms.id})`

/** For a statement with `users` and, of the same person and `homeOf`, `memberships`: what the person is there; null where they are nobody. */
export const roleThere = sql<Role | null>`CASE WHEN ${users.platformId} = ${homeOf} THEN ${users.role} ELSE ${memberships.role} END`

/** All but the one that their sign-in belongs to, by name. */
export async function listWorkplaces(db: Database, userId: string): Promise<Workplace[]> {
  return db
    .select({ id: platforms.id, name: platforms.name, role: memberships.role })
    .from(memberships)
    .innerJoin(platforms, eq(platforms.id, memberships.platformId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(platforms.name), asc(platforms.id))
}

/** Newest first. */
export async function listMembers(db: Database, platformId: string): Promise<MemberRow[]> {
  return db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      createdAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.platformId, platformId))
    .orderBy(desc(memberships.createdAt), desc(memberships.userId))
}

/** A second invitation changes the role. */
export async function setMembership(
  db: Pick<Database, 'insert'>,
  membership: { userId: string; platformId: string; role: Role },
): Promise<void> {
  const { userId, platformId } = memberships
  const { role } = membership
  await db
    .insert(memberships)
    .values(membership)
    .onConflictDoUpdate({ target: [userId, platformId], set: { role } })
}

/** Takes their keys there along. @returns false when the platform has no such member. */
export async function endMembership(db: Database, platformId: string, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(memberships)
      .where(and(eq(memberships.platformId, platformId), eq(memberships.userId, userId)))
      .returning({ userId: memberships.userId })
    if (ended.length === 0) return false
    await revokeKeys(tx, userId, [platformId])
    return true
  })
}

/**
 * Somebody else has changed how the person signs in: what they were let into elsewhere was not meant for whoever can do that.
 * @returns the platforms that they have to be invited to again.
 */
export async function endMembershipsElsewhere(db: Database, userId: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(memberships)
      .where(eq(memberships.userId, userId))
      .returning({ platformId: memberships.platformId })
    const platformIds = ended.map(({ platformId }) => platformId)
    if (platformIds.length > 0) await revokeKeys(tx, userId, platformIds)
    return platformIds
  })
}

/** Those that somebody made at these platforms, and at their test twins. */
export async function revokeKeys(
  db: Pick<Database, 'update'>,
  userId: string,
  liveIds: readonly string[],
): Promise<void> {
  const platformIds = liveIds.flatMap((liveId) => [liveId, testTwinOf(liveId)])
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.createdBy, userId), inArray(apiKeys.platformId, platformIds), isNull(apiKeys.revokedAt)))
}
