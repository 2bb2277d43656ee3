/** Receivers that are settled and read on: their balance moves, and a provider may close or reopen them. */
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { providerAccounts, receiverEvents, receivers } from '../../schema/index.ts'

export interface DueReceiver {
  id: string
  accountId: string
}

/** Hours between two readings. One that was refused is reopened seldom. */
const EVERY_HOURS = { ACTIVE: 1, REJECTED: 24 } as const

/**
 * Settled receivers whose last reading is too long ago, the longest waiting first, no more than `perAccount` of each account.
 * @param providers those that can be asked.
 */
export async function dueReceivers(
  db: Database,
  { providers, perAccount, limit }: { providers: readonly string[]; perAccount: number; limit: number },
): Promise<DueReceiver[]> {
  const { id, providerAccountId, readAt, updatedAt, status } = receivers
  const lastRead = sql`coalesce(${readAt}, ${updatedAt})`
  const turn = sql<number>`row_number() OVER (PARTITION BY ${providerAccountId} ORDER BY ${lastRead}, ${id})`
  const due = db
    .select({ id, accountId: providerAccountId, lastRead: lastRead.as('last_read'), turn: turn.as('turn') })
    .from(receivers)
    .innerJoin(providerAccounts, eq(providerAccounts.id, providerAccountId))
    .where(
      and(
        inArray(status, ['ACTIVE', 'REJECTED']),
        sql`${receivers.receiverId} IS NOT NULL`,
        inArray(receivers.provider, [...providers]),
        eq(providerAccounts.enabled, true),
        isNull(providerAccounts.deletedAt),
        sql`${lastRead} < now() - make_interval(hours => CASE ${status} WHEN 'ACTIVE' THEN ${sql.raw(String(EVERY_HOURS.ACTIVE))} ELSE ${sql.raw(String(EVERY_HOURS.REJECTED))} END)`,
      ),
    )
    .as('due')
  return db
    .select({ id: due.id, accountId: due.accountId })
    .from(due)
    .where(sql`${due.turn} <= ${perAccount}`)
    .orderBy(due.lastRead)
    .limit(limit)
}

/** Whatever came of it: the next turn is another receiver's. */
export async function noteReading(db: Database, id: string, balance?: number): Promise<void> {
  await db
    .update(receivers)
    .set({ readAt: sql`now()`, ...(balance === undefined ? {} : { balance }) })
    .where(eq(receivers.id, id))
}

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
