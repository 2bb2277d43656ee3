/** Whether a sign-in is its e-mail's owner's for certain. */
import { and, eq, isNull, ne, or } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { users } from '../../schema/index.ts'
import type { UserRow } from './people.ts'

/**
 * The sign-in of another platform that has this e-mail, and that its owner does not hold for certain: they never confirmed it, another user
 * has changed it since, or it is disabled. Locks it.
 */
export async function lockUnproved(
  tx: Queryable,
  { email, platformId }: Pick<UserRow, 'email' | 'platformId'>,
): Promise<UserRow | undefined> {
  const isUnproved = or(eq(users.emailVerified, false), eq(users.disabled, true))
  const isElsewhere = and(eq(users.email, email), isNull(users.removedAt), ne(users.platformId, platformId))
  const [row] = await tx.select().from(users).where(and(isElsewhere, isUnproved)).for('no key update')
  return row
}

/** The owner of the e-mail has used a link that was mailed to it. */
export async function confirmEmail(tx: Pick<Database, 'update'>, id: string): Promise<void> {
  await tx.update(users).set({ emailVerified: true }).where(eq(users.id, id))
}
