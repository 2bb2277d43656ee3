/** What a dead process leaves behind, and how it is tidied away. */
import { and, eq, lt, sql } from 'drizzle-orm'
import type { PayoutKind } from '../../../domain/payout.ts'
import type { Database } from '../../client.ts'
import { chargeAttempts, charges, idempotencyKeys, payoutAttempts, payouts } from '../../schema/index.ts'

/** Charges whose request died before their workflow began: nothing was sent anywhere. */
export async function unstartedCharges(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: charges.id })
    .from(charges)
    .leftJoin(chargeAttempts, eq(chargeAttempts.chargeId, charges.id))
    .where(
      and(
        eq(charges.status, 'PENDING'),
        sql`${charges.attention} IS NULL`,
        sql`${charges.transactionId} IS NULL`,
        sql`${chargeAttempts.id} IS NULL`,
        lt(charges.createdAt, sql`now() - interval '2 minutes'`),
      ),
    )
    .orderBy(charges.createdAt)
    .limit(limit)
  return rows.map((row) => row.id)
}

/** The same of refunds and withdrawals. */
export async function unstartedPayouts(db: Database, limit: number): Promise<{ id: string; kind: PayoutKind }[]> {
  return db
    .select({ id: payouts.id, kind: payouts.kind })
    .from(payouts)
    .leftJoin(payoutAttempts, eq(payoutAttempts.payoutId, payouts.id))
    .where(
      and(
        eq(payouts.status, 'PENDING'),
        sql`${payouts.attention} IS NULL`,
        sql`${payoutAttempts.id} IS NULL`,
        lt(payouts.createdAt, sql`now() - interval '2 minutes'`),
      ),
    )
    .orderBy(payouts.createdAt)
    .limit(limit)
}

/**
 * Removes a charge that was never started. A charge with an attempt stays: the attempt's foreign key holds it.
 * @returns whether it is gone.
 */
export async function abandonCharge(db: Database, chargeId: string): Promise<boolean> {
  return unlessHeld(
    db
      .delete(charges)
      .where(
        and(
          eq(charges.id, chargeId),
          sql`NOT EXISTS (SELECT FROM ${chargeAttempts} WHERE ${chargeAttempts.chargeId} = ${chargeId})`,
        ),
      )
      .returning({ id: charges.id }),
  )
}

/** The same of a refund or withdrawal. */
export async function abandonPayout(db: Database, payoutId: string): Promise<boolean> {
  return unlessHeld(
    db
      .delete(payouts)
      .where(
        and(
          eq(payouts.id, payoutId),
          eq(payouts.status, 'PENDING'),
          sql`NOT EXISTS (SELECT FROM ${payoutAttempts} WHERE ${payoutAttempts.payoutId} = ${payoutId})`,
        ),
      )
      .returning({ id: payouts.id }),
  )
}

async function unlessHeld(deleting: PromiseLike<unknown[]>): Promise<boolean> {
  try {
    return (await deleting).length === 1
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

function isForeignKeyViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return (cause as { code?: string }).code === '23503'
}

/** A key names its movement for longer than any client repeats a request, whatever became of its workflow. */
export async function forgetOldIdempotencyKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '400 days'`))
}
