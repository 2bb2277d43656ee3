import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeAttempts, charges } from '../../schema/index.ts'
import { chargeWaits } from '../movement/statuses.ts'
import { goneAfter, isDraft } from '../movement/unstarted.ts'

/** Charges whose request failed before their workflow was started, so nothing was sent. */
export async function unstartedCharges(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: charges.id })
    .from(charges)
    .leftJoin(chargeAttempts, eq(chargeAttempts.chargeId, charges.id))
    .where(
      and(
        chargeWaits(charges.status),
        sql`${charges.attention} IS NULL`,
        sql`${charges.transactionId} IS NULL`,
        sql`${chargeAttempts.id} IS NULL`,
        isDraft(charges.createdAt),
      ),
    )
    .orderBy(charges.createdAt)
    .limit(limit)
  return rows.map((row) => row.id)
}

/**
 * Removes a charge that was never started. A charge with an attempt stays, because the attempt's foreign key refers to it.
 * @returns whether nothing stands of it.
 */
export async function abandonCharge(db: Database, chargeId: string): Promise<boolean> {
  return goneAfter(
    db,
    charges,
    chargeId,
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
