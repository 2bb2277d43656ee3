/** Refunds made at the provider without us. They get rows like ours and are found by the payment's refunded total. */
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import { isRefunded } from '../../../domain/charge.ts'
import { returnedWithoutUs } from '../../../domain/refund.ts'
import { externalRefundId } from '../../attempt-ids.ts'
import type { Queryable } from '../../client.ts'
import { charges, disbursementEvents, disbursements, payments } from '../../schema/index.ts'
import type { PaymentRow } from '../charge/payments.ts'
import { mayHaveGoneBack } from './gone-back.ts'
import type { DisbursementRow } from './read.ts'

export interface Returned {
  payment: PaymentRow
  /** Integer cents, as in `returnedWithoutUs`. */
  returned: number
  ours: number
  external: number
}

/** The refunded total of a payment, and which part our refunds and known external refunds account for. */
export async function loadReturned(db: Queryable, paymentId: string): Promise<Returned | undefined> {
  const sumOf = (external: boolean) =>
    sql<number>`(SELECT coalesce(sum(amount), 0) FROM disbursements
      WHERE payment_id = ${paymentId}::uuid AND external = ${external} AND ${mayHaveGoneBack})`.mapWith(Number)
  const [row] = await db
    .select({ payment: payments, ours: sumOf(false), external: sumOf(true) })
    .from(payments)
    .where(eq(payments.id, paymentId))
  if (!row) return undefined
  const { payment } = row
  return { ...row, returned: isRefunded(payment.state) ? payment.amount : payment.returnedSeen }
}

/**
 * Records an external refund if money was certainly returned without us. Refunds are reserved under the lock of the charge's row, so that
 * lock is taken first, and the rows read after it are complete.
 * @returns undefined if our refunds may account for all of it, or the payment was never seen as paid.
 */
export async function findExternalRefund(
  tx: Queryable,
  { chargeId, paymentId }: { chargeId: string; paymentId: string },
  cause: EventCause,
): Promise<DisbursementRow | undefined> {
  const [charge] = await tx
    .select({ platformId: charges.platformId })
    .from(charges)
    .where(eq(charges.id, chargeId))
    .for('no key update')
  const known = await loadReturned(tx, paymentId)
  if (!charge || known?.payment.chargeId !== chargeId || known.payment.paidAt === null) return undefined
  const amount = returnedWithoutUs(known)
  if (amount === 0) return undefined
  const { provider, providerAccountId } = known.payment
  const [found] = await tx
    .insert(disbursements)
    .values({
      id: externalRefundId(paymentId, known.external),
      ...charge,
      kind: 'refund',
      external: true,
      chargeId,
      paymentId,
      amount,
      status: 'APPROVED',
      approvedAt: sql`now()`,
      provider,
      providerAccountId,
    })
    .returning()
  if (!found) throw new Error('The insert returned no row')
  const event = { key: 'found', type: 'statusChanged', to: 'APPROVED', cause, provider } as const
  await tx.insert(disbursementEvents).values({ id: uuidv7(), disbursementId: found.id, ...event })
  return found
}
