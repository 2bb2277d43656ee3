/** The outbox of mails to buyers and users. A mail is queued together with the change that it reports, and sent by the worker. */
import { and, desc, eq, getTableColumns, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { isMailSent } from '../../../domain/mail.ts'
import type { Database } from '../../client.ts'
import { accessLinks, auditLog, charges, checkoutOrders, mails, platforms, users } from '../../schema/index.ts'

export type MailRow = typeof mails.$inferSelect

const charge = {
  id: charges.id,
  status: charges.status,
  attention: charges.attention,
  amount: charges.amount,
  currency: charges.currency,
  paymentMethod: charges.paymentMethod,
  card: charges.card,
  installments: charges.installments,
  items: charges.items,
  customer: charges.customer,
  paidAt: charges.paidAt,
  checkoutToken: charges.checkoutToken,
  billetCode: charges.billetCode,
  billetUrl: charges.billetUrl,
  expiresAt: charges.expiresAt,
}
/** Of the charge. */
const { chargeId, paidChargeId, language } = checkoutOrders
const order = { chargeId, paidChargeId, language }
const { name, brandColor, supportEmail, supportPhone } = platforms
const platform = { name, brandColor, supportEmail, supportPhone }

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

const change = { action: auditLog.action, actor: auditLog.actor, at: auditLog.at }
const person = { name: users.name, email: users.email }

/** A mail with the charge, link or change that it is rendered from. */
export interface LoadedMail {
  mail: MailRow
  charge: Pick<typeof charges.$inferSelect, keyof typeof charge> | null
  order: Pick<typeof checkoutOrders.$inferSelect, keyof typeof order> | null
  link: Pick<typeof accessLinks.$inferSelect, keyof typeof link> | null
  change: Pick<typeof auditLog.$inferSelect, keyof typeof change> | null
  /** The user whose sign-in was changed; null also if the user was removed since. */
  person: Pick<typeof users.$inferSelect, keyof typeof person> | null
  platform: Pick<typeof platforms.$inferSelect, keyof typeof platform>
}

const rendered = (db: Database) =>
  db
    .select({ mail: getTableColumns(mails), charge, order, link, change, person, platform })
    .from(mails)
    .leftJoin(charges, eq(charges.id, mails.chargeId))
    .leftJoin(checkoutOrders, eq(checkoutOrders.id, charges.checkoutOrderId))
    .leftJoin(accessLinks, eq(accessLinks.id, mails.accessLinkId))
    .leftJoin(auditLog, eq(auditLog.id, mails.auditId))
    .leftJoin(users, eq(users.id, sql`substr(${auditLog.target}, length('user/') + 1)`))
    .innerJoin(platforms, eq(platforms.id, mails.platformId))

export async function loadMail(db: Database, mailId: string): Promise<LoadedMail | undefined> {
  const [row] = await rendered(db).where(eq(mails.id, mailId))
  return row
}

/** Newest first. @param toUsers also mails to users. */
export async function listMails(
  db: Database,
  platformId: string,
  { limit, toUsers }: { limit: number; toUsers: boolean },
): Promise<LoadedMail[]> {
  return rendered(db)
    .where(and(eq(mails.platformId, platformId), toUsers ? undefined : isNotNull(mails.chargeId)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
}

/** Of each platform no more than its share, so that one's thousands delay no other's; the longest waiting platform is first. */
const due = (until: string, limit: number) => {
  const own = sql`FROM ${mails} WHERE platform_id = ${platforms.id} AND state = 'pending' AND start_at <= ${until} ORDER BY start_at, id`
  return sql`(
    WITH chosen AS MATERIALIZED (
      SELECT mine.id FROM (
        SELECT ${platforms.id}, ceil(${limit}::numeric / count(*) OVER ()) AS share
        FROM ${platforms} CROSS JOIN LATERAL (SELECT start_at ${own} LIMIT 1) oldest ORDER BY oldest.start_at
      ) ${platforms} CROSS JOIN LATERAL (SELECT id ${own} LIMIT share FOR UPDATE SKIP LOCKED) mine
      LIMIT ${limit}
    )
    SELECT id FROM chosen)`
}

type Writing = Pick<Database, 'insert' | 'execute'>

/** Queues a link's mail, in the transaction that creates the link. */
export async function queueAccessMail(
  db: Writing,
  { id: accessLinkId, platformId, kind }: Pick<typeof accessLinks.$inferSelect, 'id' | 'platformId' | 'kind'>,
): Promise<void> {
  await queueMail(db, { platformId, accessLinkId, kind })
}

/** Queues the mail about a change to how a user signs in, in the transaction of the change. */
export async function queueSignInChange(db: Writing, about: { platformId: string; auditId: string }): Promise<void> {
  await queueMail(db, { ...about, kind: 'signInChange' })
}

/** Queues any mail, in the transaction of what it is about. */
export async function queueMail(db: Writing, mail: typeof mails.$inferInsert): Promise<void> {
  await db.insert(mails).values(mail)
  await db.execute(sql`SELECT pg_notify('delivery_queued', '')`)
}

/**
 * Claims mails whose workflow must be started; no other process gets them for a while. Starting one twice is harmless.
 * @param until the database's time; only mails that were due then.
 */
export async function claimMails(
  db: Database,
  until: string,
  limit: number,
): Promise<Pick<typeof mails.$inferSelect, 'id' | 'platformId'>[]> {
  return db
    .update(mails)
    .set({ startAt: sql`now() + interval '15 seconds'` })
    .where(sql`${mails.id} IN ${due(until, limit)}`)
    .returning({ id: mails.id, platformId: mails.platformId })
}

/** Longer than a workflow's longest pause between retries. After this time, a workflow that Temporal has lost is started again. */
const HOLD = sql`now() + interval '2 hours'`

/** Postpones the next start of mails whose workflow runs, because the workflow waits and retries by itself. */
export async function holdStartedMails(db: Database, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.update(mails).set({ startAt: HOLD }).where(inArray(mails.id, ids))
}

/** Without a mail server, due mails are marked unsent, because they would be outdated once there is one. @returns how many there were. */
export async function leaveUnsent(db: Database, until: string, limit: number): Promise<number> {
  const left = await db
    .update(mails)
    .set({ state: 'unsent' })
    .where(sql`${mails.id} IN ${due(until, limit)}`)
    .returning({ id: mails.id })
  return left.length
}

/** Records one try and its result. */
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
      lastError: 'error' in outcome ? outcome.error : null,
      startAt: HOLD,
      ...defined({ sentAt: isMailSent(outcome.state) ? sql`now()` : undefined }),
    })
    .where(isPending(mailId))
}

const isPending = (mailId: string) => and(eq(mails.id, mailId), eq(mails.state, 'pending'))

/**
 * Gives a mail up after two days. An untried one stays pending and is started again at once, until it is two weeks old.
 * @returns the mail, if it was still pending.
 */
export async function giveUpPendingMail(db: Database, mailId: string): Promise<MailRow | undefined> {
  const { attempts, createdAt, lastError } = mails
  const isOver = or(gt(attempts, 0), sql`${createdAt} < now() - interval '14 days'`)
  const [row] = await db
    .update(mails)
    .set({
      state: sql`CASE WHEN ${isOver} THEN 'failed' ELSE 'pending' END`,
      lastError: sql`CASE WHEN ${isOver} THEN coalesce(${lastError}, 'No worker sent it in time') END`,
      startAt: sql`now()`,
    })
    .where(isPending(mailId))
    .returning()
  return row
}

/** Keeps a mail for viewing without sending it. */
export async function markMailUnsent(db: Database, mailId: string): Promise<void> {
  await db.update(mails).set({ state: 'unsent' }).where(isPending(mailId))
}
