/** Creates the rows of refunds and withdrawals. Refunds never add up to more than the payment. */
import { and, asc, eq, exists, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'
import { type ChargeStatus, canRefund, type KnownRefunds } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { isDisbursementSettled } from '../../../domain/disbursement.ts'
import type { Requester } from '../../../domain/requester.ts'
import type { RoutingDecision } from '../../../domain/routing.ts'
import type { Database, Queryable } from '../../client.ts'
import { asRow, given, prepared } from '../../prepared.ts'
import {
  charges,
  disbursementEvents,
  disbursements,
  payments,
  platforms,
  routingDecisions,
} from '../../schema/index.ts'
import type { PaymentRow } from '../charge/payments.ts'
import { chargeBringsMoney, chargeCanBeRefunded, disbursementIsPaidOut } from '../movement/statuses.ts'
import { mayHaveGoneBack } from './gone-back.ts'
import { byReference, type DisbursementRow } from './read.ts'

export type Reservation =
  | { outcome: 'reserved'; disbursement: DisbursementRow }
  | { outcome: 'noCharge' }
  | { outcome: 'noPayment' }
  | { outcome: 'notApproved'; status: ChargeStatus }
  | { outcome: 'tooMuch'; left: number }

export interface RefundWish extends Requester {
  id: string
  platformId: string
  chargeId: string
  paymentId?: string
  amount?: number
  metadata?: Record<string, string>
}

/**
 * Reserves money of a payment for a refund. The payment's row is locked meanwhile, so concurrent requests never reserve more than is
 * left. Repeating it with the same id returns the existing refund.
 * @param wish without `amount`: all that is left; without `paymentId`: of the payment that pays the charge.
 */
export async function reserveRefund(db: Database, wish: RefundWish): Promise<Reservation> {
  const { id, platformId, chargeId, by, ip } = wish
  return db.transaction(async (tx) => {
    const [charge] = await tx
      .select({ status: charges.status, transactionId: charges.transactionId, accountId: charges.providerAccountId })
      .from(charges)
      .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
      .for('no key update')
    if (!charge) return { outcome: 'noCharge' }
    // A separate statement after the lock, so that it sees what the previous holder of the lock has written.
    const { state, provider, providerAccountId, amount } = payments
    const [found] = await tx
      .select({
        isKnown: sql<boolean>`EXISTS (SELECT FROM disbursements WHERE id = ${id})`,
        gone: sql<number>`(${sumGivenBack(tx, payments.id)})`.mapWith(Number),
        payment: { id: payments.id, state, provider, providerAccountId, amount },
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
    const { payment, gone } = found
    if (!canRefund(payment.state)) return { outcome: 'notApproved', status: payment.state }
    const left = payment.amount - gone
    const wished = wish.amount ?? left
    if (left <= 0 || wished > left) return { outcome: 'tooMuch', left }
    const at = { provider: payment.provider, providerAccountId: payment.providerAccountId }
    const origin = { id, platformId, kind: 'refund' as const, chargeId, paymentId: payment.id, ...at }
    const row = { ...origin, amount: wished, metadata: wish.metadata ?? {} }
    const { disbursement } = await insert(tx, row, defined({ by, ip }))
    return { outcome: 'reserved', disbursement }
  })
}

const isHeld = chargeCanBeRefunded(payments.state)

/** The named payment, or those that hold the charge's money. */
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

/** The payment that a refund would be made from. */
export async function findRefundable(
  db: Database,
  chargeId: string,
  named: string | undefined,
): Promise<PaymentRow | undefined> {
  const [payment] = await refundable(db).execute({ chargeId, named: named ?? null })
  return payment
}

/** The sum of a payment's approved refunds. */
export async function approvedRefunds(db: Queryable, paymentId: string): Promise<number> {
  const [row] = await db.select({ total: approvedOfPayment }).from(payments).where(eq(payments.id, paymentId))
  return row?.total ?? 0
}

/** As `approvedRefunds`, in a statement on `payments`. */
export const approvedOfPayment = sql<number>`(SELECT coalesce(sum(refund.amount), 0) FROM disbursements refund
  WHERE refund.payment_id = payments.id AND ${disbursementIsPaidOut(sql`refund.status`)})`.mapWith(Number)

/** The columns that come from a withdrawal's request. */
export type NewWithdrawal = Omit<AskedRow, 'kind' | 'chargeId' | 'paymentId'>

/** Repeating it with the same id, or the same reference, returns the existing withdrawal, which is not new. */
export const insertWithdrawal = (
  db: Database,
  withdrawal: NewWithdrawal,
  decision: RoutingDecision,
  requester: Requester,
): Promise<Inserted> => insert(db, { ...withdrawal, kind: 'withdrawal' }, requester, decision)

interface Inserted {
  disbursement: DisbursementRow
  isNew: boolean
}

/** The sums of a payment's refunds. @param paymentId null if the payment is unknown. */
export async function knownRefunds(db: Queryable, paymentId: string | null): Promise<KnownRefunds> {
  if (paymentId === null) return NO_REFUNDS
  const isOurs = sql`NOT ${disbursements.external}`
  const isGiven = disbursementIsPaidOut(disbursements.status)
  const sum = (which: SQL) =>
    sql<number>`coalesce(sum(${disbursements.amount}) FILTER (WHERE ${which}), 0)`.mapWith(Number)
  const [row] = await db
    .select({
      all: sum(isOurs),
      given: sum(sql`${isOurs} AND ${isGiven}`),
      underWay: sql<number>`count(*) FILTER (WHERE ${isOurs} AND NOT ${isGiven})`.mapWith(Number),
      elsewhere: sum(sql`${disbursements.external}`),
    })
    .from(disbursements)
    .where(and(eq(disbursements.paymentId, paymentId), mayHaveGoneBack))
  return row ?? NO_REFUNDS
}

const NO_REFUNDS: KnownRefunds = { all: 0, given: 0, underWay: 0, elsewhere: 0 }

/** The sum of a payment's approved and pending refunds. */
const sumGivenBack = (db: Queryable, paymentId: SQLWrapper) =>
  db
    .select({ total: sql<string>`coalesce(sum(${disbursements.amount}), 0)` })
    .from(disbursements)
    .where(and(eq(disbursements.paymentId, paymentId), mayHaveGoneBack))

const beside = alias(payments, 'beside')

/** Whether another payment of the same charge holds money of which our refunds leave something. In a statement on `payments`. */
export function isPaidBeside(db: Queryable) {
  const isOther = and(eq(beside.chargeId, payments.chargeId), ne(beside.id, payments.id))
  const isLeft = sql`${beside.amount} > (${sumGivenBack(db, beside.id)})`
  const others = db
    .select({ id: beside.id })
    .from(beside)
    .where(and(isOther, chargeBringsMoney(beside.state), isLeft))
  return sql<boolean>`${exists(others)}`
}

/** The columns from the request. The provider's answer fills the rest. */
type AskedRow = Pick<DisbursementRow, 'id' | 'platformId' | 'kind' | 'amount'> &
  Partial<
    Pick<
      DisbursementRow,
      | 'chargeId'
      | 'paymentId'
      | 'method'
      | 'destination'
      | 'description'
      | 'reference'
      | 'metadata'
      | 'requestedBy'
      | 'provider'
      | 'providerAccountId'
    >
  >

/**
 * Writes the disbursement, the first row of its history and its routing decision, if any, in one statement. Whether a second person must
 * approve it depends on the platform's setting now; later changes of the setting apply to later disbursements.
 */
async function insert(
  db: Queryable,
  { id, platformId, kind, amount, chargeId, paymentId, method, destination, reference, ...asked }: AskedRow,
  requester: Requester,
  decision?: RoutingDecision,
): Promise<Inserted> {
  const { description = null, metadata = {}, requestedBy = null, provider = null, providerAccountId = null } = asked
  const [inserted] = await db.execute(sql`
    WITH inserted AS (
      INSERT INTO ${disbursements} (id, platform_id, kind, amount, charge_id, payment_id, method, destination, reference,
        description, metadata, requested_by, provider, provider_account_id, approval, approval_due_at)
      SELECT ${id}::uuid, ${platformId}::uuid, ${kind}, ${amount}::bigint, ${chargeId ?? null}::uuid, ${paymentId ?? null}::uuid,
        ${method ?? null}, ${destination ? JSON.stringify(destination) : null}::jsonb, ${reference ?? null}, ${description},
        ${JSON.stringify(metadata)}::jsonb, ${requestedBy}, ${provider}, ${providerAccountId}::uuid,
        CASE WHEN waits.id IS NOT NULL THEN 'awaited' END, now() + make_interval(hours => waits.approval_hours)
      FROM (SELECT) AS asked LEFT JOIN ${platforms} AS waits
        ON waits.id = ${platformId} AND ${kind} = 'withdrawal' AND waits.approval_above < ${amount}::bigint
      ON CONFLICT DO NOTHING
      RETURNING *
    ), requested AS (
      INSERT INTO ${disbursementEvents} (id, disbursement_id, key, type, cause, detail)
      SELECT ${uuidv7()}::uuid, id, 'requested', 'requested', 'api', ${JSON.stringify(requester)}::jsonb FROM inserted
    )${decision ? routed(decision) : sql``}
    SELECT * FROM inserted`)
  if (inserted) return { disbursement: asRow(disbursements, inserted), isNew: true }
  const [known] = await db
    .select()
    .from(disbursements)
    .where(or(eq(disbursements.id, id), byReference({ platformId, reference: reference ?? '' })))
  if (!known) throw new Error('The insert returned no row')
  return { disbursement: known, isNew: false }
}

const routed = ({ ruleId, candidates }: RoutingDecision) => sql`, routed AS (
      INSERT INTO ${routingDecisions} (id, disbursement_id, rule_id, candidates)
      SELECT ${uuidv7()}::uuid, id, ${ruleId}::uuid, ${JSON.stringify(candidates)}::jsonb FROM inserted
    )`

/** Other refunds of the payment: all their `amounts`, the sum of `pending` ones, and whether one was carried out `since` that time. */
export async function otherRefunds(
  db: Queryable,
  { id, paymentId }: Pick<DisbursementRow, 'id' | 'paymentId'>,
  since: string,
): Promise<{ amounts: number[]; pending: number; since: boolean }> {
  const rows = await db
    .select({
      status: disbursements.status,
      amount: disbursements.amount,
      approvedAt: disbursements.approvedAt,
    })
    .from(disbursements)
    .where(and(eq(disbursements.paymentId, paymentId ?? ''), ne(disbursements.id, id)))
  return {
    amounts: rows.map(({ amount }) => amount),
    pending: rows.reduce((sum, { status, amount }) => (isDisbursementSettled(status) ? sum : sum + amount), 0),
    since: rows.some(({ approvedAt }) => approvedAt !== null && Date.parse(approvedAt) >= Date.parse(since)),
  }
}
