import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { receivers } from '../../schema/index.ts'
import { attemptIsUnclaimed, receiverWaits } from '../movement/statuses.ts'
import { goneAfter } from '../movement/unstarted.ts'

/** After this time, the receiver's request has certainly ended. */
const DIED_WITHIN = sql`interval '2 minutes'`

/** Receivers whose request failed before their workflow was started, so nothing was sent. */
export async function unstartedReceivers(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: receivers.id })
    .from(receivers)
    .where(
      and(
        receiverWaits(receivers.status),
        attemptIsUnclaimed(receivers.creation),
        isNull(receivers.attention),
        lt(receivers.createdAt, sql`now() - ${DIED_WITHIN}`),
      ),
    )
    .orderBy(receivers.createdAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Removes a receiver that was never sent. @returns whether nothing stands of it. */
export async function abandonReceiver(db: Database, id: string): Promise<boolean> {
  return goneAfter(
    db,
    receivers,
    id,
    db
      .delete(receivers)
      .where(and(eq(receivers.id, id), attemptIsUnclaimed(receivers.creation), isNull(receivers.sealedJournal)))
      .returning({ id: receivers.id }),
  )
}
