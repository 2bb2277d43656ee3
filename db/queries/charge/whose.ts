/** Finds the charge of a transaction, for a page that knows only providers' ids and our references. */
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

/** @param named `attemptIds`: for attempts whose answer was lost, so that their transaction id is unknown here. */
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
