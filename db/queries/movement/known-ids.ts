/** Whose a provider's id is already: one movement there is never two of ours. */
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeAttempts, payouts } from '../../schema/index.ts'
import type { PayoutRow } from '../payout/read.ts'

/** Whether the transaction is another charge's at an account that this charge was sent to. */
export async function isOtherCharges(db: Database, chargeId: string, transactionId: string): Promise<boolean> {
  const accounts = db
    .select({ id: chargeAttempts.providerAccountId })
    .from(chargeAttempts)
    .where(eq(chargeAttempts.chargeId, chargeId))
  const rows = await db
    .select({ id: chargeAttempts.id })
    .from(chargeAttempts)
    .where(
      and(
        inArray(chargeAttempts.providerAccountId, accounts),
        eq(chargeAttempts.transactionId, transactionId),
        ne(chargeAttempts.chargeId, chargeId),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** The same of a refund or withdrawal. */
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
