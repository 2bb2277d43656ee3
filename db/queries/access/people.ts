/** The people who work for platforms. */
import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import type { Role } from '../../../domain/role.ts'
import { type SecondFactorState, secondFactorState } from '../../../domain/second-factor.ts'
import type { Database, Queryable } from '../../client.ts'
import {
  accessLinks,
  accounts,
  pendingSignIns,
  personPapers,
  platforms,
  secondFactors,
  sessions,
  users,
} from '../../schema/index.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'
import { endWork, isUntouched, withdrawInvitationsTo } from './memberships.ts'

export type UserRow = typeof users.$inferSelect

/** A user, with the second-factor state that administrators see. */
export type PersonRow = UserRow & { secondFactor: SecondFactorState }

export interface NewPerson {
  id: string
  name: string
  email: string
  role: Role
  passwordHash: string
  /** Another user chose the password. */
  passwordSetByOther?: boolean
}

/** `setByOther`: the user did not choose it. */
export interface NewPassword {
  hash: string
  setByOther: boolean
}

export async function listUsers(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<PersonRow>> {
  const rows = await people(db)
    .where(and(isOf(platformId), after(users.createdAt, users.id, page.after)))
    .orderBy(newestFirst(users.createdAt, users.id))
    .limit(page.limit + 1)
  const { rows: shown, next } = pageOf(rows, page.limit, (row) => ({ at: row.at, id: row.user.id }))
  return { rows: shown.map(asPerson), next }
}

const isOf = (platformId: string) => and(eq(users.platformId, platformId), isNull(users.removedAt))

/** Undefined if the platform has no such person. */
export async function findPersonOf(db: Reading, platformId: string, id: string): Promise<PersonRow | undefined> {
  const [row] = await people(db).where(and(isOf(platformId), eq(users.id, id)))
  return row && asPerson(row)
}

type Reading = Pick<Database, 'select'>

const people = (db: Reading) =>
  db
    .select({
      user: users,
      at: sql<string>`${users.createdAt}::text`,
      required: platforms.secondFactorRequired,
      confirmedAt: secondFactors.confirmedAt,
    })
    .from(users)
    .innerJoin(platforms, eq(platforms.id, users.platformId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))

const asPerson = (row: { user: UserRow; required: boolean; confirmedAt: string | null }): PersonRow => ({
  ...row.user,
  secondFactor: secondFactorState(row.confirmedAt !== null, row.required),
})

/** Each has an e-mail that no other platform's person can have meanwhile. */
export const MOST_PEOPLE = 1_000

/** Whether the platform may have one more person. The lock makes the limit hold for concurrent requests. */
export async function hasRoomForPerson(tx: Reading, platformId: string): Promise<boolean> {
  await lockPlatform(tx, platformId)
  const [known] = await tx.select({ count: count() }).from(users).where(isOf(platformId))
  return (known?.count ?? 0) < MOST_PEOPLE
}

type Transaction = Pick<Database, 'insert'>

/**
 * Writes the rows that better-auth expects for a sign-in by e-mail and password.
 * @param emailVerified whether the owner of the e-mail asked for it, or the installation vouches for them.
 */
export async function insertUser(
  db: Transaction,
  platformId: string,
  person: NewPerson,
  emailVerified = true,
): Promise<UserRow> {
  const { id, name, email, role, passwordHash: password, passwordSetByOther } = person
  const [user] = await db.insert(users).values({ id, platformId, name, email, role, emailVerified }).returning()
  if (!user) throw new Error('The insert returned no row')
  const credential = { id, accountId: id, providerId: 'credential', userId: id, password, passwordSetByOther }
  await db.insert(accounts).values(credential)
  return user
}

/**
 * A new password, a new role or being disabled ends the person's sessions. Undefined if the platform has no such person. `lastAdmin`:
 * nothing was changed, because no administrator would be left.
 */
export async function changeUser(
  db: Queryable,
  platformId: string,
  id: string,
  change: { name?: string; role?: Role; password?: NewPassword; disabled?: boolean },
  /** A session that is not ended. */
  keptSession?: string,
): Promise<PersonRow | 'lastAdmin' | undefined> {
  const { name, role, password, disabled } = change
  return db.transaction(async (tx) => {
    const isLeaving = disabled || (role !== undefined && role !== 'admin')
    if (isLeaving && (await isLastAdmin(tx, platformId, id))) return 'lastAdmin'
    const [user] = await tx
      .update(users)
      .set({
        ...defined({ name, role, disabled }),
        updatedAt: sql`now()`,
      })
      .where(and(isOf(platformId), eq(users.id, id)))
      .returning()
    if (!user) return undefined
    if (password !== undefined) await setPassword(tx, id, password, keptSession)
    else if (role !== undefined || disabled) await endSessions(tx, id, keptSession)
    if (disabled) await withdrawResets(tx, id)
    return findPersonOf(tx, platformId, id)
  })
}

/**
 * Removes a user for good: deletes their sign-in, their documents and their saved filters, and revokes the keys that they created. The row stays, because
 * records of their actions refer to it.
 * @returns the keys of the documents' files, which the caller removes. Undefined if the platform has no such person. `lastAdmin`: nothing
 * was changed.
 */
export async function removePerson(
  db: Queryable,
  platformId: string,
  id: string,
): Promise<{ files: string[] } | 'lastAdmin' | undefined> {
  return db.transaction(async (tx) => {
    if (await isLastAdmin(tx, platformId, id)) return 'lastAdmin'
    await withdrawInvitationsTo(tx, platformId, id)
    return removeSignIn(tx, platformId, id)
  })
}

/** As removePerson, the last administrator too. */
export async function removeSignIn(
  tx: Queryable,
  platformId: string,
  id: string,
): Promise<{ files: string[] } | undefined> {
  const gone = await tx
    .update(users)
    .set({ disabled: true, removedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(isOf(platformId), eq(users.id, id)))
    .returning({ id: users.id })
  if (gone.length === 0) return undefined
  await endSessions(tx, id)
  await withdrawResets(tx, id)
  await endWork(tx, id, [platformId])
  await tx.delete(secondFactors).where(eq(secondFactors.userId, id))
  await tx.delete(accounts).where(eq(accounts.userId, id))
  const papers = await tx.delete(personPapers).where(eq(personPapers.userId, id)).returning()
  return { files: papers.map(({ key }) => key) }
}

/** Sets the password. Ends the person's other sessions and their links to choose a password. */
export async function setPassword(
  db: Pick<Database, 'update' | 'delete'>,
  id: string,
  { hash, setByOther }: NewPassword,
  keptSession?: string,
): Promise<void> {
  await touchUser(db, id)
  await db
    .update(accounts)
    .set({ password: hash, passwordSetByOther: setByOther, updatedAt: sql`now()` })
    .where(isPasswordOf(id))
  await withdrawResets(db, id)
  await endSessions(db, id, keptSession)
}

const isPasswordOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** Whether the user's password is of another user's choice. */
export async function isPasswordSetByOther(db: Reading, userId: string): Promise<boolean> {
  const [row] = await db.select({ byOther: accounts.passwordSetByOther }).from(accounts).where(isPasswordOf(userId))
  return row?.byOther ?? false
}

async function withdrawResets(db: Pick<Database, 'update'>, userId: string): Promise<void> {
  await db
    .update(accessLinks)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(accessLinks.userId, userId), isUntouched))
}

