import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Requester } from '../../../domain/requester.ts'
import type { Database } from '../../client.ts'
import { receiverEvents, receivers } from '../../schema/index.ts'

export type NewReceiverRow = typeof receivers.$inferInsert

/**
 * Writes the receiver and the first row of its history. Repeating it with the same id changes nothing.
 * @returns when the row was made that stands under the id.
 */
export async function insertReceiver(
  db: Database,
  row: NewReceiverRow & { id: string },
  requester: Requester,
): Promise<string> {
  return db.transaction(async (tx) => {
    const { createdAt } = receivers
    const [made] = await tx
      .insert(receivers)
      .values(row)
      .onConflictDoNothing({ target: receivers.id })
      .returning({ createdAt })
    await tx
      .insert(receiverEvents)
      .values({
        id: uuidv7(),
        receiverId: row.id,
        key: 'requested',
        type: 'requested',
        cause: 'api',
        detail: { ...requester },
      })
      .onConflictDoNothing()
    const [known] = made ? [made] : await tx.select({ createdAt }).from(receivers).where(eq(receivers.id, row.id))
    if (!known) throw new Error('The insert returned no row')
    return known.createdAt
  })
}
