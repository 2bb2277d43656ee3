/** People who work for a platform but have their sign-in at another one. */
import { and, asc, desc, eq, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import { testTwinOf } from '../../../domain/mode.ts'
import type { Role } from '../../../domain/role.ts'
import { type SecondFactorState, secondFactorState } from '../../../domain/second-factor.ts'
import type { Database, Queryable } from '../../client.ts'
import { accessLinks, apiKeys, memberships, platforms, savedFilters, secondFactors, users } from '../../schema/index.ts'
import { lockPlatform } from '../lock-platform.ts'

export interface MemberRow {
  userId: string
  name: string
  email: string
  role: Role
  /** As the platform asks for it that they are a member of. */
  secondFactor: SecondFactorState
  createdAt: string
}

/** A platform that a user works for. */
export interface Workplace {
  id: string
  name: string
  role: Role
}

/** The person's role as a member. Undefined if they are no member, and at the platform of their sign-in. */
export async function findMembership(
  db: Pick<Database, 'select'>,
  userId: string,
  platformId: string,
): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.platformId, platformId)))
  return row?.role
}

/** The platform whose people work for a platform: itself, or for a test twin the live platform. */
export const homeOf = sql<string>`coalesce(${platforms.liveId}, ${platforms.id})`

/** For a statement that joins `users` with the same person's `memberships` at `homeOf`: the person's role there; null if they have none. */
export const roleThere = sql<Role | null>`CASE WHEN ${users.platformId} = ${homeOf} THEN ${users.role} ELSE ${memberships.role} END`

/** All platforms except the one of their sign-in, by name. */
export async function listWorkplaces(db: Pick<Database, 'select'>, userId: string): Promise<Workplace[]> {
  return db
    .select({ id: platforms.id, name: platforms.name, role: memberships.role })
    .from(memberships)
    .innerJoin(platforms, eq(platforms.id, memberships.platformId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(platforms.name), asc(platforms.id))
}

/** Newest first. */
export async function listMembers(db: Database, platformId: string): Promise<MemberRow[]> {
  const rows = await members(db)
    .where(eq(memberships.platformId, platformId))
    .orderBy(desc(memberships.createdAt), desc(memberships.userId))
  return rows.map(asMember)
}

const members = (db: Pick<Database, 'select'>) =>
  db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      required: platforms.secondFactorRequired,
      confirmedAt: secondFactors.confirmedAt,
      createdAt: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(platforms, eq(platforms.id, memberships.platformId))
    .leftJoin(secondFactors, eq(secondFactors.userId, memberships.userId))

const asMember = ({ required, confirmedAt, ...member }: Awaited<ReturnType<typeof members>>[number]): MemberRow => ({
  ...member,
  secondFactor: secondFactorState(confirmedAt !== null, required),
})

/**
 * Gives a member another role. Undefined if the platform has no such member. `lastAdmin`: nothing was changed, because no administrator
 * would be left.
 */
export async function changeMembership(
  db: Queryable,
  { platformId, userId, role }: { platformId: string; userId: string; role: Role },
): Promise<MemberRow | 'lastAdmin' | undefined> {
  const isThis = and(eq(memberships.platformId, platformId), eq(memberships.userId, userId))
  return db.transaction(async (tx) => {
    await lockPlatform(tx, platformId)
    if ((await findMembership(tx, userId, platformId)) === undefined) return undefined
    if (role !== 'admin' && (await isLastAdmin(tx, platformId, userId))) return 'lastAdmin'
    // An open invitation would give back a role that was taken.
    await withdrawInvitationsTo(tx, platformId, userId)
    await tx.update(memberships).set({ role }).where(isThis)
    const [row] = await members(tx).where(isThis)
    return row && asMember(row)
  })
}

/** Whether this member is an administrator, and no other could sign in as one. True for as long as the transaction holds `lockPlatform`. */
export async function isLastAdmin(db: Pick<Database, 'select'>, platformId: string, userId: string): Promise<boolean> {
  const role = await findMembership(db, userId, platformId)
  return role === 'admin' && !(await hasOtherAdmin(db, platformId, userId))
}

/** By a sign-in of the platform's own, or as a member. */
async function hasOtherAdmin(db: Pick<Database, 'select'>, platformId: string, userId: string): Promise<boolean> {
  const isOfPlatform = or(
    and(eq(users.platformId, platformId), eq(users.role, 'admin')),
    and(eq(memberships.platformId, platformId), eq(memberships.role, 'admin')),
  )
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.platformId, platformId)))
    .where(and(isOfPlatform, eq(users.disabled, false), ne(users.id, userId)))
    .limit(1)
  return other !== undefined
}

