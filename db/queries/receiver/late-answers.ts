/** A provider's answer to a creation that was ended before it came: the sub-account is there, whatever was said meanwhile. */
import { eq, sql } from 'drizzle-orm'
import { isReceiverRefused, isReceiverSettled, type ReceiverStatus } from '../../../domain/receiver.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { receivers } from '../../schema/index.ts'
import { anothers, type CreatedReceiver } from './attempts.ts'
import { appendReceiverEvents, type EventDraft, movedTo } from './events.ts'
import type { ReceiverRow } from './read.ts'
import { isOperatorsWord } from './readings.ts'

/**
 * Takes the sub-account's id and token. What the provider had refused in another request takes its status too; what an operator gave up
 * stays refused unless it is approved. A second sub-account is only noted in the history.
 * @throws ProviderError Mismatch if the id belongs to another receiver.
 */
export async function recordReceiverLate(db: Database, id: string, made: CreatedReceiver): Promise<void> {
  await db
    .transaction(async (tx) => {
      const [row] = await tx.select().from(receivers).where(eq(receivers.id, id)).for('update')
      if (row) await take(tx, row, made)
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? anothers(made.receiverId) : error
    })
}

async function take(tx: Queryable, row: ReceiverRow, { status, ...made }: CreatedReceiver): Promise<void> {
  const { id, receiverId } = row
  const set = (columns: Partial<ReceiverRow>) =>
    tx
      .update(receivers)
      .set({ ...columns, updatedAt: sql`now()` })
      .where(eq(receivers.id, id))
  const opened = (key: string): EventDraft => {
    return { key, type: 'created', cause: 'provider', detail: { receiverId: made.receiverId } }
  }
  if (receiverId === made.receiverId) {
    // An operator had named it, who does not know its token.
    if (row.sealedReceiverToken === null) await set({ sealedReceiverToken: made.sealedReceiverToken })
    return
  }
  if (receiverId !== null) return appendReceiverEvents(tx, id, [opened(`created/${made.receiverId}`)])
  const to = await statusAfter(tx, row, status)
  await set({ ...made, status: to, failureMessage: null })
  const moved = to === row.status ? [] : [movedTo(to, row.status, 'late', 'provider')]
  await appendReceiverEvents(tx, id, [opened('created'), ...moved])
}

async function statusAfter(tx: Queryable, { id, status }: ReceiverRow, said: ReceiverStatus): Promise<ReceiverStatus> {
  if (!isReceiverRefused(status)) return status
  return !isReceiverSettled(said) && (await isOperatorsWord(tx, id)) ? status : said
}
