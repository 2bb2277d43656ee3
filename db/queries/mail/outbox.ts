/** What buyers and people are written: queued with what it tells of, sent by the worker. */

import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import type { Database } from '../../client.ts'
import { accessLinks, charges, mails, platforms } from '../../schema/index.ts'

export type MailRow = typeof mails.$inferSelect

const charge = {
  amount: charges.amount,
  currency: charges.currency,
  paymentMethod: charges.paymentMethod,
  installments: charges.installments,
  items: charges.items,
  customer: charges.customer,
  paidAt: charges.paidAt,
  checkoutToken: charges.checkoutToken,
}
const platform = { name: platforms.name, brandColor: platforms.brandColor }

const link = {
  id: accessLinks.id,
  kind: accessLinks.kind,
  email: accessLinks.email,
  role: accessLinks.role,
  tokenHash: accessLinks.tokenHash,
  expiresAt: accessLinks.expiresAt,
  usedAt: accessLinks.usedAt,
  withdrawnAt: accessLinks.withdrawnAt,
}

/** A mail with what it is rendered from: a charge or a link. */
export interface LoadedMail {
  mail: MailRow
  charge: Pick<typeof charges.$inferSelect, keyof typeof charge> | null
  link: Pick<typeof accessLinks.$inferSelect, keyof typeof link> | null
  platform: Pick<typeof platforms.$inferSelect, keyof typeof platform>
}

const rendered = (db: Database) =>
  db
    .select({ mail: getTableColumns(mails), charge, link, platform })
    .from(mails)
    .leftJoin(charges, eq(charges.id, mails.chargeId))
    .leftJoin(accessLinks, eq(accessLinks.id, mails.accessLinkId))
    .innerJoin(platforms, eq(platforms.id, mails.platformId))

export async function loadMail(db: Database, mailId: string): Promise<LoadedMail | undefined> {
  const [row] = await rendered(db).where(eq(mails.id, mailId))
  return row
}

/** The newest first. @param withLinks also what lets whoever reads it in. */
export async function listMails(
  db: Database,
  platformId: string,
  { limit, withLinks }: { limit: number; withLinks: boolean },
): Promise<LoadedMail[]> {
  return rendered(db)
    .where(and(eq(mails.platformId, platformId), withLinks ? undefined : isNotNull(mails.chargeId)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
}

const due = (db: Database, until: string, limit: number) => {
  const { id, state, startAt } = mails
  return db
    .select({ id })
    .from(mails)
    .where(and(eq(state, 'pending'), lte(startAt, until)))
    .orderBy(asc(startAt), asc(id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

type Writing = Pick<Database, 'insert' | 'execute'>

/** In the transaction that makes the link. */
export async function queueAccessMail(
  db: Writing,
  { id: accessLinkId, platformId, kind }: Pick<typeof accessLinks.$inferSelect, 'id' | 'platformId' | 'kind'>,
): Promise<void> {
  await db.insert(mails).values({ platformId, accessLinkId, kind })
  await db.execute(sql`SELECT pg_notify('delivery_queued', '')`)
}

/**
 * Mails whose workflow is to be started; no other process gets them for a while. Starting one twice is harmless.
 * @param until the database's time: of what became due until then.
 */
export async function claimMails(db: Database, until: string, limit: number): Promise<string[]> {
  const claimed = await db
    .update(mails)
    .set({ startAt: sql`now() + interval '15 seconds'` })
    .where(inArray(mails.id, due(db, until, limit)))
    .returning({ id: mails.id })
  return claimed.map(({ id }) => id)
}

/** Longer than a workflow rests between two tries: after it, one that Temporal has lost is started again. */
const HOLD = sql`now() + interval '2 hours'`

/** Their workflows wait by themselves, for a place too. */
export async function holdStartedMails(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.update(mails).set({ startAt: HOLD }).where(inArray(mails.id, ids))
}

/** Without a mail server none waits for one: it would be old when it came. @returns how many there were. */
export async function leaveUnsent(db: Database, until: string, limit: number): Promise<number> {
  const left = await db
    .update(mails)
    .set({ state: 'unsent' })
    .where(inArray(mails.id, due(db, until, limit)))
    .returning({ id: mails.id })
  return left.length
}

/** One try and what came of it. */
export async function recordMailTry(
  db: Database,
  mailId: string,
  outcome: { state: 'sent' } | { state: 'failed' | 'pending'; error: string },
): Promise<void> {
  await db
    .update(mails)
    .set({
      state: outcome.state,
      attempts: sql`${mails.attempts} + 1`,
      lastError: outcome.state === 'sent' ? null : outcome.error,
      startAt: HOLD,
      ...defined({ sentAt: outcome.state === 'sent' ? sql`now()` : undefined }),
    })
    .where(and(eq(mails.id, mailId), eq(mails.state, 'pending')))
}

export const markMailFailed = (db: Database, mailId: string) => endMail(db, mailId, 'failed')

/** It is kept to be looked at, and goes to nobody. */
export const markMailUnsent = (db: Database, mailId: string) => endMail(db, mailId, 'unsent')

async function endMail(db: Database, mailId: string, state: 'failed' | 'unsent'): Promise<void> {
  await db
    .update(mails)
    .set({ state })
    .where(and(eq(mails.id, mailId), eq(mails.state, 'pending')))
}
