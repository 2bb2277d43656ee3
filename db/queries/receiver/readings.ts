/** What a reading may say of a receiver. */
import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { receiverEvents } from '../../schema/index.ts'

/** Whether an operator gave it the status that it has: no reading takes that back. */
export async function isOperatorsWord(db: Database, id: string): Promise<boolean> {
  const [last] = await db
    .select({ cause: receiverEvents.cause })
    .from(receiverEvents)
    .where(and(eq(receiverEvents.receiverId, id), eq(receiverEvents.type, 'statusChanged')))
    .orderBy(desc(receiverEvents.at), desc(receiverEvents.id))
    .limit(1)
  return last?.cause === 'operator'
}
