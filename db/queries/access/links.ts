/** Links in mails: each lets one person do one thing once. */
import { and, count, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { INVITATIONS_PER_DAY, LINK_HOURS, RESETS_PER_HOUR } from '../../../domain/access-link.ts'
import { defined } from '../../../domain/defined.ts'
import type { MailState } from '../../../domain/mail.ts'
import type { Role } from '../../../domain/role.ts'
import type { Database, Queryable } from '../../client.ts'
import { accessLinks, platforms, users } from '../../schema/index.ts'
import { type Keyset, newestOf, type Page } from '../list/pages.ts'
import { lockPlatform } from '../lock-platform.ts'
import { queueAccessMail } from '../mail/outbox.ts'
import { confirmEmail, lockUnproved } from './confirmed.ts'
import {
  endMembershipsElsewhere,
  hasPerson,
  isInvitationOf,
  isLastAdmin,
  isSentByAdministrator,
  isUntouched,
  setMembership,
} from './memberships.ts'
import {
  endSessions,
  findPerson,
  insertUser,
  isPasswordSetByOther,
  removeSignIn,
  setPassword,
  type UserRow,
} from './people.ts'
import { lockSession } from './sessions.ts'

export type LinkRow = typeof accessLinks.$inferSelect
/** `mail`: the state of the invitation's mail. */
export type InvitationRow = LinkRow & { role: Role; mail: MailState; invitedBy: string | null }

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

const until = (hours: number) => sql`now() + make_interval(hours => ${hours})`

const SHOWN = {
  id: accessLinks.id,
  platformId: accessLinks.platformId,
  kind: accessLinks.kind,
  email: accessLinks.email,
  role: sql<Role>`${accessLinks.role}`,
  userId: accessLinks.userId,
  createdBy: accessLinks.createdBy,
  tokenHash: accessLinks.tokenHash,
  createdAt: accessLinks.createdAt,
  expiresAt: accessLinks.expiresAt,
  usedAt: accessLinks.usedAt,
  withdrawnAt: accessLinks.withdrawnAt,
  mail: sql<MailState>`(SELECT state FROM mails WHERE access_link_id = access_links.id)`,
  invitedBy: sql<string | null>`(SELECT users.email FROM users WHERE users.id = access_links.created_by)`,
}

export interface NewInvitation {
  id: string
  platformId: string
  email: string
  role: Role
  createdBy: string | null
  tokenHash: string
}

/**
 * Withdraws earlier invitations to the same address. `here`: it is of one who works for the platform. `tooMany`: the address, or the
 * platform, has reached its daily limit.
 */
export async function insertInvitation(
  db: Database,
  invitation: NewInvitation,
): Promise<InvitationRow | 'here' | 'tooMany'> {
  const { platformId, email } = invitation
  return db.transaction(async (tx) => {
    // Who is here, and the counts, stay as they are until the insert.
    await lockPlatform(tx, platformId)
    if (await hasPerson(tx, platformId, email)) return 'here'
    const isOurs = eq(accessLinks.platformId, platformId)
    const lately = and(eq(accessLinks.kind, 'invitation'), gt(accessLinks.createdAt, sql`now() - interval '1 day'`))
    const [sent] = await tx
      .select({
        toAddress: sql<number>`count(*) FILTER (WHERE ${accessLinks.email} = ${email} AND ${isOurs})`.mapWith(Number),
        // Counted over all platforms, so that many platforms together cannot flood one address.
        toAddressOfAll: sql<number>`count(*) FILTER (WHERE ${accessLinks.email} = ${email})`.mapWith(Number),
        byPlatform: sql<number>`count(*) FILTER (WHERE ${isOurs})`.mapWith(Number),
      })
      .from(accessLinks)
      .where(and(lately, or(eq(accessLinks.email, email), isOurs)))
    const { perAddress, perAddressOfAll, perPlatform } = INVITATIONS_PER_DAY
    if (sent && (sent.toAddress >= perAddress || sent.byPlatform >= perPlatform)) return 'tooMany'
    if (sent && sent.toAddressOfAll >= perAddressOfAll) return 'tooMany'
    await withdraw(tx, and(isInvitationOf(platformId), eq(accessLinks.email, email)))
    await tx.insert(accessLinks).values({ ...invitation, kind: 'invitation', expiresAt: until(LINK_HOURS.invitation) })
    await queueAccessMail(tx, { ...invitation, kind: 'invitation' })
    const [row] = await tx.select(SHOWN).from(accessLinks).where(eq(accessLinks.id, invitation.id))
    if (!row) throw new Error('The insert returned no row')
    return row
  })
}

export async function findInvitation(db: Database, platformId: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select(SHOWN)
    .from(accessLinks)
    .where(and(isInvitationOf(platformId), eq(accessLinks.id, id)))
  return row
}

export async function listInvitations(
  db: Database,
  platformId: string,
  page: { limit: number; after?: Keyset },
): Promise<Page<InvitationRow>> {
  return newestOf(db.select(SHOWN).from(accessLinks), accessLinks, isInvitationOf(platformId), page)
}

/** @returns false if the invitation was used or withdrawn before, or does not exist. */
export async function withdrawInvitation(db: Database, platformId: string, id: string): Promise<boolean> {
  return (await withdraw(db, and(isInvitationOf(platformId), eq(accessLinks.id, id)))) === 1
}

async function withdraw(db: Pick<Database, 'update'>, which: SQL | undefined): Promise<number> {
  const withdrawn = await db
    .update(accessLinks)
    .set({ withdrawnAt: sql`now()` })
    .where(and(which, isUntouched))
    .returning({ id: accessLinks.id })
  return withdrawn.length
}

/**
 * Creates a link to choose a new password, for the person with this e-mail address. Undefined if no person with this address may sign
 * in, or too many links were sent to them.
 */
export async function insertPasswordReset(
  db: Database,
  { email, ...link }: { id: string; email: string; tokenHash: string },
): Promise<UserRow | undefined> {
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, email)
    if (!person || person.disabled) return undefined
    const { id: userId, platformId } = person
    // Links that are asked for at once are counted one after another.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const lately = gt(accessLinks.createdAt, sql`now() - interval '1 hour'`)
    const [sent] = await tx
      .select({ links: count() })
      .from(accessLinks)
      .where(and(eq(accessLinks.userId, userId), lately))
    if (sent && sent.links >= RESETS_PER_HOUR) return undefined
    const kind = 'passwordReset'
    await tx
      .insert(accessLinks)
      .values({ ...link, platformId, userId, email, kind, expiresAt: until(LINK_HOURS.passwordReset) })
    await queueAccessMail(tx, { id: link.id, platformId, kind })
    return person
  })
}

