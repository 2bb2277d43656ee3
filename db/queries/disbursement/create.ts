/** A refund's and a withdrawal's row: refunds never add up to more than the charge. */

import { and, asc, eq, inArray, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { CHARGE_STATUSES, type ChargeStatus, canRefund } from '../../../domain/charge.ts'
import { isDisbursementSettled } from '../../../domain/disbursement.ts'
import type { RoutingDecision } from '../../../domain/routing.ts'
import type { Database, Queryable } from '../../client.ts'
import { asJsons, given, givens, prepared } from '../../prepared.ts'
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
    // Statements of their own, after the lock: they see what whoever held the lock before has written.
    const [found] = await tx
      .select({
        isKnown: sql<boolean>`EXISTS (SELECT FROM disbursements WHERE id = ${id})`,
        gone: sql<number>`(${sumGivenBack(tx, payments.id)})`.mapWith(Number),
        payment: payments,
      })
      .from(payments)
      .where(isRefundable(chargeId, wish.paymentId ?? null))
      .orderBy(...FIRST_PAID)
      .limit(1)
      .for('no key update')
    if (!found || found.isKnown) {
      const [known] = await tx.select().from(disbursements).where(eq(disbursements.id, id))
      if (known) return { outcome: 'reserved', disbursement: known }
    }
    if (!found) return wish.paymentId === undefined ? { outcome: 'notApproved', ...charge } : { outcome: 'noPayment' }
    const { id: paymentId, state: status, provider, providerAccountId } = found.payment
    if (!canRefund(status)) return { outcome: 'notApproved', status }
    const left = found.payment.amount - found.gone
    const amount = wish.amount ?? left
    if (left <= 0 || amount > left) return { outcome: 'tooMuch', left }
    const origin = { id, platformId, kind: 'refund' as const, chargeId, paymentId }
    const row = { ...origin, amount, metadata: wish.metadata ?? {}, provider, providerAccountId }
    return { outcome: 'reserved', disbursement: await insert(tx, row, by) }
  })
}

const isHeld = inArray(payments.state, CHARGE_STATUSES.filter(canRefund))

/** The payment that is named, or those that hold the charge's money. */
const isRefundable = (chargeId: string | SQL, named: string | null | SQL) =>
  and(
    eq(payments.chargeId, chargeId),
    sql`CASE WHEN ${named}::uuid IS NULL THEN ${isHeld} ELSE ${payments.id} = ${named}::uuid END`,
  )

const FIRST_PAID = [asc(payments.paidAt), asc(payments.createdAt), asc(payments.id)]

const refundable = prepared((db) =>
  db
    .select()
    .from(payments)
    .where(isRefundable(given('chargeId'), given('named')))
    .orderBy(...FIRST_PAID)
    .limit(1)
    .prepare('refundable_payment'),
)

/** What a refund would go against. */
export async function findRefundable(
  db: Database,
  chargeId: string,
  named: string | undefined,
): Promise<PaymentRow | undefined> {
  const [payment] = await refundable(db).execute({ chargeId, named: named ?? null })
  return payment
}

/** What has surely gone back of a payment. */
export async function approvedRefunds(db: Queryable, paymentId: string): Promise<number> {
  const [row] = await db.select({ total: approvedOfPayment }).from(payments).where(eq(payments.id, paymentId))
  return row?.total ?? 0
}

/** As `approvedRefunds`, in a statement on `payments`. */
export const approvedOfPayment = sql<number>`(SELECT coalesce(sum(refund.amount), 0) FROM disbursements refund
  WHERE refund.payment_id = payments.id AND refund.status = 'APPROVED')`.mapWith(Number)

/** What its request says of a withdrawal. */
export type NewWithdrawal = Pick<DisbursementRow, 'id' | 'platformId' | 'amount'> &
  Partial<Pick<DisbursementRow, (typeof ASKED)[number]>>

/** Repeating it with the same id, or the same reference, finds the withdrawal that is there. */
export const insertWithdrawal = (
  db: Database,
  withdrawal: NewWithdrawal,
  decision: RoutingDecision,
  by: string,
): Promise<DisbursementRow> => insert(db, { ...withdrawal, kind: 'withdrawal' }, by, decision)

