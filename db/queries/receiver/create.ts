import { uuidv7 } from 'uuidv7'
import type { Requester } from '../../../domain/requester.ts'
import type { Database } from '../../client.ts'
import { receiverEvents, receivers } from '../../schema/index.ts'

export type NewReceiverRow = typeof receivers.$inferInsert

/** Writes the receiver and the first row of its history. Repeating it with the same id changes nothing. */
export async function insertReceiver(
  db: Database,
  row: NewReceiverRow & { id: string },
  requester: Requester,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(receivers).values(row).onConflictDoNothing({ target: receivers.id })
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
  })
}
