/** The amount that was actually paid by a charge's transaction, according to its provider. */
import { and, eq, sql } from 'drizzle-orm'
import { isPaid } from '../../../domain/charge.ts'
import type { Queryable } from '../../client.ts'
import { charges, payments } from '../../schema/index.ts'
import { type AccountTransaction, findPaymentState, lockCharge } from './payments.ts'

/** What a charge's buyer pays or has paid, in integer cents. For queries of charges. */
export const paidOrAsked = sql<number>`coalesce(${charges.paidAmount}, ${charges.amount})`.mapWith(Number)

const isPayment = (chargeId: string, { accountId, transactionId }: AccountTransaction) =>
  and(
    eq(payments.chargeId, chargeId),
    eq(payments.providerAccountId, accountId),
    eq(payments.transactionId, transactionId),
  )

/** @returns undefined if the transaction is unknown. */
export async function findPaidAmount(
  db: Queryable,
  chargeId: string,
  of: AccountTransaction,
): Promise<number | undefined> {
  const [payment] = await db.select({ amount: payments.amount }).from(payments).where(isPayment(chargeId, of))
  return payment?.amount
}

/**
 * Stores the amount paid, in integer cents, for a payment of which nothing was returned.
 * @returns whether the amount is new.
 */
export async function notePaidAmount(
  db: Queryable,
  chargeId: string,
  of: AccountTransaction,
  amount: number,
): Promise<boolean> {
  const isNews = and(
    isPayment(chargeId, of),
    sql`${payments.amount} <> ${amount}::bigint AND ${payments.refundedAmount} = 0 AND ${payments.returnedSeen} = 0`,
  )
  const noted = await db.execute(sql`
    WITH charge AS (
      UPDATE ${charges} SET revision = ${charges.revision} + 1, updated_at = now()
      WHERE ${charges.id} = ${chargeId} AND EXISTS (SELECT FROM ${payments} WHERE ${isNews})
      RETURNING id
    )
    UPDATE ${payments} SET amount = ${amount}::bigint FROM charge WHERE ${isNews}
    RETURNING ${payments.id}`)
  return noted.length > 0
}

/** Locks the charge until the transaction ends. @returns whether the payment is paid by now: an operator may have taken its amount. */
export async function isTaken(tx: Queryable, chargeId: string, of: AccountTransaction): Promise<boolean> {
  await lockCharge(tx, chargeId)
  const state = await findPaymentState(tx, of)
  return state !== undefined && isPaid(state)
}
