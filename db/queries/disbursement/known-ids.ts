/** Finds which disbursement a provider's id already belongs to. One id never belongs to two of ours. */
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { disbursements } from '../../schema/index.ts'
import type { DisbursementRow } from './read.ts'

/** Whether the id belongs to another disbursement of the same kind at this disbursement's account. */
export async function isOtherDisbursements(
  db: Database,
  { id, kind, providerAccountId }: Pick<DisbursementRow, 'id' | 'kind' | 'providerAccountId'>,
  externalId: string,
): Promise<boolean> {
  if (providerAccountId === null) return false
  const rows = await db
    .select({ id: disbursements.id })
    .from(disbursements)
    .where(
      and(
        eq(disbursements.providerAccountId, providerAccountId),
        eq(disbursements.kind, kind),
        eq(disbursements.externalId, externalId),
        ne(disbursements.id, id),
      ),
    )
    .limit(1)
  return rows.length > 0
}
