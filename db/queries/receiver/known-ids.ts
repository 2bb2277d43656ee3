/** Finds which receiver a sub-account already belongs to. One sub-account never belongs to two receivers. */
import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { receivers } from '../../schema/index.ts'
import type { ReceiverRow } from './read.ts'

/** Whether the provider's id belongs to another receiver at this receiver's account. */
export async function isOtherReceivers(
  db: Database,
  { id, providerAccountId }: Pick<ReceiverRow, 'id' | 'providerAccountId'>,
  receiverId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: receivers.id })
    .from(receivers)
    .where(
      and(
        eq(receivers.providerAccountId, providerAccountId),
        eq(receivers.receiverId, receiverId),
        ne(receivers.id, id),
      ),
    )
    .limit(1)
  return rows.length > 0
}