/**
 * Whether the e-mail is of one who works for the platform, with a sign-in of its own or as a member. A member whose own platform has
 * disabled them is not there: the e-mail's owner may be invited anew.
 */
export async function hasPerson(db: Pick<Database, 'select'>, platformId: string, email: string): Promise<boolean> {
  const isThere = or(
    eq(users.platformId, platformId),
    and(eq(memberships.platformId, platformId), eq(users.disabled, false)),
  )
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.platformId, platformId)))
    .where(and(eq(users.email, email), isNull(users.removedAt), isThere))
  return row !== undefined
}

/** Adds a member. For an existing member it changes the role. */
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

/** Also revokes the member's keys and invitations there, and deletes their saved filters. @returns false if the platform has no such member. */
export async function endMembership(
  db: Queryable,
  platformId: string,
  userId: string,
): Promise<'ended' | 'lastAdmin' | undefined> {
  return db.transaction(async (tx) => {
    await lockPlatform(tx, platformId)
    if ((await findMembership(tx, userId, platformId)) === undefined) return undefined
    if (await isLastAdmin(tx, platformId, userId)) return 'lastAdmin'
    // First, because it waits for an invitation that is being accepted: then the delete finds the membership of that, too.
    await withdrawInvitationsTo(tx, platformId, userId)
    await tx.delete(memberships).where(and(eq(memberships.platformId, platformId), eq(memberships.userId, userId)))
    await endWork(tx, userId, [platformId])
    return 'ended'
  })
}

/**
 * Ends all memberships of a user whose sign-in another user has changed. The other platforms trusted the user, not the one who can now
 * take over the sign-in. That it is the e-mail's owner's is no longer proved either.
 * @returns the platforms that must invite the person again.
 */
export async function endMembershipsElsewhere(db: Queryable, userId: string): Promise<string[]> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(memberships)
      .where(eq(memberships.userId, userId))
      .returning({ platformId: memberships.platformId })
    const platformIds = ended.map(({ platformId }) => platformId)
    if (platformIds.length > 0) await endWork(tx, userId, platformIds)
    await tx.update(users).set({ emailVerified: false }).where(eq(users.id, userId))
    return platformIds
  })
}

/** The link was neither used nor withdrawn. */
export const isUntouched = and(isNull(accessLinks.usedAt), isNull(accessLinks.withdrawnAt))

export const isInvitationOf = (platformId: string) =>
  and(eq(accessLinks.platformId, platformId), eq(accessLinks.kind, 'invitation'))

/** Withdraws the platform's invitations that the person has not used: a user who is let go does not come back by one. */
export async function withdrawInvitationsTo(
  db: Pick<Database, 'select' | 'update'>,
  platformId: string,
  userId: string,
): Promise<void> {
  await db
    .update(accessLinks)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(
        isInvitationOf(platformId),
        isUntouched,
        inArray(accessLinks.email, db.select({ email: users.email }).from(users).where(eq(users.id, userId))),
      ),
    )
}

/** An invitation whose sender is an administrator of its platform, or that the installation's key sent. */
export const isSentByAdministrator = sql`(${accessLinks.createdBy} IS NULL OR EXISTS (
  SELECT FROM users AS inviter
  LEFT JOIN memberships AS theirs ON theirs.user_id = inviter.id AND theirs.platform_id = ${accessLinks.platformId}
  WHERE inviter.id = ${accessLinks.createdBy} AND NOT inviter.disabled
    AND CASE WHEN inviter.platform_id = ${accessLinks.platformId} THEN inviter.role ELSE theirs.role END = 'admin'))`

/** Withdraws the platform's invitations that the person has sent, if they may send none any more, and that were not used. */
export async function withdrawInvitationsFrom(
  db: Pick<Database, 'update'>,
  platformId: string,
  userId: string,
): Promise<{ id: string; email: string }[]> {
  return db
    .update(accessLinks)
    .set({ withdrawnAt: sql`now()` })
    .where(and(isInvitationOf(platformId), isUntouched, eq(accessLinks.createdBy, userId), not(isSentByAdministrator)))
    .returning({ id: accessLinks.id, email: accessLinks.email })
}

/** Revokes the keys that a user created at these platforms and at their test twins, and deletes the user's saved filters there. */
export async function endWork(
  db: Pick<Database, 'update' | 'delete'>,
  userId: string,
  liveIds: readonly string[],
): Promise<void> {
  const platformIds = liveIds.flatMap((liveId) => [liveId, testTwinOf(liveId)])
  await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.createdBy, userId), inArray(apiKeys.platformId, platformIds), isNull(apiKeys.revokedAt)))
  await db
    .delete(savedFilters)
    .where(and(eq(savedFilters.userId, userId), inArray(savedFilters.platformId, platformIds)))
}
