/** What a charge's rows say about its creation, for the request that waits for it. */
import { and, eq, sql } from 'drizzle-orm'
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