/** As `givenBack`, of the refunds that were made here. */
export async function givenBackByUs(db: Queryable, paymentId: string | null): Promise<number> {
  return givenBack(db, paymentId, eq(disbursements.external, false))
}

/** What refunds have given back of a payment already, or still may. @param paymentId null: nothing is known of it. */
async function givenBack(db: Queryable, paymentId: string | null, among?: SQL): Promise<number> {
  if (paymentId === null) return 0
  const [row] = await sumGivenBack(db, paymentId, among)
  return Number(row?.total ?? 0)
}

const sumGivenBack = (db: Queryable, paymentId: string | SQLWrapper, among?: SQL) =>
  db
    .select({ total: sql<string>`coalesce(sum(${disbursements.amount}), 0)` })
    .from(disbursements)
    .where(
      and(
        eq(disbursements.paymentId, paymentId),
        among,
        or(inArray(disbursements.status, ['PENDING', 'APPROVED']), eq(disbursements.statusUnmapped, true)),
      ),
    )

const ASKED = [
  'id',
  'platformId',
  'kind',
  'chargeId',
  'paymentId',
  'amount',
  'method',
  'destination',
  'description',
  'reference',
  'metadata',
  'requestedBy',
  'provider',
  'providerAccountId',
] as const satisfies (keyof DisbursementRow)[]

type AskedRow = Pick<DisbursementRow, 'id' | 'platformId' | 'kind' | 'amount'> &
  Partial<Pick<DisbursementRow, (typeof ASKED)[number]>>

const NOT_ASKED = {
  chargeId: null,
  paymentId: null,
  method: null,
  destination: null,
  description: null,
  reference: null,
  requestedBy: null,
  provider: null,
  providerAccountId: null,
} as const

const inserting = prepared((db: Queryable) => {
  // Whether a second person has to approve it, by what the platform says now: what it says later is about later ones.
  const approval = (column: SQL) => sql`(SELECT ${column} FROM ${platforms}
    WHERE ${platforms.id} = ${given('platformId')} AND ${given('kind')}::text = 'withdrawal'
      AND ${platforms.approvalAbove} < ${given('amount')}::bigint)`
  const inserted = db.$with('inserted').as(
    db
      .insert(disbursements)
      .values({
        ...givens(ASKED),
        approval: approval(sql`'awaited'`),
        approvalDueAt: approval(sql`(now() + make_interval(hours => ${platforms.approvalHours}))::timestamptz(3)`),
      })
      .onConflictDoNothing()
      .returning(),
  )
  const requested = db.$with('requested', { id: sql<string>`id` }).as(sql`
    INSERT INTO ${disbursementEvents} (id, disbursement_id, key, type, cause, detail)
    SELECT ${given('eventId')}::uuid, id, 'requested', 'requested', 'api', ${given('detail')}::jsonb FROM inserted
    RETURNING id`)
  const routed = db.$with('routed', { id: sql<string>`id` }).as(sql`
    INSERT INTO ${routingDecisions} (id, disbursement_id, rule_id, candidates)
    SELECT ${given('decisionId')}::uuid, id, ${given('ruleId')}::uuid, ${given('candidates')}::jsonb FROM inserted
    WHERE ${given('candidates')}::jsonb IS NOT NULL
    RETURNING id`)
  return db.with(inserted, requested, routed).select().from(inserted).prepare('disbursement_insert')
})

/** One statement: the disbursement, the first row of its history, and why it goes where it goes, where that was decided. */
async function insert(
  db: Queryable,
  asked: AskedRow,
  by: string,
  { ruleId, candidates }: RoutingDecision | { ruleId: null; candidates: null } = { ruleId: null, candidates: null },
): Promise<DisbursementRow> {
  const row = { ...NOT_ASKED, metadata: {}, ...asked }
  const { destination, metadata } = row
  const [inserted] = await inserting(db).execute({
    ...row,
    ...asJsons({ destination, metadata, detail: { by }, candidates }),
    ruleId,
    eventId: uuidv7(),
    decisionId: uuidv7(),
  })
  if (inserted) return inserted
  const [known] = await db
    .select()
    .from(disbursements)
    .where(or(eq(disbursements.id, row.id), byReference({ ...row, reference: row.reference ?? '' })))
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
