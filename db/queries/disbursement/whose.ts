/** Whose a withdrawal is, for a page that knows a provider's ids and our references, and nothing of ours beside them. */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { disbursementAttempts, disbursements } from '../../schema/index.ts'

/** @param references those that the provider was told: of one whose answer was lost there is no id here. */
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
