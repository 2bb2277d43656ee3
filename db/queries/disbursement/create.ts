/** A refund's and a withdrawal's row: refunds never add up to more than the charge. */

import { and, asc, eq, inArray, lt, ne, or, type SQL, sql, sum } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { CHARGE_STATUSES, type ChargeStatus, canRefund } from '../../../domain/charge.ts'
import { isDisbursementSettled } from '../../../domain/disbursement.ts'
import type { RoutingDecision } from '../../../domain/routing.ts'
import type { Database, Queryable } from '../../client.ts'
import {
  charges,
  disbursementEvents,
  disbursements,
  payments,
  platforms,
  routingDecisions,
} from '../../schema/index.ts'
import type { PaymentRow } from '../charge/payments.ts'
import { byReference, type DisbursementRow } from './read.ts'

export type Reservation =
  | { outcome: 'reserved'; disbursement: DisbursementRow }
  | { outcome: 'noCharge' }
  | { outcome: 'noPayment' }
  | { outcome: 'notApproved'; status: ChargeStatus }
  | { outcome: 'tooMuch'; left: number }

/**
 * Sets money of a payment aside for a refund. Its row stays locked meanwhile, so any number of requests at once reserve no
 * more than what is left of it. Repeating it with the same id finds the refund that is there.
 * @param wish without `amount`: all that is left; without `paymentId`: of the payment that pays the charge.
 */
export async function reserveRefund(
  db: Database,
  wish: {
    id: string
    platformId: string
    chargeId: string
    paymentId?: string
    amount?: number
    metadata?: Record<string, string>
    by: string
  },
): Promise<Reservation> {
  const { id, platformId, chargeId, by } = wish
  return db.transaction(async (tx) => {
    const [charge] = await tx
      .select({ status: charges.status, transactionId: charges.transactionId, accountId: charges.providerAccountId })
      .from(charges)
      .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
      .for('no key update')
    if (!charge) return { outcome: 'noCharge' }
    const [known] = await tx.select().from(disbursements).where(eq(disbursements.id, id))
    if (known) return { outcome: 'reserved', disbursement: known }
    // Statements of their own, after the lock: they see what whoever held the lock before has written.
    const [payment] = await refundable(tx, chargeId, wish.paymentId).for('no key update')
    if (!payment) return wish.paymentId === undefined ? { outcome: 'notApproved', ...charge } : { outcome: 'noPayment' }
    const { id: paymentId, state: status, provider, providerAccountId } = payment
    if (!canRefund(status)) return { outcome: 'notApproved', status }
    const left = payment.amount - (await givenBack(tx, paymentId))
    const amount = wish.amount ?? left
    if (left <= 0 || amount > left) return { outcome: 'tooMuch', left }
    const origin = { id, platformId, kind: 'refund' as const, chargeId, paymentId }
    const row = { ...origin, amount, metadata: wish.metadata ?? {}, provider, providerAccountId }
    return { outcome: 'reserved', disbursement: await insert(tx, row, by) }
  })
}

/** The payment that is named, or the first that holds the charge's money. */
const refundable = (db: Queryable, chargeId: string, named: string | undefined) =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.chargeId, chargeId), named === undefined ? isHeld : eq(payments.id, named)))
    .orderBy(asc(payments.paidAt), asc(payments.createdAt), asc(payments.id))
    .limit(1)

/** What a refund would go against. */
export async function findRefundable(
  db: Database,
  chargeId: string,
  named: string | undefined,
): Promise<PaymentRow | undefined> {
  const [payment] = await refundable(db, chargeId, named)
  return payment
}

const isHeld = inArray(payments.state, CHARGE_STATUSES.filter(canRefund))

/** What has surely gone back of a payment. */
export async function approvedRefunds(db: Queryable, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ total: sum(disbursements.amount).mapWith(Number) })
    .from(disbursements)
    .where(and(eq(disbursements.paymentId, paymentId), eq(disbursements.status, 'APPROVED')))
  return row?.total ?? 0
}

