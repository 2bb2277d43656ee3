/** Whose a transaction is, for a page that knows a provider's ids and our references, and nothing of charges. */
import { and, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { chargeAttempts, charges } from '../../schema/index.ts'

export interface WhoseCharge {
  attemptId: string
  provider: string
  transactionId: string | null
  id: string
  orderId: string | null
  customer: { name: string }
}

/** @param named `attemptIds`: for those whose answer was lost, which have no transaction's id here. */
export async function findWhose(
  db: Database,
  platformId: string,
  { transactionIds, attemptIds }: { transactionIds: readonly string[]; attemptIds: readonly string[] },
): Promise<WhoseCharge[]> {
  const { id: attemptId, provider, transactionId } = chargeAttempts
  const { id, orderId, customer } = charges
  return db
    .select({ attemptId, provider, transactionId, id, orderId, customer })
    .from(chargeAttempts)
    .innerJoin(charges, eq(charges.id, chargeAttempts.chargeId))
    .where(
      and(
        eq(charges.platformId, platformId),
        or(inArray(transactionId, [...transactionIds]), inArray(attemptId, [...attemptIds])),
      ),
    )
}
