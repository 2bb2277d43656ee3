/** Finds our withdrawals, for a page that knows only providers' ids and our references. */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'

/** @param references the references sent to the provider, for withdrawals whose answer was lost so that their id is unknown here. */
export async function findWhoseWithdrawals(
  db: Database,
  platformId: string,
  { externalIds, references }: { externalIds: readonly string[]; references: readonly string[] },
) {
  const { provider, reference, externalId } = disbursementAttempts
  const { id, destination, reference: ownReference } = disbursements
  return db
    .select({ provider, reference, externalId, id, destination, ownReference })
    .from(disbursementAttempts)
    .innerJoin(disbursements, eq(id, disbursementAttempts.disbursementId))
    .where(
      and(
        eq(disbursements.platformId, platformId),
        eq(disbursements.kind, 'withdrawal'),
        or(inArray(disbursements.externalId, [...externalIds]), inArray(reference, [...references])),
      ),
    )
}
