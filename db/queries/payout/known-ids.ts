/** Whose a payout's id at its provider is already: one there is never two of ours. */
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { payouts } from '../../schema/index.ts'
import type { PayoutRow } from './read.ts'

/** Whether the id is another payout's of the same kind at this payout's account. */
export async function isOtherPayouts(
  db: Database,
  { id, kind, providerAccountId }: Pick<PayoutRow, 'id' | 'kind' | 'providerAccountId'>,
  externalId: string,
): Promise<boolean> {
  if (providerAccountId === null) return false
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(
      and(
        eq(payouts.providerAccountId, providerAccountId),
        eq(payouts.kind, kind),
        eq(payouts.externalId, externalId),
        ne(payouts.id, id),
      ),
    )
    .limit(1)
  return rows.length > 0
}
