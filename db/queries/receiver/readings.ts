/** Whether a reading may change a receiver. */
import { and, desc, eq } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { receiverEvents } from '../../schema/index.ts'

/** Whether an operator set the receiver's current status, which no reading may change. */
export async function isOperatorsWord(db: Queryable, id: string): Promise<boolean> {
  const [last] = await db
    .select({ cause: receiverEvents.cause })
    .from(receiverEvents)
    .where(and(eq(receiverEvents.receiverId, id), eq(receiverEvents.type, 'statusChanged')))
    .orderBy(desc(receiverEvents.at), desc(receiverEvents.id))
    .limit(1)
  return last?.cause === 'operator'
}