export interface OpenLink {
  link: LinkRow
  platformName: string
}

/** Undefined if the link is used, withdrawn, expired or unknown, its inviter may no longer invite, or its person is disabled. */
export async function findOpenLink(db: Pick<Database, 'select'>, tokenHash: string): Promise<OpenLink | undefined> {
  const person = alias(users, 'person')
  const [row] = await db
    .select({ link: accessLinks, platformName: platforms.name })
    .from(accessLinks)
    .innerJoin(platforms, eq(platforms.id, accessLinks.platformId))
    .leftJoin(person, eq(person.id, accessLinks.userId))
    .where(
      and(
        eq(accessLinks.tokenHash, tokenHash),
        isUntouched,
        gt(accessLinks.expiresAt, sql`now()`),
        isSentByAdministrator,
        or(isNull(accessLinks.userId), eq(person.disabled, false)),
      ),
    )
  return row
}

/** Uses the link up. Only one of several concurrent requests succeeds. Locks the person before the link, as all changes of access do. */
async function takeLink(tx: Transaction, tokenHash: string): Promise<LinkRow | undefined> {
  const isIt = eq(accessLinks.tokenHash, tokenHash)
  const [known] = await tx.select({ userId: accessLinks.userId }).from(accessLinks).where(isIt)
  if (known?.userId)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, known.userId)).for('no key update')
  await tx.select({ id: accessLinks.id }).from(accessLinks).where(isIt).for('update')
  const open = await findOpenLink(tx, tokenHash)
  if (!open) return undefined
  const { id } = open.link
  await tx.update(accessLinks).set({ usedAt: sql`now()` }).where(eq(accessLinks.id, id))
  return open.link
}

/**
 * An accepted invitation. `replaced`: the sign-in that had the e-mail before, with the files that the caller removes and the other
 * platforms that it was a member of.
 */
export interface AcceptedInvitation {
  user: UserRow
  invitationId: string
  replaced?: { person: UserRow; files: string[]; elsewhere: string[] }
}