/** Locks the platform, so that no other administrator is removed until the end of the transaction. */
async function isLastAdmin(db: Reading, platformId: string, id: string): Promise<boolean> {
  await lockPlatform(db, platformId)
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.platformId, platformId), eq(users.role, 'admin'), eq(users.disabled, false)))
  return admins.length === 1 && admins[0]?.id === id
}

/** The person with this e-mail address, given in lower case. */
export async function findPerson(db: Reading, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.removedAt)))
  return row
}

export async function findPasswordHash(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ password: accounts.password }).from(accounts).where(isPasswordOf(userId))
  return row?.password ?? undefined
}

/** Does not touch `updatedAt`, because it does not change the person's access: concurrent sign-ins stay valid. */
export async function noteSignIn(db: Pick<Database, 'update'>, id: string): Promise<void> {
  await db.update(users).set({ lastSignInAt: sql`now()` }).where(eq(users.id, id))
}

/** A sign-in that is running meanwhile is refused: `isUnchanged`. */
export async function touchUser(db: Pick<Database, 'update'>, id: string): Promise<void> {
  await db.update(users).set({ updatedAt: sql`now()` }).where(eq(users.id, id))
}

/** Waits for a running change. @returns false if the person or their access was changed since they were read. */
export async function isUnchanged(db: Database, { id, updatedAt }: UserRow): Promise<boolean> {
  const isSame = sql`date_trunc('milliseconds', ${users.updatedAt}) = ${updatedAt.toISOString()}::timestamptz`
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isSame))
    .for('share')
  return rows.length === 1
}

/** Ends all sessions of a user except one, and sign-ins that still wait for a code. @returns how many sessions ended. */
export async function endSessions(db: Pick<Database, 'delete'>, userId: string, keptSession?: string): Promise<number> {
  await db.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  const others = keptSession === undefined ? undefined : ne(sessions.id, keptSession)
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id })
  return ended.length
}
