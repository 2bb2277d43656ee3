/** What a charge's rows say about its creation, for the request that waits for it. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ChargeStatus } from '../../../domain/charge.ts'
import type { Database } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import { chargeAttempts, charges } from '../../schema/index.ts'
import type { ChargeRow } from './read.ts'

const creation = prepared((db) =>
  db
    .select({ charge: charges, createdStatus: chargeAttempts.createdStatus })
    .from(charges)
    .leftJoin(
      chargeAttempts,
      and(
        eq(chargeAttempts.chargeId, charges.id),
        eq(chargeAttempts.outcome, 'created'),
        eq(chargeAttempts.transactionId, charges.transactionId),
      ),
    )
    .where(and(eq(charges.platformId, sql.placeholder('platformId')), eq(charges.id, sql.placeholder('id'))))
    .prepare('charge_creation'),
)

/** `createdStatus`: the provider's status when it created the transaction. */
export async function findCreation(
  db: Database,
  platformId: string,
  id: string,
): Promise<{ charge: ChargeRow; createdStatus: ChargeStatus | null } | undefined> {
  const [row] = await creation(db).execute({ platformId, id })
  return row
}

/**
 * Notes that the request is answered without a transaction, before it is.
 * @returns false if a transaction has become known meanwhile, or the row is gone.
 */
export async function noteAnsweredEarly(db: Database, platformId: string, id: string): Promise<boolean> {
  const isUnmade = and(eq(charges.platformId, platformId), eq(charges.id, id), isNull(charges.transactionId))
  const noted = await db.update(charges).set({ answeredEarly: true }).where(isUnmade).returning({ id: charges.id })
  return noted.length > 0
}
