/** The mails to one charge's buyer. */
import { and, asc, count, eq, getTableColumns, gt, isNotNull, min, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { charges, checkoutOrders, mails } from '../../schema/index.ts'
import type { ChargeRow } from '../charge/read.ts'
import { type MailRow, queueMail } from './outbox.ts'

/** With the address of the charge's customer, which is empty once their data was erased. */
export type ChargeMailRow = MailRow & { customerEmail: string }

const customerEmail = sql<string>`${charges.customer}->>'email'`
const columns = { ...getTableColumns(mails), customerEmail }

/** Oldest first; undefined when the platform has no such charge. */
export async function listChargeMails(
  db: Database,
  platformId: string,
  chargeId: string,
): Promise<ChargeMailRow[] | undefined> {
  const rows = await db
    .select({ mail: getTableColumns(mails), customerEmail })
    .from(charges)
    .leftJoin(mails, eq(mails.chargeId, charges.id))
    .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
    .orderBy(asc(mails.createdAt), asc(mails.id))
  return rows.length === 0 ? undefined : rows.flatMap(({ mail, ...of }) => (mail ? { ...mail, ...of } : []))
}

export async function findChargeMail(
  db: Queryable,
  { chargeId, id }: { chargeId: string; id: string },
): Promise<ChargeMailRow | undefined> {
  const [row] = await db
    .select(columns)
    .from(mails)
    .innerJoin(charges, eq(charges.id, mails.chargeId))
    .where(and(eq(mails.chargeId, chargeId), eq(mails.id, id)))
  return row
}

export interface LockedCharge {
  charge: ChargeRow
  /** Null for a charge that no public page made. */
  order: { chargeId: string | null; paidChargeId: string | null } | null
}

/** The charge, which until the end of the transaction is neither paid nor erased, nor mailed by another request. */
export async function lockMailedCharge(
  tx: Queryable,
  platformId: string,
  id: string,
): Promise<LockedCharge | undefined> {
  const [charge] = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.platformId, platformId), eq(charges.id, id)))
    .for('no key update')
  if (!charge) return undefined
  const { chargeId, paidChargeId } = checkoutOrders
  const [order] = await tx
    .select({ chargeId, paidChargeId })
    .from(checkoutOrders)
    .where(sql`${checkoutOrders.id} = ${charge.checkoutOrderId}`)
  return { charge, order: order ?? null }
}

/** Under the charge's lock. @returns seconds until another one may be asked for, if `most` were in the last hour. */
export async function secondsToNextMail(tx: Queryable, chargeId: string, most: number): Promise<number | undefined> {
  const hour = sql`interval '1 hour'`
  const [lately] = await tx
    .select({
      many: count(),
      wait: sql<number>`ceil(extract(epoch FROM ${min(mails.createdAt)} + ${hour} - now()))`.mapWith(Number),
    })
    .from(mails)
    .where(and(eq(mails.chargeId, chargeId), isNotNull(mails.auditId), gt(mails.createdAt, sql`now() - ${hour}`)))
  return lately && lately.many >= most ? Math.max(1, lately.wait) : undefined
}

type AskedMail = Pick<
  MailRow,
  'id' | 'platformId' | 'kind' | 'amount' | 'paymentId' | 'refundedUntilThen' | 'address'
> & { chargeId: string; auditId: string }

/** Queues a mail that a seller asked for, in the transaction of the audit log's entry about it. */
export async function queueAskedMail(tx: Queryable, mail: AskedMail): Promise<ChargeMailRow | undefined> {
  await queueMail(tx, mail)
  return findChargeMail(tx, mail)
}
