/** Whose a transaction is already: one transaction is never two charges of ours. */
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeAttempts } from '../../schema/index.ts'

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
