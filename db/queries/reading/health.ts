/** How an account is read now: at which pace, and how much waits for its turn. */
import { and, eq, sql } from 'drizzle-orm'
import { FULL_PACE, type Pace } from '../../../domain/pace.ts'
import type { Database } from '../../client.ts'
import { accountReaders, readings } from '../../schema/index.ts'

export async function readingHealth(db: Database, accountId: string): Promise<Pace & { waiting: number }> {
  const { perSecond, concurrency, providerAccountId } = accountReaders
  const isDue = and(eq(readings.providerAccountId, accountId), sql`${readings.nextReadAt} <= now()`)
  const [[pace], waiting] = await Promise.all([
    db.select({ perSecond, concurrency }).from(accountReaders).where(eq(providerAccountId, accountId)),
    db.$count(readings, isDue),
  ])
  return { ...(pace ?? FULL_PACE), waiting }
}
