import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { receivers } from '../../schema/index.ts'

/** Its request has surely died. */
const DIED_WITHIN = sql`interval '2 minutes'`

/** Receivers whose request died before their workflow began: nothing was sent anywhere. */
export async function unstartedReceivers(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: receivers.id })
    .from(receivers)
    .where(
      and(
        eq(receivers.status, 'PENDING'),
        eq(receivers.creation, 'created'),
        isNull(receivers.attention),
        lt(receivers.createdAt, sql`now() - ${DIED_WITHIN}`),
      ),
    )
    .orderBy(receivers.createdAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Removes a receiver of which nothing was sent. @returns whether it is gone. */
export async function abandonReceiver(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .delete(receivers)
    .where(and(eq(receivers.id, id), inArray(receivers.creation, ['created']), isNull(receivers.sealedJournal)))
    .returning({ id: receivers.id })
  return rows.length === 1
}
