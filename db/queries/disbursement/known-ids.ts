/** Finds which disbursement a provider's id already belongs to. One id never belongs to two of ours. */
import { and, eq, ne } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { disbursements } from '../../schema/index.ts'
import type { DisbursementRow } from './read.ts'

type Named = Pick<DisbursementRow, 'id' | 'kind' | 'providerAccountId'>

/** Whether the id belongs to another disbursement of the same kind at this disbursement's account. */
export const isOtherDisbursements = async (db: Queryable, named: Named, externalId: string): Promise<boolean> =>
  (await findOther(db, named, externalId)) !== undefined

/** Some providers give every refund of a charge the charge's own id, so the id does not distinguish them. */
export async function isSharedByCharge(
  db: Queryable,
  { disbursementId, accountId }: { disbursementId: string; accountId: string },
  externalId: string,
): Promise<boolean> {
  const { id, kind, chargeId } = disbursements
  const [own] = await db.select({ id, kind, chargeId }).from(disbursements).where(eq(id, disbursementId))
  if (!own || own.chargeId === null) return false
  const other = await findOther(db, { ...own, providerAccountId: accountId }, externalId)
  return other?.chargeId === own.chargeId
}

async function findOther(
  db: Queryable,
  { id, kind, providerAccountId }: Named,
  externalId: string,
): Promise<Pick<DisbursementRow, 'chargeId'> | undefined> {
  if (providerAccountId === null) return undefined
  const [other] = await db
    .select({ chargeId: disbursements.chargeId })
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
  return other
}