/**
 * Creates the invited person at the platform. Undefined if the link is not valid. `unproved`: another platform has a sign-in with this
 * e-mail, which its owner never confirmed; it goes if they say so (`replaces`).
 * @throws if the e-mail address already has an account: `isUniqueViolation`. The link stays valid.
 */
export async function acceptInvitation(
  db: Queryable,
  tokenHash: string,
  { id, name, passwordHash, replaces }: { id: string; name: string; passwordHash: string; replaces: boolean },
): Promise<AcceptedInvitation | 'unproved' | undefined> {
  return db.transaction(async (tx) => {
    const open = await findOpenLink(tx, tokenHash)
    const person = open?.link.kind === 'invitation' ? await lockUnproved(tx, open.link) : undefined
    if (person && !replaces) return 'unproved'
    const link = await takeLink(tx, tokenHash)
    if (link?.kind !== 'invitation' || link.role === null) return undefined
    const { platformId, email, role } = link
    const replaced = person && (await replace(tx, person))
    const user = await insertUser(tx, platformId, { id, name, email, role, passwordHash })
    return { user, invitationId: link.id, ...defined({ replaced }) }
  })
}

async function replace(tx: Queryable, person: UserRow): Promise<NonNullable<AcceptedInvitation['replaced']>> {
  const elsewhere = await endMembershipsElsewhere(tx, person.id)
  const files = (await removeSignIn(tx, person.platformId, person.id))?.files ?? []
  return { person, files, elsewhere }
}

/**
 * Makes a user who already has a sign-in a member of this platform too, and ends their other sessions. Undefined if the link is not
 * valid, or is for another user, or the session was ended. The link stays, as it does at `ownPassword`: another user chose the password,
 * and no `passwordHash` replaces it; and at `lastAdmin`: they are the platform's last administrator, and would be less.
 */
export async function joinByInvitation(
  db: Queryable,
  tokenHash: string,
  person: { id: string; email: string; homeId: string; sessionId: string; passwordHash: string | undefined },
): Promise<LinkRow | 'ownPassword' | 'lastAdmin' | undefined> {
  const { id, passwordHash, sessionId } = person
  return db.transaction(async (tx) => {
    if (!(await lockSession(tx, person))) return undefined
    const open = await findOpenLink(tx, tokenHash)
    if (open?.link.email !== person.email || open.link.kind !== 'invitation') return undefined
    if (open.link.platformId === person.homeId) return undefined
    if (passwordHash === undefined && (await isPasswordSetByOther(tx, id))) return 'ownPassword'
    const { platformId, role } = open.link
    await lockPlatform(tx, platformId)
    if (role !== 'admin' && (await isLastAdmin(tx, platformId, id))) return 'lastAdmin'
    const link = await takeLink(tx, tokenHash)
    if (!link || link.role === null) return undefined
    if (passwordHash !== undefined) await setPassword(tx, id, { hash: passwordHash, setByOther: false }, sessionId)
    else await endSessions(tx, id, sessionId)
    await setMembership(tx, { userId: id, platformId: link.platformId, role: link.role })
    await confirmEmail(tx, id)
    return link
  })
}

/** Sets the password and ends all sessions of the person. Their second factor stays. Undefined if the link is not valid. */
export async function resetPassword(
  db: Database,
  tokenHash: string,
  passwordHash: string,
): Promise<LinkRow | undefined> {
  return db.transaction(async (tx) => {
    const link = await takeLink(tx, tokenHash)
    if (link?.kind !== 'passwordReset' || link.userId === null) return undefined
    await setPassword(tx, link.userId, { hash: passwordHash, setByOther: false })
    await confirmEmail(tx, link.userId)
    return link
  })
}

const FORGET_BATCH = 1000

/** A step of the sweep: deletes links that expired 90 days ago, with their mails, in batches. */
export async function forgetOldLinks(db: Database): Promise<void> {
  const { id, expiresAt } = accessLinks
  const old = db
    .select({ id })
    .from(accessLinks)
    .where(lt(expiresAt, sql`now() - interval '90 days'`))
    .limit(FORGET_BATCH)
    .for('update', { skipLocked: true })
  const forget = () => db.delete(accessLinks).where(inArray(id, old)).returning({ id })
  while ((await forget()).length === FORGET_BATCH);
}
