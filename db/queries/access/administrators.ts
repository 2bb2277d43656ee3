/** Platforms that have lost their last administrator, and the way back, which only the installation has. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { LINK_HOURS } from '../../../domain/access-link.ts'
import type { Database } from '../../client.ts'
import { accessLinks, memberships, platforms, users } from '../../schema/index.ts'
import { lockPlatform } from '../lock-platform.ts'
import { queueAccessMail } from '../mail/outbox.ts'
import { appendAudit } from './audit.ts'
import { changeMembership, isInvitationOf, isUntouched } from './memberships.ts'
import { changeUser } from './people.ts'

/** No user who could sign in is its administrator, by a sign-in of its own or as a member. */
const isWithoutAdministrator = sql`NOT EXISTS (
  SELECT FROM ${users} AS admin
  LEFT JOIN ${memberships} AS theirs ON theirs.user_id = admin.id AND theirs.platform_id = ${platforms.id}
  WHERE NOT admin.disabled AND CASE WHEN admin.platform_id = ${platforms.id} THEN admin.role ELSE theirs.role END = 'admin')`

/** Live platforms, by name. @param among only of these. */
export async function listWithoutAdministrator(
  db: Pick<Database, 'select'>,
  among?: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const isAmong = among && inArray(platforms.id, [...among])
  return db
    .select({ id: platforms.id, name: platforms.name })
    .from(platforms)
    .where(and(isNull(platforms.liveId), isAmong, isWithoutAdministrator))
    .orderBy(asc(platforms.name), asc(platforms.id))
}

/** `raised`: they work for the platform, and are its administrator now. `invited`: they are once they use the link. */
export type Restored = 'raised' | 'invited' | 'unknownPlatform' | 'hasAdministrator'

/**
 * Gives a live platform an administrator again, and writes it in the platform's audit log. A user of its own is enabled, too. A member who is
 * disabled where they sign in is invited like a stranger.
 * @param link of the invitation, which is mailed as well.
 * @param email in lower case.
 */
export async function restoreAdministrator(
  db: Database,
  platformId: string,
  email: string,
  link: { id: string; tokenHash: string },
): Promise<Restored> {
  return db.transaction(async (tx) => {
    await lockPlatform(tx, platformId)
    const [live] = await tx
      .select({ id: platforms.id })
      .from(platforms)
      .where(and(eq(platforms.id, platformId), isNull(platforms.liveId)))
    if (!live) return 'unknownPlatform'
    if ((await listWithoutAdministrator(tx, [platformId])).length === 0) return 'hasAdministrator'
    const because = 'the platform had no administrator'
    const note = (action: 'user.change' | 'membership.change' | 'invitation.create', target: string) =>
      appendAudit(tx, platformId, { actor: 'Trilho', action, target, detail: { email, role: 'admin', because } })

    const [person] = await tx
      .select({ id: users.id, homeId: users.platformId, disabled: users.disabled, role: memberships.role })
      .from(users)
      .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.platformId, platformId)))
      .where(and(eq(users.email, email), isNull(users.removedAt)))
    if (person?.homeId === platformId) {
      await changeUser(tx, platformId, person.id, { role: 'admin', disabled: false })
      await note('user.change', `user/${person.id}`)
      return 'raised'
    }
    if (person?.role && !person.disabled) {
      await changeMembership(tx, { platformId, userId: person.id, role: 'admin' })
      await note('membership.change', `user/${person.id}`)
      return 'raised'
    }
    await tx
      .update(accessLinks)
      .set({ withdrawnAt: sql`now()` })
      .where(and(isInvitationOf(platformId), eq(accessLinks.email, email), isUntouched))
    const expiresAt = sql`now() + make_interval(hours => ${LINK_HOURS.invitation})`
    await tx
      .insert(accessLinks)
      .values({ ...link, platformId, email, role: 'admin', createdBy: null, kind: 'invitation', expiresAt })
    await queueAccessMail(tx, { id: link.id, platformId, kind: 'invitation' })
    await note('invitation.create', `invitation/${link.id}`)
    return 'invited'
  })
}