export type NewWithdrawal = Omit<typeof disbursements.$inferInsert, 'kind' | 'chargeId' | 'status'> & { id: string }

/** Repeating it with the same id, or the same reference, finds the withdrawal that is there. */
export async function insertWithdrawal(
  db: Database,
  withdrawal: NewWithdrawal,
  decision: RoutingDecision,
  by: string,
): Promise<DisbursementRow> {
  return db.transaction(async (tx) => {
    const approval = await approvalNeededBy(tx, withdrawal)
    const row = await insert(tx, { ...withdrawal, ...approval, kind: 'withdrawal' }, by)
    if (row.id === withdrawal.id) {
      await tx
        .insert(routingDecisions)
        .values({ disbursementId: row.id, ...decision })
        .onConflictDoNothing()
    }
    return row
  })
}

/** Whether a second person has to approve it, by what the platform says now: what it says later is about later ones. */
async function approvalNeededBy(
  db: Queryable,
  { platformId, amount }: NewWithdrawal,
): Promise<Pick<DisbursementRow, 'approval' | 'approvalDueAt'>> {
  const dueAt = sql<string>`(now() + make_interval(hours => ${platforms.approvalHours}))::timestamptz(3)`
  const [waits] = await db
    .select({ dueAt })
    .from(platforms)
    .where(and(eq(platforms.id, platformId), lt(platforms.approvalAbove, amount)))
  if (!waits) return { approval: null, approvalDueAt: null }
  return { approval: 'awaited', approvalDueAt: new Date(waits.dueAt).toISOString() }
}

/** As `givenBack`, of the refunds that were made here. */
export async function givenBackByUs(db: Queryable, paymentId: string | null): Promise<number> {
  return givenBack(db, paymentId, eq(disbursements.external, false))
}

/** What refunds have given back of a payment already, or still may. @param paymentId null: nothing is known of it. */
export async function givenBack(db: Queryable, paymentId: string | null, among?: SQL): Promise<number> {
  if (paymentId === null) return 0
  const [row] = await db
    .select({ total: sum(disbursements.amount).mapWith(Number) })
    .from(disbursements)
    .where(
      and(
        eq(disbursements.paymentId, paymentId),
        among,
        or(inArray(disbursements.status, ['PENDING', 'APPROVED']), eq(disbursements.statusUnmapped, true)),
      ),
    )
  return row?.total ?? 0
}

async function insert(
  db: Queryable,
  row: typeof disbursements.$inferInsert & { id: string },
  by: string,
): Promise<DisbursementRow> {
  const [inserted] = await db.insert(disbursements).values(row).onConflictDoNothing().returning()
  if (inserted) {
    await db.insert(disbursementEvents).values({
      id: uuidv7(),
      disbursementId: row.id,
      key: 'requested',
      type: 'requested',
      cause: 'api',
      detail: { by },
    })
    return inserted
  }
  const [known] = await db
    .select()
    .from(disbursements)
    .where(or(eq(disbursements.id, row.id), byReference(row)))
  if (!known) throw new Error('The insert returned no row')
  return known
}

/** Other refunds of the payment: `pending` ones that may still go back, and whether one was carried out since then. */
export async function otherRefunds(
  db: Queryable,
  { id, paymentId }: Pick<DisbursementRow, 'id' | 'paymentId'>,
  since: string,
): Promise<{ pending: boolean; since: boolean }> {
  const rows = await db
    .select({ status: disbursements.status, approvedAt: disbursements.approvedAt })
    .from(disbursements)
    .where(and(eq(disbursements.paymentId, paymentId ?? ''), ne(disbursements.id, id)))
  return {
    pending: rows.some(({ status }) => !isDisbursementSettled(status)),
    since: rows.some(({ approvedAt }) => approvedAt !== null && Date.parse(approvedAt) >= Date.parse(since)),
  }
}
